#pragma once
// Pairs that a step moves along their paths to their first touch, and back after the impulses (docs/theory.md 11.2).
#include "nscd/rigid_bodies.hpp"

namespace rubble::nscd {

// Two rigid bodies, or a rigid body and a wall (b < 0).
struct PathPair {
  Index a, b;
  double time;  // time of the first touch, from the evaluation of forces [s]
  Vec3 frame;   // mean velocity of the wall until the next evaluation of forces [m s-1]
};

class PathPairs {
 public:
  // (number of rigid bodies) Removes all pairs.
  void clear(std::size_t bodies);
  void add(const PathPair& pair);

  bool empty() const { return pair_.empty(); }
  const std::vector<PathPair>& all() const { return pair_; }
  // The pair that contains a body; nullptr if there is none, or if body < 0.
  const PathPair* of_body(Index body) const;
  // The pair of exactly these bodies, or of a body and a wall (b < 0); otherwise nullptr.
  const PathPair* of(Index a, Index b) const;
  // True if a or b was moved to meet a different body. The two have to wait for the next step.
  bool wait(Index a, Index b) const;
  // Displacement of the wall from the evaluation of forces until the body's first touch [m]; 0 if the body was not
  // moved to a wall. A body is moved relative to its wall, so that the true position of the impact is displaced by this
  // vector.
  Vec3 displacement(Index body) const;
  // (body, step [s]) => fraction of the step's kick that a body has at the time of its impact (docs/theory.md 11.8).
  double share_of_kick(Index body, double dt) const;

  // Moves all pairs to their first touch.
  void bring_together(RigidBodies& bodies) const;
  // Moves the pairs back by the time until they met, with the velocities after the impact. Each pair has then moved as
  // if it had met on its path.
  void move_back(RigidBodies& bodies) const;

 private:
  std::vector<PathPair> pair_;
  std::vector<Index> of_body_;  // index of each rigid body's pair, or -1; may be empty if there are no pairs
};

}  // namespace rubble::nscd
