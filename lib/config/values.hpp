#pragma once
// Values of TOML that are read into the slots of parameters.
#include "config/document.hpp"
#include "config/toml.hpp"

#include <functional>
#include <optional>
#include <string>

namespace rubble::config {

// (part of the text of a value) => its place for messages
using PlaceOf = std::function<std::string(const toml::source_region&)>;

// (value, its slot, table of the key, places) Sets the target of the slot, in SI units. InputError for a value of
// another kind or out of range.
void assign(const toml::node& node, const Slot& slot, const std::string& section, const PlaceOf& place);

// (value as written) => the number, if it is one without a unit: the largest by magnitude of those in a list.
std::optional<double> number_without_unit(const toml::node& node);

// => true if the target has a valid value. Defaults that are not valid are not recorded.
bool is_valid(const Slot& slot);

// => the value of the target as TOML
std::string toml_text_of(const Slot& slot);

}  // namespace rubble::config
