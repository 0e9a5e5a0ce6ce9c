#include "base/range_text.hpp"

#include "base/printable.hpp"

#include <cmath>

#include <fmt/format.h>

namespace rubble {

bool inside(const Range& range, double value) {
  return (range.min_allowed ? value >= range.min : value > range.min) &&
         (range.max_allowed ? value <= range.max : value < range.max);
}

std::string shown(const Range& range) {
  const bool below = std::isfinite(range.min), above = std::isfinite(range.max);
  if (below && above)
    return fmt::format("{}{}, {}{}", range.min_allowed ? '[' : '(', range.min, range.max,
                       range.max_allowed ? ']' : ')');
  if (below) return fmt::format("{} {}", range.min_allowed ? ">=" : ">", range.min);
  if (above) return fmt::format("{} {}", range.max_allowed ? "<=" : "<", range.max);
  return "";
}

std::string must_be(const Range& range, double value, const std::string& unit, const std::string& written) {
  const bool both = std::isfinite(range.min) && std::isfinite(range.max), pure = unit.empty() || unit == "1";
  return fmt::format("must be {}{}{}, not {}{}", both ? "in " : "", shown(range), pure ? "" : " " + unit, value,
                     written.empty() ? "" : " (" + quoted(written) + ")");
}

}  // namespace rubble
