#include "config/key_names.hpp"

#include "base/printable.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace rubble::config {

bool is_bare_key(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

std::string join(std::string_view section, std::string_view key) {
  if (section.empty() || key.empty()) return std::string(section) + std::string(key);
  return fmt::format("{}.{}", section, key);
}

std::pair<std::string, std::string> split_last(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  const std::string_view parent = dot == std::string_view::npos ? "" : path.substr(0, dot);
  const std::string_view key = dot == std::string_view::npos ? path : path.substr(dot + 1);
  return {std::string(parent), std::string(key.substr(0, key.find('[')))};
}

std::string without_number(std::string_view path) {
  const std::size_t open = path.find('['), close = path.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos) return std::string(path);
  return std::string(path.substr(0, open)) + std::string(path.substr(close + 1));
}

std::string placed(std::string_view section) {
  if (section.empty()) return "at the top level";
  const std::size_t bracket = section.find('[');
  if (bracket == std::string_view::npos) return fmt::format("in [{}]", section);
  return fmt::format("in [[{}]]", section.substr(0, bracket));
}

bool is_table_of_some_tool(std::string_view path) {
  constexpr std::string_view kTables[] = {
      "body",
      "body.strength",
      "bonds",
      "box",
      "cloud",
      "contact",
      "contact.cohesion",
      "contact.material",
      "contact.normal",
      "contact.pair",
      "contact.rolling",
      "contact.sliding",
      "ejecta",
      "encounter",
      "external",
      "external.planet",
      "flyby",
      "flyby.spin",
      "frozen",
      "grains",
      "gravity",
      "hill",
      "impact",
      "intruder",
      "material",
      "mesh",
      "method",
      "motion",
      "outcome",
      "overlap",
      "packing",
      "periodic",
      "place",
      "plane",
      "planet",
      "probe",
      "run",
      "sanity",
      "shake",
      "shake.table",
      "shape",
      "size",
      "solver",
      "spin",
      "spinup",
      "step",
      "stop",
      "strength",
  };
  return std::find(std::begin(kTables), std::end(kTables), path) != std::end(kTables);
}

std::string option_text(const std::string& change) {
  return change.starts_with('!') ? "--unset " + quoted(change.substr(1)) : "--set " + quoted(change);
}

}  // namespace rubble::config
