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

// Name of a table, and of one of its variants.
struct Heading {
  std::string section;              // path of the table; "" for the top level
  bool list = false;                // true for a list of tables, [[section]]
  std::string key = {}, word = {};  // key whose word selects the variant; "" if no word selects it
  std::string variant = {};         // other name of the variant, such as "of soft spheres"
  std::string number = {};          // "(optional)" or "(any number)"
  bool alternative = false;         // true if the keys of the file select one of several variants
};
// => `[contact.normal] law = "linear"`, without the number
std::string name_of(const Heading& heading);
// => the name and the number: "[contact] of soft spheres (optional)"
std::string text_of(const Heading& heading);

struct Table {
  Heading heading;
  std::string text;  // one sentence that introduces the table
  std::vector<Row> rows;
};

using Tables = std::vector<Table>;
Tables operator+(Tables a, const Tables& b);

// (heading, introduction, parameters with their initial values) => a list with this table.
Tables describe_slots(const Heading& heading, const std::string& text, const std::vector<Slot>& slots);

// (heading, introduction) => table of the parameters of P.
template <class P>
Tables describe(const Heading& heading, const std::string& text) {
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
