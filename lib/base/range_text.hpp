#pragma once
// Ranges in messages and tables.
#include "base/field.hpp"

namespace rubble {

bool inside(const Range& range, double value);

// "> 0", "[0, 1]"; empty if any value is allowed.
std::string shown(const Range& range);

// (range, value outside it, unit, its text if written in another unit) => error message: "must be > 0 m, not -3",
// "must be in [0, 1], not 2", "must be < 2 rad, not 2.0943951023931953 ("120 deg")"
std::string must_be(const Range& range, double value, const std::string& unit, const std::string& written = "");

}  // namespace rubble
