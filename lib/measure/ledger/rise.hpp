#pragma once
// Rise of a body in a shaken bed.
#include "base/vec.hpp"

namespace rubble::measure {

// (cycles since the start of the shaking at each record, ascending; values) => mean of the values of each whole cycle.
// InputError if a cycle has fewer than four records, which do not determine its mean.
Reals cycle_means(const Reals& cycles, const Reals& value);

struct Rise {
  double initial = 0, last = 0;  // lowest mean height of the first cycles, mean height of the last cycles [m]
  bool rose = false;             // true if the body rose by more than both margins
  double start = 0, end = 0;     // cycles since the start of the shaking at the beginning and the end of the rise
  double cycles() const { return end - start; }
  // Two alternative definitions, in cycles since the start of the shaking, if the body rose.
  double crossing = 0;  // first time at which the mean height reaches `last`
  double plateau = 0;   // first time at which a running mean over n cycles reaches 95 % of its maximum
};

// (mean height by cycle [m], height of the bed [m], margin, number n of cycles at either end) => the rise, from the
// last crossing of the initial height + margin x bed to the first crossing of the final height - margin x bed. Means
// belong to the middle of their cycles, with linear interpolation between them. The initial height is the lowest of the
// first n means, because shaking that starts abruptly throws up the whole bed in its first cycle. All definitions start
// at that cycle. A running mean belongs to the middle of its cycles.
Rise rise(const Reals& height, double bed, double margin, std::size_t end_cycles);

}  // namespace rubble::measure
