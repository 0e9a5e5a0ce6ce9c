#pragma once
// Failure of a pile: the time at which a radius, recorded over time, has grown by more than a given fraction, or at
// which the pile has lost more than a given fraction of its mass.
#include "base/vec.hpp"

#include <optional>

namespace rubble::measure {

struct Failure {
  bool found = false;
  double time = 0;               // [s]
  double before = 0, after = 0;  // times of the two samples that bracket the failure [s]
  double growth = 0;             // largest value that was compared with the threshold; -infinity without records
};

// (times of the records [s], radii [m], threshold > 0, window of a running mean [s], 0: none) => time at which the mean
// first exceeds (1 + threshold) x the first radius. Interpolation is linear between means, each at the mean time of its
// samples. `growth`: running mean / first radius, minus 1.
Failure first_growth(const Reals& time, const Reals& radius, double threshold, double window);

// (times of the records [s], fractions of the mass lost by then, threshold > 0, window [s]) => time at which the
// running mean first exceeds the threshold, by linear interpolation between means; the first record if it exceeds the
// threshold there. `growth`: the largest mean.
Failure first_excess(const Reals& time, const Reals& lost, double threshold, double window);

// (times of the records [s], mass fraction that is kept, mass fraction lost, window [s]) => time at which more than the
// fraction is lost, as first_excess(). Fractions that differ by rounding errors are equal, as in the stop rule of a
// run: ten of 1000 equal bodies are a fraction of 0.01.
Failure first_loss(const Reals& time, const Reals& kept, double fraction, double window);

// (times [s], ascending; values; time within their range) => value at that time, linear between records.
double value_at(const Reals& time, const Reals& value, double moment);

// A quantity at a failure: its value, and its change between the two samples that bracket the failure. NaN without a
// failure.
struct AtFailure {
  double value, uncertainty;
};

// (failure; times [s], ascending; values) => the quantity at the failure
AtFailure at_failure(const Failure& failure, const Reals& time, const Reals& values);

// (failure; times [s], ascending; shortest rotation period until then [s]) => true if the spin had risen by less than
// 0.1 % at the failure: the critical spin is then the initial one or a slower one.
bool failed_at_start(const Failure& failure, const Reals& time, const Reals& shortest_period);

// (times [s], ascending; values; level) => first time at which a value is above the level, linear between records.
std::optional<double> first_above(const Reals& time, const Reals& value, double level);

}  // namespace rubble::measure
