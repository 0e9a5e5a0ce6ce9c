#pragma once
// Descriptions of the parameters of a section, for --describe and --reference, made from the declarations that the
// parser reads.
#include "config/document.hpp"

#include <string>
#include <vector>

namespace rubble::config {

struct Row {
  std::string key, unit;
  std::string kind;     // "number", "integer", "boolean", "word", "vector", "numbers", "words" or "points"
  std::string allowed;  // range or choices, for the eye
  std::string initial;  // the default, as in TOML; "required" if there is none
  std::string text;
  std::vector<std::string> choices;
  bool automatic;  // may be "auto"
};

struct Table {
  std::string heading;  // "[run]", "[contact.normal] law = \"linear\""
  std::vector<Row> rows;
};

using Tables = std::vector<Table>;
Tables operator+(Tables a, const Tables& b);

// (heading, parameters with their initial values) => its table.
Tables describe_slots(const std::string& heading, const std::vector<Slot>& slots);

// (heading such as "[run]") => table of the parameters of P.
template <class P>
Tables describe(const std::string& heading) {
  P initial{};
  return describe_slots(heading, slots_of(initial));
}

// The number at the top level that random choices follow. (what they are)
Tables describe_seed(const std::string& use);

// One line for each parameter: key, unit, what is allowed, default, text; columns under each other in each table.
std::string text_of(const Tables& tables);

}  // namespace rubble::config
