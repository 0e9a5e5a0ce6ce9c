#pragma once
// Nonlinear Gauss-Seidel on bodies and contacts. Impulses change the velocities of the bodies at once, so that the cost
// of a sweep is proportional to the number of contacts. Contacts of one colour share no body and are solved in
// parallel, in the lanes of a vector and on all threads. The bits do not depend on the number of threads. The first
// iterations use single precision, with eight contacts in a vector. Double precision, with four, follows until the
// tolerance is satisfied. docs/theory.md 10.6.
#include "friction/body_velocities.hpp"
#include "friction/sweep_lanes.hpp"

namespace rubble::friction {

// Solver with its working memory. Repeated solutions of the same size allocate no memory except for the colours.
class Sweeps {
 public:
  // (problem, initial impulse on body b of each contact [N s]) Replaces the impulses by the solution, and the
  // velocities in the problem by those after these impulses. Throws std::invalid_argument unless there is one impulse
  // for each contact, and either no lower bound or one for each contact.
  SweepReport solve(BodyProblem& problem, const SweepOptions& options, Vec3s& impulses);

 private:
  void resize(const BodyProblem& problem, bool smooth);
  void fill(std::size_t k, bool wall, const BodyProblem& problem, const Vec3s& impulses, bool smooth);
  void load(const BodyProblem& problem, const Vec3s& impulses, bool smooth);
  template <Turning turning>
  void apply(const ThreadGroup& threads, const BodyVelocities& bodies);
  template <Turning turning>
  Pack3 velocity_of(const LinkPack<Pack>& p, bool wall) const;
  template <Turning turning, class Contacts>
  void to_single(const ThreadGroup& threads, SweepLanes<Contacts>& single);
  template <class Contacts>
  void from_single(const ThreadGroup& threads, const SweepLanes<Contacts>& single);
  template <Cone cone, Turning turning, class Contacts>
  SweepReport run(const BodyVelocities& bodies, const SweepOptions& options, SweepLanes<Contacts>& fast);

  std::size_t links_ = 0;
  double mass_ = 1;   // unit of mass in single precision [kg]
  double noise_ = 0;  // rms of sqrt(W_nn) |p| due to rounding of velocities in double precision [kg^1/2 m s-1]
  Colours colours_;
  SweepLanes<LinkPack<Pack>> double_;
  SweepLanes<LinkPack<Pack8>> single_;
  SweepLanes<SmoothPack<Pack8>> smooth_;  // in place of single_, for balls without friction
  Reals pressing_;                        // pressing_energy() of each pack of double_
};

}  // namespace rubble::friction
