#pragma once
// Means of a time series over a window that moves with it.
#include "base/vec.hpp"

namespace rubble::measure {

// A mean stands at the mean time of its samples: half a window after the first of them, not at its end.
struct Mean {
  double time = 0;  // [s]
  double value = 0;
};

// (times [s], rising; values; window [s] >= 0; sample) => mean of that sample and those up to a window before it.
Mean running_mean(const Reals& time, const Reals& value, double window, std::size_t sample);

}  // namespace rubble::measure
