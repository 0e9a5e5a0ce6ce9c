#pragma once
// The parameter table of a section for --describe, made from the declarations that the parser reads.
#include "config/document.hpp"

#include <string>
#include <vector>

namespace rubble::config {

// (heading, parameters with their initial values) => one line each: key, unit, what is allowed, default, text.
std::string describe_slots(const std::string& section, const std::vector<Slot>& slots);

// (heading such as "[run]") => table of the parameters of P.
template <class P>
std::string describe(const std::string& section) {
  P initial{};
  return describe_slots(section, slots_of(initial));
}

}  // namespace rubble::config
