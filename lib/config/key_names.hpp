#pragma once
// Names of keys and tables.
#include <string>
#include <string_view>
#include <utility>

namespace rubble::config {

// True if the name has only letters, digits, "_" and "-": TOML reads it without quotes. All valid keys are of this
// kind.
bool is_bare_key(std::string_view key);

// ("contact.normal", "law") => "contact.normal.law"
std::string join(std::string_view section, std::string_view key);

// "contact.normal" => "contact", "normal"; "plane[0]" => "", "plane"
std::pair<std::string, std::string> split_last(std::string_view path);

// "plane[0].normal" => "plane.normal"
std::string without_number(std::string_view path);

// "in [contact.normal]", "in [[plane]]" or "at the top level"
std::string placed(std::string_view section);

// True if some tool reads a table of this name, even if the current tool does not: the name is then not a misspelling.
bool is_table_of_some_tool(std::string_view path);

// ("section.key=value" of --set, or "!section.key" of --unset) => the option as it is typed: --set "run.duration=1 h"
std::string option_text(const std::string& change);

}  // namespace rubble::config
