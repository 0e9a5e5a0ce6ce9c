#pragma once
// How fast a body rises in a shaken bed.
#include "base/vec.hpp"

namespace rubble::measure {

// (cycles since the start of the shaking at each record, rising; values) => mean of the values of each whole cycle.
// InputError if a cycle has fewer than four records: they would not tell its mean.
Reals cycle_means(const Reals& cycles, const Reals& value);

struct Rise {
  double initial = 0, last = 0;  // lowest mean of the first cycles, mean of the last ones [m]
  bool rose = false;             // by more than both margins
  double start = 0, end = 0;     // cycles since the start of the shaking at which it left and arrived
  double cycles() const { return end - start; }
  // Two other readings, in cycles since the start of the shaking, if it rose.
  double crossing = 0;  // until the mean height first reaches `last`
  double plateau = 0;   // until a running mean over as many cycles first reaches 95 % of its maximum
};

// (mean height by cycle [m], height of the bed [m], margin, number n of cycles at either end) => the rise: from the
// last crossing of the initial height + margin x bed to the first crossing of the final height - margin x bed; means
// stand in the middle of their cycles, straight lines between them. The initial height is the lowest of the first n
// means: a shaking that begins at once throws the whole bed up in its first cycle; all readings look from there on. A
// running mean stands in the middle of its cycles.
Rise rise(const Reals& height, double bed, double margin, std::size_t end_cycles);

}  // namespace rubble::measure
