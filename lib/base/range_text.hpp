#pragma once
// Ranges in messages and tables.
#include "base/field.hpp"

namespace rubble {

bool inside(const Range& range, double value);

// "> 0", "[0, 1]"; empty where anything goes.
std::string shown(const Range& range);

// (range, value outside of it, unit) => the message about it: "must be > 0 m, not -3", "must be in [0, 1], not 2"
std::string must_be(const Range& range, double value, const std::string& unit);

}  // namespace rubble
