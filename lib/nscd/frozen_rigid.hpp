#pragma once
// Frozen bodies among the rigid bodies of a run: their given motion. docs/theory.md 3.11.
#include "model/external.hpp"
#include "model/grains.hpp"

#include <vector>

namespace rubble::nscd {

class FrozenRigid {
 public:
  // (model, state, frozen bodies, rigid body of each particle)
  FrozenRigid(const Model& model, const State& state, std::vector<FrozenBodies> frozen, const std::vector<Index>& body);

  bool empty() const { return frozen_.empty(); }
  // (rigid body) => true if it is frozen.
  bool is(std::size_t m) const { return !empty() && group_[m] >= 0; }
  // (frozen rigid body) => its spin [rad s-1].
  const Vec3& spin(std::size_t m) const { return frozen_[static_cast<std::size_t>(group_[m])].motion.spin; }
  // For each particle, 1 if it is frozen; nullptr if none is.
  const std::vector<char>* rows() const { return empty() ? nullptr : &rows_; }
  // Units whose particles do not touch each other: the grain of each particle, or -1; frozen bodies are one unit.
  // nullptr if there are neither grains nor frozen bodies.
  const std::vector<Index>* units() const { return units_.empty() ? nullptr : &units_; }

  // (time [s], principal moments of the rigid bodies [kg m2], motion) Gives the frozen bodies the motion of that time.
  void place(double time, const Vec3s& moments, std::vector<GrainMotion>& motion) const;
  // Writes the frozen bodies to the state, at its time.
  void save(State& state) const { rubble::place(frozen_, state.time, state); }

 private:
  // A frozen rigid body at the time `since` of its motion.
  struct AtRest {
    std::size_t body;
    Vec3 centre;  // [m]
    Quaternion orientation;
  };

  std::vector<FrozenBodies> frozen_;
  std::vector<Index> group_;     // of each rigid body: index in frozen_, or -1
  std::vector<AtRest> at_rest_;  // in the order of the rigid bodies
  std::vector<char> rows_;
  std::vector<Index> units_;
};

}  // namespace rubble::nscd
