#pragma once
// Conditions on gravity that is held between its sums, for every method.
#include "config/document.hpp"
#include "gravity/parameters.hpp"

namespace rubble::method {

// The errors of the sums vary from one sum to the next: a linear extrapolation cannot be more accurate than they are.
inline void check_hold(const config::Document& config, const gravity::Parameters& gravity) {
  if (gravity.method == "fmm" && gravity.hold > 0 && gravity.hold < gravity.error)
    throw config.error("gravity", "hold", "'hold' in [gravity] must be 0 or at least 'error'");
}

}  // namespace rubble::method
