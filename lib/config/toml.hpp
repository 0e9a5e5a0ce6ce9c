#pragma once
// toml++, and the functions of this folder that work on its tables.
#include <string>
#include <string_view>

// toml++ 3.3.0 asserts on some malformed text that it would refuse cleanly without its assertions. The assertions are
// disabled in a separate copy of its code, whatever the build type, so the distribution's library is not used.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace rubble::config {

// (text, name of the file for messages) => its tables. InputError for text that is not TOML.
toml::table parse_toml(std::string_view text, const std::string& name);

// => the kind of a node for messages, such as "a table"
std::string kind(const toml::node& node);

// (table, path such as "contact.normal" or "plane[0].point") => the node of that path, or nullptr
const toml::node* node_at(const toml::table& root, std::string_view path);

// An option that changes a key of the file.
struct Override {
  std::string path;  // of its key
  std::string text;  // the option as shown in messages
};

// ("section.key=value" of --set, or "!section.key" of --unset; tables) Sets the value in the tables, or removes the
// key. InputError for other text, for a path that leads through a key or to a table, and for a key to remove that the
// tables do not have. A value is written as in the file, but quantities and words need no quotes.
Override apply_change(const std::string& change, toml::table& root);

}  // namespace rubble::config
