#pragma once
// Descriptions of the parameters of a section, for --describe and --reference. They are generated from the declarations
// that the parser uses.
#include "config/document.hpp"

#include <string>
#include <vector>

namespace rubble::config {

struct Row {
  std::string key, unit;
  std::string kind;     // "number", "integer", "boolean", "word", "vector", "numbers", "words" or "points"
  std::string allowed;  // range or choices, for readers
  std::string initial;  // the default, as in TOML but with auto and none unquoted; "unset" for a word that may be left
                        // out; "required" if the key must be given
  std::string text;
  std::vector<std::string> choices;
  std::vector<std::string> words;  // "auto", "none" or both, if a numeric parameter accepts them instead of a number
};

struct Table {
  std::string heading;  // "[run]", "[contact.normal] law = \"linear\""
  std::string text;     // one sentence that introduces the table
  std::vector<Row> rows;
};

using Tables = std::vector<Table>;
Tables operator+(Tables a, const Tables& b);

// (heading, introduction, parameters with their initial values) => a list with this table.
Tables describe_slots(const std::string& heading, const std::string& text, const std::vector<Slot>& slots);

// (heading such as "[run]", introduction) => table of the parameters of P.
template <class P>
Tables describe(const std::string& heading, const std::string& text) {
  P initial{};
  return describe_slots(heading, text, slots_of(initial));
}

// (name of the random choices that depend on the seed) => description of the key `seed`, which stands in the TOML file
// before the first table.
Tables describe_seed(const std::string& use);

// A line with heading and introduction of each table, then a line for each parameter: key, unit, range or choices,
// default, text, in aligned columns.
std::string text_of(const Tables& tables);

}  // namespace rubble::config
