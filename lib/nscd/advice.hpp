#pragma once
// Advice in the messages on steps that are too long.
#include "nscd/parameters.hpp"

#include <cmath>
#include <string>

namespace rubble::nscd {

// (law) => end of a message that advises a shorter step; empty if the speed of the overlap correction has a limit.
// Without a limit, bodies leave an overlap by the same distance in a step of any length, and a shorter step does not
// help. docs/theory.md 11.2.
inline std::string advice_on_recovery(const ContactLaw& law) {
  if (!law.recovery_speed || std::isfinite(*law.recovery_speed)) return "";
  return "; for bodies that leave overlaps, set a limit contact.recovery_speed or a smaller contact.recovery instead, "
         "because \"none\" makes them faster in shorter steps";
}

}  // namespace rubble::nscd
