#pragma once
// Limits and convergence of the iterations of the sweeps.
#include "friction/momentum.hpp"
#include "friction/problem.hpp"

#include <cstdint>

namespace rubble::friction {

struct SweepOptions {
  Cone cone = Cone::coulomb;
  double tolerance = 1e-4;        // limit of the residual, and of a sixteenth of the largest error / the mean
  std::int64_t iterations = 500;  // largest number of iterations; double precision does at least one
  std::int64_t least = 10;        // smallest number of iterations, unless the error is very small
};

// The error of a contact is the change of its impulse by a step along its velocity, with the shorter of the two lengths
// 1 / W_nn and 1 / w_t (docs/theory.md 10.6). All lengths are weighted with sqrt(W_nn).
struct SweepReport {
  std::int64_t iterations = 0;
  double change = 0;    // rms change of the impulses in the last iteration / their mean
  double residual = 0;  // rms error / mean impulse; 0 if there are no impulses beyond rounding
  bool converged = false;
};

// Sums over contacts of the changes or errors of their impulses, and of the impulses.
struct SweepSums {
  double square = 0;   // sum of W_nn |change|^2
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

  // (sums of the changes of an iteration) Sets report, momentum, done, and whether the errors are due.
  void take(const SweepSums& changes);
  // (sums of the errors) Sets report and done.
  void take_errors(const SweepSums& errors);

  SweepReport report;
  bool done = false;
  bool due = false;     // true if the errors should be found
  double momentum = 0;  // of the next iteration

 private:
  double limit() const;
  double rounding_of(const SweepSums& sums) const;

  SweepOptions options_;
  double rounding_, noise_, links_;
  Momentum rule_;
  double share_ = 0;       // largest error / change, both relative, when the errors were last found
  std::int64_t next_ = 1;  // iteration in which the errors are found again at the latest
};

// Options for the iterations in double precision, after those in single precision. At least one iteration remains.
SweepOptions rest_of(SweepOptions options, std::int64_t iterations);

}  // namespace rubble::friction
