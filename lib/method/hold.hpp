#pragma once
// Check of gravity.hold: forces of gravity are extrapolated in time between their sums. Used by several methods.
#include "config/document.hpp"
#include "gravity/parameters.hpp"

namespace rubble::method {

// InputError if [gravity] hold is above 0 but below the error of the fmm. The errors of the sums differ from one sum to
// the next, so that the extrapolation cannot be more accurate than the sums.
inline void check_hold(const config::Document& config, const gravity::Parameters& gravity) {
  if (gravity.method == "fmm" && gravity.hold > 0 && gravity.hold < gravity.error)
    throw config.error("gravity", "hold", "'hold' in [gravity] must be 0 or at least 'error'");
}

}  // namespace rubble::method
