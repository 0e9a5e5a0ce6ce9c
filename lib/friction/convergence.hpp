#pragma once
// Limits and convergence of the iterations of the sweeps.
#include "friction/problem.hpp"

#include <cstdint>

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

inline constexpr double kSingleRounding = 6e-8;     // relative rounding error of single precision
inline constexpr double kDoubleRounding = 1.1e-16;  // relative rounding error of double precision

// Evaluates each iteration: decides on the end of the iterations and on the momentum of the next one.
class Convergence {
 public:
  // rounding: relative rounding error of an impulse; noise: rounding error of velocities, as the root mean square of
  // sqrt(W_nn) |p| over the contacts.
  Convergence(const SweepOptions& options, double rounding, double noise, std::size_t links)
      : options_(options), rounding_(rounding), noise_(noise), links_(static_cast<double>(links)) {}

  // (sums of an iteration) Sets report, done and momentum.
  void take(const SweepSums& sums);

  SweepReport report;
  bool done = false;
  double momentum = 0;

 private:
  SweepOptions options_;
  double rounding_, noise_, links_;
  std::int64_t maps_ = 0;  // maps since momentum started
  double last_step_ = 0;
};

// Options for the iterations in double precision, after those in single precision. At least one iteration remains, so
// that convergence is always checked in double precision.
SweepOptions rest_of(SweepOptions options, std::int64_t iterations);

}  // namespace rubble::friction
