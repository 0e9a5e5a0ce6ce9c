#include "config/plausible.hpp"

#include "base/units.hpp"
#include "config/key_names.hpp"

#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rubble::config {
namespace {

// Units in which users write quantities, by the SI unit of the key.
const std::map<std::string, std::vector<std::string>> kUsualUnits = {
    {"m", {"mm", "cm", "km", "au"}},
    {"s", {"ms", "min", "h", "day", "year"}},
    {"kg", {"g"}},
    {"m s-1", {"mm/s", "cm/s", "km/s"}},
    {"m/s", {"mm/s", "cm/s", "km/s"}},
    {"rad s-1", {"deg/h", "rad/h", "deg/s"}},
};

bool is_plausible(double number, const TypicalValue& typical) {
  const double ratio = std::abs(number) / typical.value;
  return ratio >= typical.least && ratio <= typical.most;
}

// (number, SI unit of its key, typical value) => quantities such as "\"12 km\"" that would be plausible
std::vector<std::string> meant_quantities(double number, const std::string& unit, const TypicalValue& typical) {
  std::vector<std::string> meant;
  const auto usual = kUsualUnits.find(unit);
  if (usual == kUsualUnits.end()) return meant;
  for (const std::string& name : usual->second) {
    const std::string written = fmt::format("{:.6g} {}", number, name);
    if (is_plausible(in_si(written, unit), typical)) meant.push_back(fmt::format("\"{}\"", written));
  }
  return meant;
}

std::string number_text(double number) { return fmt::format("{:.6g}", number); }

std::string warning(const std::string& place, const std::string& unit, double number, const TypicalValue& typical) {
  const std::vector<std::string> meant = meant_quantities(number, unit, typical);
  const std::string question = meant.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(meant, " or "));
  const std::string ratio = fmt::format("{:.2g} times", std::abs(number) / typical.value);
  return fmt::format("warning: {}: {} = {} has no unit and is read as {}, {} {}, {}: write the unit to confirm it{}",
                     place, typical.path, number_text(number), number_text(number) + " " + unit, ratio, typical.what,
                     number_text(typical.value) + " " + unit, question);
}

}  // namespace

std::vector<std::string> implausible_numbers(const Document& document, const std::vector<TypicalValue>& typical) {
  std::vector<std::string> warnings;
  std::set<std::string> questioned;
  for (const TypicalValue& one : typical) {
    const std::optional<double> number = document.number_without_unit(one.path);
    if (!number || *number == 0 || !(one.value > 0) || !std::isfinite(one.value)) continue;
    if (is_plausible(*number, one) || !questioned.insert(one.path).second) continue;
    const std::string& unit = document.units().at(without_number(one.path));
    warnings.push_back(warning(document.where(std::vector{one.path}), unit, *number, one));
  }
  return warnings;
}

}  // namespace rubble::config
