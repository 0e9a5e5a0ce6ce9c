#pragma once
// Nonlinear Gauss-Seidel on bodies and contacts. Impulses change the velocities of the bodies at once, so that the cost
// of a sweep is proportional to the number of contacts. Contacts of one colour share no body and are solved in
// parallel, in the lanes of a vector and on all threads. The bits do not depend on the number of threads. The first
// iterations use single precision, with eight contacts in a vector. Double precision, with four, follows until the
// tolerance is satisfied. docs/theory.md 10.6.
#include "base/parallel.hpp"
#include "friction/body_velocities.hpp"
#include "friction/colours.hpp"
#include "friction/sweep_kernels.hpp"

namespace rubble::friction {

struct SweepOptions {
  Cone cone = Cone::coulomb;
  // Limit of the change of impulses per sweep (half the change per iteration, which has two sweeps) / mean impulse. The
  // change is the larger of its rms and a sixteenth of its maximum. Impulses are weighted: sqrt(W_nn) |p|.
  double tolerance = 1e-4;
  std::int64_t iterations = 500;  // largest number of iterations; double precision does at least one
  std::int64_t least = 5;         // smallest number of iterations, unless the first change is very small
};

struct SweepReport {
  std::int64_t iterations = 0;
  double change = 0;  // change in the last iteration, defined as for `tolerance`
  // Root mean square of |p - P_K(p - v / w)| / mean of the larger of |p| and |v| / w, all weighted with sqrt(W_nn). It
  // is 0 for a solution. Here v is the dual velocity and w the largest eigenvalue of the diagonal form of W_cc.
  double residual = 0;
  bool converged = false;
};

// Sums over contacts that measure the progress of an iteration.
struct SweepSums {
  double step = 0;     // sum of W_nn |change|^2
  double largest = 0;  // largest W_nn |change|^2
  double size = 0;     // sum of sqrt(W_nn) |p|
  double energy = 0;   // sum of W_nn |p|^2
  void add(const SweepSums& other);
};

// Impulses and velocities in one precision, for one kind of contacts.
template <class Contacts>
struct SweepLanes {
  using P = typename Contacts::Numbers;
  using Impulse = typename Contacts::Impulse;
  using Body = typename Contacts::Body;

  std::vector<Contacts> pack;
  std::vector<Body> body;                  // bodies of the problem, then three dummy bodies
  std::vector<InverseInertia<P>> inertia;  // for bodies of any inertia; empty for balls
  std::vector<Impulse> start, before;      // impulses at the start of this iteration and after the previous one
  std::vector<Body> body_before;
  std::vector<SweepSums> block;

  void resize(std::size_t packs, std::size_t bodies, bool round);
  // Stores the state at the start of the first iteration.
  void begin(const ThreadGroup& threads);
  template <Cone cone, Turning turning>
  void sweep(const ThreadGroup& threads, const Colours& colours);
  template <Cone cone, Turning turning>
  void sweep_group(const ThreadGroup& threads, const Colours::Group& group);
  SweepSums compare(const ThreadGroup& threads);
  void keep_and_go_on(const ThreadGroup& threads, double momentum);
};

// Solver with its working memory. Repeated solutions of the same size allocate no memory except for the colours.
class Sweeps {
 public:
  // (problem, initial impulse on body b of each contact [N s]) Replaces the impulses by the solution, and the
  // velocities in the problem by those after these impulses. Throws std::invalid_argument unless there is one impulse
  // for each contact, and either no lower bound or one for each contact.
  SweepReport solve(BodyProblem& problem, const SweepOptions& options, Vec3s& impulses);

 private:
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
  template <Cone cone, Turning turning>
  void find_errors(const ThreadGroup& threads);
  double residual() const;

  std::size_t links_ = 0;
  double mass_ = 1;   // unit of mass in single precision [kg]
  double noise_ = 0;  // rms of sqrt(W_nn) |p| due to rounding of velocities in double precision [kg^1/2 m s-1]
  Colours colours_;
  SweepLanes<LinkPack<Pack>> double_;
  SweepLanes<LinkPack<Pack8>> single_;
  SweepLanes<SmoothPack<Pack8>> smooth_;  // in place of single_, for balls without friction
  Reals error_, size_;                    // for each pack
};

}  // namespace rubble::friction
