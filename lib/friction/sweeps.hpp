#pragma once
// Nonlinear Gauss-Seidel on bodies and their contacts: impulses change the bodies' velocities at once, so that a sweep
// costs as much as there are contacts. Contacts that share no body have one colour and are solved side by side, four
// in each vector and on all threads; the bits do not depend on the threads. docs/theory.md 10.6.
#include "base/pack.hpp"
#include "base/parallel.hpp"
#include "friction/bodies.hpp"

namespace rubble::friction {

struct SweepOptions {
  Cone cone = Cone::coulomb;
  // Of the change of impulses in a sweep, half of that in an iteration, which is two: the larger of its quadratic mean
  // and a sixteenth of its maximum, over the mean normal impulse.
  double tolerance = 1e-4;
  std::int64_t iterations = 500;  // at most
  std::int64_t least = 5;         // at least, unless nothing touches
};

struct SweepReport {
  std::int64_t iterations = 0;
  double change = 0;    // that of the last iteration, as in `tolerance`
  double residual = 0;  // quadratic mean of |p - P_K(p - v / w)| over the mean size of the impulses: 0 for a solution;
                        // v the dual velocity, w the largest eigenvalue of W_cc's diagonal form
  bool converged = false;
};

// Four contacts.
struct LinkPack {
  std::array<Index, kLanes> a, b;
  std::array<Index, kLanes> link;  // which one of the problem; -1: none
  Pack3 normal, shift, impulse;
  Pack3 arm_a, arm_b;              // bodies of any moments
  Pack reach_a, reach_b;           // of bodies with equal moments: arm_a = reach_a n, arm_b = -reach_b n
  Pack normal_step, sliding_step;  // 1 / W_nn, 1 / w_t, w_t the largest eigenvalue of the tangential block [kg]
  Pack friction;
};

struct MovingBody {
  Xyzw velocity;  // and 1 / mass
  Xyzw spin;      // and 1 / moment of inertia
};
struct InverseInertia {
  Xyzw diagonal;  // xx, yy, zz
  Xyzw mixed;     // yz, zx, xy
};

// Working memory; one that is used again needs no new places.
class Sweeps {
 public:
  // (problem, impulses on b to start from [m]) => the impulses, and the bodies' velocities with them in the problem.
  SweepReport solve(BodyProblem& problem, const SweepOptions& options, Vec3s& impulses);

 private:
  struct Group {  // packs of one colour: pairs, then walls
    std::size_t first, walls, last;
  };
  struct Sums {
    double step = 0;      // sum of w |change|^2
    double square = 0;    // sum of |change|^2
    double largest = 0;   // greatest |change|^2
    double impulses = 0;  // sum of the normal impulses
    void add(const Sums& other);
  };

  void load(const BodyProblem& problem, const Vec3s& impulses);
  void colour(const Links& links);
  void fill(const BodyProblem& problem, const Vec3s& impulses);
  template <bool round>
  void apply(const Team& team, const Bodies& bodies);
  template <Cone cone, bool round>
  SweepReport iterate(const Bodies& bodies, const SweepOptions& options);
  template <Cone cone, bool round>
  void sweep(const Team& team);
  template <Cone cone, bool round>
  void sweep_group(const Team& team, const Group& group);
  Sums compare(const Team& team);
  void keep_and_go_on(const Team& team, double momentum);
  template <Cone cone, bool round>
  double residual() const;

  std::size_t links_ = 0;
  bool round_ = false;
  std::vector<MovingBody> body_;  // those of the problem, then three that stand for none
  std::vector<InverseInertia> inertia_;
  std::vector<std::uint64_t> used_;    // colours of each body's contacts
  std::vector<Index> order_, colour_;  // links by colour; colour of each
  std::vector<Group> group_;
  std::vector<LinkPack> pack_;
  std::vector<Pack3> start_, before_;  // impulses at the start of the iteration, after the one before
  std::vector<MovingBody> body_before_;
  std::vector<Sums> block_;
};

}  // namespace rubble::friction
