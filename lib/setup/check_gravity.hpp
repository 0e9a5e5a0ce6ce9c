#pragma once
// Checks of [gravity] that several methods share.
#include "config/document.hpp"
#include "gravity/parameters.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace rubble::setup {

// Refuses keys of [gravity] without effect. The defaults are accepted because outputs record them.
inline void require_effect(const config::Document& config, const gravity::Parameters& gravity) {
  const gravity::Parameters initial;
  const bool none = gravity.method == gravity::Summation::none;
  if (gravity.method != gravity::Summation::fmm && gravity.error != initial.error)
    throw config.error({"gravity.error", "gravity.method"},
                       "'error' in [gravity] has no effect without method = \"fmm\": remove 'error', or set method = "
                       "\"fmm\"");
  for (const auto& [key, differs] :
       {std::pair{"hold", gravity.hold != initial.hold}, std::pair{"torque", gravity.torque != initial.torque}})
    if (none && differs)
      throw config.error({std::string("gravity.") + key, "gravity.method"},
                         fmt::format("'{0}' in [gravity] has no effect with method = \"none\": remove '{0}', or set "
                                     "another method",
                                     key));
}

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
