#include "friction/convergence.hpp"

#include "base/interrupt.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::friction {
namespace {

constexpr double kGrowth = 1.02;   // growth of a step over the last one from which on momentum is reduced
constexpr double kRoundings = 16;  // smallest meaningful change of an iteration / its rounding error
constexpr double kAtOnce = 0.01;   // change / tolerance up to which fewer than `least` iterations suffice

}  // namespace

void SweepSums::add(const SweepSums& other) {
  step += other.step;
  largest = std::max(largest, other.largest);
  size += other.size;
  energy += other.energy;
}
void Convergence::take(const SweepSums& sums) {
  ++report.iterations;
  // Change per sweep, weighted as for SweepOptions::tolerance. An iteration has two sweeps.
  const double change = 0.5 * std::max(std::sqrt(sums.step / links_), std::sqrt(sums.largest) / 16);
  const double mean = sums.size / links_;
  report.change = change == 0 ? 0 : change / mean;
  const double rounding = rounding_ * std::sqrt(sums.energy / links_) + noise_;
  const double tolerance = std::max(options_.tolerance, kRoundings * rounding / mean);
  const bool enough = report.iterations >= options_.least || report.change <= kAtOnce * options_.tolerance;
  report.converged = change == 0 || (report.change <= tolerance && enough);
  done = report.converged || report.iterations >= options_.iterations || interrupt::overdue();
  const bool grows = maps_ > 0 && sums.step > kGrowth * last_step_;
  maps_ = grows ? maps_ / 2 : maps_ + 1;
  last_step_ = sums.step;
  momentum = grows ? 0 : static_cast<double>(maps_) / static_cast<double>(maps_ + 3);
}

SweepOptions rest_of(SweepOptions options, std::int64_t iterations) {
  options.iterations = std::max<std::int64_t>(options.iterations - iterations, 1);
  options.least = std::max<std::int64_t>(options.least - iterations, 1);
  return options;
}
}  // namespace rubble::friction
