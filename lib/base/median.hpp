#pragma once
// The median of a sample.
#include "base/vec.hpp"

#include <algorithm>

namespace rubble {

// (values, at least one) => their median. For an even number of values, the larger of the two middle ones.
inline double median(Reals values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace rubble
