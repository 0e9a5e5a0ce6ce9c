#pragma once
// Checks of [gravity] that several methods share.
#include "config/document.hpp"
#include "gravity/parameters.hpp"

namespace rubble::setup {

// InputError if [gravity] hold is above 0 but below the error of the fmm. The errors of the sums differ from one sum to
// the next, so that the extrapolation cannot be more accurate than the sums.
inline void check_hold(const config::Document& config, const gravity::Parameters& gravity) {
  if (gravity.method == gravity::Summation::fmm && gravity.hold > 0 && gravity.hold < gravity.error)
    throw config.error({"gravity.hold", "gravity.error", "gravity.method"},
                       "'hold' in [gravity] must be 0 or at least 'error'");
}

// InputError if [gravity] torque names multipoles, for methods without hulls.
inline void require_no_multipoles(const config::Document& config, const gravity::Parameters& gravity) {
  if (gravity::multipoles_of(gravity.torque) > 0)
    throw config.error(
        {"gravity.torque", "method.kind"},
        "'torque' in [gravity] applies only to hulls: remove it, or set method.kind = \"contact-dynamics\"");
}

}  // namespace rubble::setup
