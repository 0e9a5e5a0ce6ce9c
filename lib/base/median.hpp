#pragma once
// The median of a sample.
#include "base/vec.hpp"

#include <algorithm>

namespace rubble {

// (values, not empty) => the middle one in rising order; of an even number the upper one of the two in the middle.
inline double median(Reals values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace rubble
