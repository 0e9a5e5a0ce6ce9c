#pragma once
// Numbers without a unit that are far from the typical values of their keys.
#include "base/typical_value.hpp"
#include "config/document.hpp"

#include <string>
#include <vector>

namespace rubble::config {

// (document, typical values) => a warning for each key that has a number without a unit whose magnitude is outside the
// plausible ratios: the key, its value, the typical value and the units that were probably meant. Numbers of 0, and
// quantities with a unit, are never questioned. Keys that the document does not have are ignored. For a key with
// several typical values the first that disagrees counts.
std::vector<std::string> implausible_numbers(const Document& document, const std::vector<TypicalValue>& typical);

}  // namespace rubble::config
