#pragma once
// When a pile gave way: the moment at which a radius, followed in time, has grown by more than a share, or at which it
// has lost more than a share of its mass.
#include "base/vec.hpp"

#include <optional>

namespace rubble::measure {

struct Failure {
  bool found = false;
  double time = 0;               // [s]
  double before = 0, after = 0;  // the samples between which it lies [s]
  double growth = 0;             // largest of what is compared with the threshold
};

// (times of the records [s], radii [m], threshold > 0, window of a running mean [s], 0: none) => when the mean first
// exceeds (1 + threshold) x the first radius, linear between means, which stand at the mean time of their samples.
// `growth`: of the running mean / the first radius, less 1.
Failure first_growth(const Reals& time, const Reals& radius, double threshold, double window);

// (times of the records [s], shares of the mass that were lost by then, threshold > 0, window [s]) => when the running
// mean first exceeds the threshold, linear between means; at the first record if it does so there. `growth`: the
// largest mean.
Failure first_excess(const Reals& time, const Reals& lost, double threshold, double window);

// (times [s], rising; values; moment within) => value then, linear between records.
double value_at(const Reals& time, const Reals& value, double moment);

// (times [s], rising; values; level) => first time at which a value is above the level, linear between records.
std::optional<double> first_above(const Reals& time, const Reals& value, double level);

}  // namespace rubble::measure
