#pragma once
// Running means of a time series.
#include "base/vec.hpp"

namespace rubble::measure {

// A mean belongs to the mean time of its samples: half a window after the first of them, not to the end of the window.
struct Mean {
  double time = 0;  // [s]
  double value = 0;
};

// (times [s], ascending; values; window [s] >= 0; sample) => mean of that sample and of all samples up to a window
// before it.
Mean running_mean(const Reals& time, const Reals& value, double window, std::size_t sample);

}  // namespace rubble::measure
