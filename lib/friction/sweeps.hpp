#pragma once
// Nonlinear Gauss-Seidel on bodies and their contacts: impulses change the bodies' velocities at once, so that a sweep
// costs as much as there are contacts. Contacts that share no body have one colour and are solved side by side, in the
// lanes of a vector and on all threads; the bits do not depend on the threads. Single precision first, eight contacts a
// vector, then double precision, four, until the tolerance is kept. docs/theory.md 10.6.
#include "base/parallel.hpp"
#include "friction/bodies.hpp"
#include "friction/colours.hpp"
#include "friction/sweep_kernels.hpp"

namespace rubble::friction {

struct SweepOptions {
  Cone cone = Cone::coulomb;
  // Limit of the change of impulses per sweep (half the change per iteration, which has two sweeps) / mean impulse. The
  // change is the larger of its rms and a sixteenth of its maximum. Impulses are weighted: sqrt(W_nn) |p|.
  double tolerance = 1e-4;
  std::int64_t iterations = 500;  // at most; double precision does one at least
  std::int64_t least = 5;         // at least, unless the first changes next to nothing
};

struct SweepReport {
  std::int64_t iterations = 0;
  double change = 0;  // that of the last iteration, as in `tolerance`
  // Quadratic mean of |p - P_K(p - v / w)| over the mean of the larger of |p| and |v| / w, all times sqrt(W_nn): 0 for
  // a solution; v the dual velocity, w the largest eigenvalue of W_cc's diagonal form.
  double residual = 0;
  bool converged = false;
};

// Sums over contacts that measure the progress of an iteration.
struct SweepSums {
  double step = 0;     // sum of W_nn |change|^2
  double largest = 0;  // greatest of these
  double size = 0;     // sum of sqrt(W_nn) |p|
  double energy = 0;   // sum of W_nn |p|^2
  void add(const SweepSums& other);
};

// Impulses and velocities of one precision, of contacts of one kind.
template <class Contacts>
struct SweepLanes {
  using P = typename Contacts::Numbers;
  using Impulse = typename Contacts::Impulse;
  using Body = typename Contacts::Body;

  std::vector<Contacts> pack;
  std::vector<Body> body;                  // those of the problem, then three that stand for none
  std::vector<InverseInertia<P>> inertia;  // of bodies with any moments
  std::vector<Impulse> start, before;      // impulses at the start of the iteration, after the one before
  std::vector<Body> body_before;
  std::vector<SweepSums> block;

  void resize(std::size_t packs, std::size_t bodies, bool round);
  // The state is that of an iteration's start.
  void begin(const ThreadGroup& threads);
  template <Cone cone, Turning turning>
  void sweep(const ThreadGroup& threads, const Colours& colours);
  template <Cone cone, Turning turning>
  void sweep_group(const ThreadGroup& threads, const Colours::Group& group);
  SweepSums compare(const ThreadGroup& threads);
  void keep_and_go_on(const ThreadGroup& threads, double momentum);
};

// Working memory; one that is used again needs no new places.
class Sweeps {
 public:
  // (problem, impulses on b to start from [m]) => the impulses, and the bodies' velocities with them in the problem.
  SweepReport solve(BodyProblem& problem, const SweepOptions& options, Vec3s& impulses);

 private:
  void load(const BodyProblem& problem, const Vec3s& impulses, bool smooth);
  template <Turning turning>
  void apply(const ThreadGroup& threads, const Bodies& bodies);
  template <Turning turning>
  Pack3 velocity_of(const LinkPack<Pack>& p, bool wall) const;
  template <Turning turning, class Contacts>
  void to_single(const ThreadGroup& threads, SweepLanes<Contacts>& single);
  template <class Contacts>
  void from_single(const ThreadGroup& threads, const SweepLanes<Contacts>& single);
  template <Cone cone, Turning turning, class Contacts>
  SweepReport run(const Bodies& bodies, const SweepOptions& options, SweepLanes<Contacts>& fast);
  template <Cone cone, Turning turning>
  void find_errors(const ThreadGroup& threads);
  double residual() const;

  std::size_t links_ = 0;
  double mass_ = 1;   // unit of mass in single precision [kg]
  double noise_ = 0;  // rounding of velocities in double precision, as a mean of sqrt(W_nn) |p|
  Colours colours_;
  SweepLanes<LinkPack<Pack>> double_;
  SweepLanes<LinkPack<Pack8>> single_;
  SweepLanes<SmoothPack<Pack8>> smooth_;  // in place of single_, of balls without friction
  Reals error_, size_;                    // of each pack
};

}  // namespace rubble::friction
