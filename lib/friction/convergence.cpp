#include "friction/convergence.hpp"

#include "base/interrupt.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::friction {
namespace {

constexpr double kRoundings = 16;  // smallest meaningful change of an iteration / its rounding error
constexpr std::int64_t kWait = 4;  // iterations after which errors are found even if not expected small
constexpr double kAtOnce = 0.01;   // error / tolerance up to which fewer than `least` iterations suffice

}  // namespace

void SweepSums::add(const SweepSums& other) {
  square += other.square;
  largest = std::max(largest, other.largest);
  size += other.size;
  energy += other.energy;
}

// Largest error at which the iterations may end.
double Convergence::limit() const {
  return report.iterations >= options_.least ? options_.tolerance : kAtOnce * options_.tolerance;
}

// Largest rms change or error that may be due to rounding.
double Convergence::rounding_of(const SweepSums& sums) const {
  return kRoundings * (rounding_ * std::sqrt(sums.energy / links_) + noise_);
}

void Convergence::take(const SweepSums& changes) {
  ++report.iterations;
  const double change = std::sqrt(changes.square / links_);
  const double mean = changes.size / links_;
  report.change = change == 0 ? 0 : change / mean;
  report.converged = change <= rounding_of(changes);
  done = report.converged || report.iterations >= options_.iterations || interrupt::overdue();
  due = !done && (share_ * report.change <= limit() || report.iterations >= next_);
  momentum = rule_.after(changes.square);
}

void Convergence::take_errors(const SweepSums& errors) {
  const double quadratic = std::sqrt(errors.square / links_);
  const double rounding = rounding_of(errors);
  const double mean = std::max(errors.size / links_, rounding);
  report.residual = quadratic <= rounding && mean == rounding ? 0 : quadratic / mean;
  const double error = std::max(quadratic, std::sqrt(errors.largest) / 16) / mean;
  if (report.change > 0) share_ = error / report.change;
  next_ = report.iterations + std::max(kWait, report.iterations / 8);
  report.converged = report.converged || quadratic <= rounding || error <= limit();
  done = done || report.converged;
}

SweepOptions rest_of(SweepOptions options, std::int64_t iterations) {
  options.iterations = std::max<std::int64_t>(options.iterations - iterations, 1);
  options.least = 1;
  return options;
}
}  // namespace rubble::friction
