#include "config/toml.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "config/key_names.hpp"
#include "config/source.hpp"
#include "config/toml_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <vector>

#include <fmt/format.h>

namespace rubble::config {
namespace {

constexpr std::size_t kLongestReason = 200;  // longest part of a toml++ message that is shown [bytes]; such messages
                                             // repeat the input

PlacedError is_list(const std::string& at, const std::string& name) {
  return error_at(at, fmt::format("'{}' is a list of tables, which options cannot change: edit the file", name));
}

// ("contact.normal.law") => "contact", "normal", "law"
std::vector<std::string> names_in(const std::string& path) {
  std::vector<std::string> names(1);
  for (const char c : path) {
    if (c == '.') {
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  return names;
}

// Text that is not a TOML value is a quantity or a word from which the shell removed the quotes.
void insert_value(toml::table& table, const std::string& key, const std::string& value, const std::string& at) {
  const bool delimited = std::strchr("[{\"'", value[0]) != nullptr;
  toml::table parsed;
  try {
    parsed = parse_toml("value = " + value, at);
  } catch (const InputError&) {
    if (delimited) throw error_at(at, quoted(value) + " is not a value in TOML");
  }
  toml::node* node = parsed.get("value");
  if (parsed.size() > 1 || (node != nullptr && node->is_table())) throw error_at(at, "sets one value only");
  if (delimited || (node != nullptr && (node->is_number() || node->is_boolean()))) {
    node->visit([&](auto& typed) { table.insert_or_assign(key, std::move(typed)); });
  } else {
    if (!toml::parse("value = " + toml_text(value))) throw error_at(at, "is not UTF-8");
    table.insert_or_assign(key, value);
  }
}

// (tables, names of a path, place for messages) => the table of the last name. It is made if it does not exist.
toml::table& table_of(toml::table& root, const std::vector<std::string>& names, const std::string& at) {
  toml::table* table = &root;
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    toml::node& node = table->emplace<toml::table>(names[i]).first->second;
    table = node.as_table();
    if (node.is_array_of_tables()) throw is_list(at, names[i]);
    if (table == nullptr) throw error_at(at, fmt::format("'{}' is not a table, so it has no keys to set", names[i]));
  }
  return *table;
}

// True for the path of a key, such as "contact.normal.law".
bool is_path(const std::vector<std::string>& names) {
  return names.size() <= kMaxKeyDepth && std::all_of(names.begin(), names.end(), is_bare_key);
}

void require_no_table(const toml::node& node, const std::string& at, const std::string& path, const char* what) {
  if (node.is_array_of_tables()) throw is_list(at, path);
  if (node.is_table()) throw error_at(at, fmt::format("'{}' is a table: {}", path, what));
}

// ("section.key=value", option for messages, tables)
Override set_value(const std::string& text, const std::string& at, toml::table& root) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string path = text.substr(0, equals);
  const std::string value = text.substr(std::min(equals + 1, text.size()));
  const std::vector<std::string> names = names_in(path);
  if (value.empty() || !is_path(names)) throw error_at(at, "must be section.key=value");
  toml::table& table = table_of(root, names, at);
  if (const toml::node* old = table.get(names.back()); old != nullptr)
    require_no_table(*old, at, path, "set a key in it");
  insert_value(table, names.back(), value, at);
  return {path, at};
}

// ("section.key", option for messages, tables)
Override remove_key(const std::string& path, const std::string& at, toml::table& root) {
  const std::vector<std::string> names = names_in(path);
  if (!is_path(names)) throw error_at(at, "must be section.key");
  for (std::string above = split_last(path).first; !above.empty(); above = split_last(above).first)
    if (const toml::node* node = node_at(root, above); node != nullptr && node->is_array_of_tables())
      throw is_list(at, above);
  const toml::node* const old = node_at(root, path);
  if (old == nullptr) throw error_at(at, fmt::format("the file has no key '{}'", path));
  require_no_table(*old, at, path, "name a key in it");
  table_of(root, names, at).erase(names.back());
  return {path, at};
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& name) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  check_text(text, name);
  toml::parse_result result = toml::parse(text, name);
  if (!result) {
    const toml::parse_error& error = result.error();
    const auto& [line, column] = error.source().begin;
    throw error_at(fmt::format("{}:{}:{}", name, line, std::max<toml::source_index>(column, 1)),
                   shortened(error.description(), kLongestReason) + bare_quantity(text, line));
  }
  return std::move(result).table();
}

std::string kind(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date or time";
  }
}

const toml::node* node_at(const toml::table& root, std::string_view path) {
  const toml::node* node = &root;
  while (node != nullptr && !path.empty()) {
    const std::size_t dot = std::min(path.find('.'), path.size());
    std::string_view key = path.substr(0, dot);
    path.remove_prefix(std::min(dot + 1, path.size()));
    const std::size_t bracket = key.find('[');
    const toml::table* table = node->as_table();
    node = table != nullptr ? table->get(key.substr(0, bracket)) : nullptr;
    if (node != nullptr && bracket != std::string_view::npos) {
      const toml::array* list = node->as_array();
      node = list != nullptr ? list->get(std::stoul(std::string(key.substr(bracket + 1)))) : nullptr;
    }
  }
  return node;
}

Override apply_change(const std::string& change, toml::table& root) {
  const std::string at = option_text(change);
  return change.starts_with('!') ? remove_key(change.substr(1), at, root) : set_value(change, at, root);
}

}  // namespace rubble::config
