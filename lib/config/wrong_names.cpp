#include "config/wrong_names.hpp"

#include "base/printable.hpp"
#include "base/words.hpp"
#include "config/key_names.hpp"
#include "config/source.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::config {

// (key that was not requested, its table, its place) => the place, followed by the options that select the variant of
// the table.
std::string WrongNames::place_of_unknown(const std::string& key, const std::string& section,
                                         const std::string& place) const {
  std::vector<std::string> selecting;
  for (const std::string& name_there : known_.selecting_keys(section, key))
    selecting.push_back(join(section, name_there));
  return places_.with_options(place, selecting);
}

// (table that was not requested, its node) => the table that was probably meant, or "". Another tool's table is not a
// misspelling. A table in the file is not a misspelling of a table that also exists, but a table of --set may be.
std::string WrongNames::meant_table(const std::string& table, const toml::node& node) const {
  if (is_table_of_some_tool(table)) return "";
  std::set<std::string> candidates = known_.tables();
  // Lists occur several times.
  const auto is_taken = [&](const std::string& path) {
    const toml::node* there = places_.find(path);
    return there != nullptr && !there->is_array_of_tables();
  };
  if (node.source().begin) std::erase_if(candidates, is_taken);
  return meant(table, candidates);
}

// (table, key or table in it that was not requested) => the message
std::string WrongNames::unknown(const std::string& section, const std::string& key, const toml::node& node) const {
  if (!node.is_table() && !node.is_array_of_tables()) return known_.unknown_key(section, key);
  const std::string table = join(section, key), near = meant_table(table, node);
  std::vector<std::string> valid;
  for (const std::string& path : known_.tables()) valid.push_back(known_.written(path));
  const std::string name = shortened(table);
  const std::string here = node.is_table() ? fmt::format("[{}]", name) : fmt::format("[[{}]]", name);
  const std::string advice =
      near.empty() ? fmt::format("; valid tables: {}", fmt::join(valid, ", ")) : did_you_mean(known_.written(near));
  return fmt::format("unknown table {}{}", here, advice);
}

void WrongNames::find_unknown(const std::string& section, const toml::table& table,
                              std::vector<Unknown>& unknowns) const {
  for (const auto& [key, node] : table) {
    const std::string name_here(key.str()), path = join(section, name_here);
    // A quoted key may hold dots, and no valid key does.
    if (!is_bare_key(name_here) || !known_.has(section, name_here)) {
      const bool set_by_option = places_.is_set(path);
      const std::string at = place_of_unknown(name_here, section, places_.place(path, key.source()));
      const toml::source_position position = set_by_option ? toml::source_position{} : key.source().begin;
      unknowns.push_back({position, at, unknown(section, name_here, node)});
    } else if (const toml::table* inner = node.as_table()) {
      find_unknown(path, *inner, unknowns);
    } else if (const toml::array* list = node.as_array(); list != nullptr && list->is_array_of_tables()) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        find_unknown(fmt::format("{}[{}]", path, i), *list->get(i)->as_table(), unknowns);
      }
    }
  }
}

void WrongNames::require_no_misspelt_table(const std::string& path) const {
  const auto [parent, key] = split_last(path);
  const toml::node* node = places_.find(parent);
  if (node == nullptr) return require_no_misspelt_table(parent);
  std::set<std::string> there;
  if (const toml::table* around = node->as_table()) {
    for (const auto& [name_there, value] : *around) {
      const std::string candidate(name_there.str());
      if (value.is_table() && is_bare_key(candidate) && !known_.keys(parent).contains(candidate) &&
          !is_table_of_some_tool(join(parent, candidate)))
        there.insert(candidate);
    }
  }
  const std::string near = meant(key, there);
  if (near.empty()) return;
  const std::string written = join(parent, near);
  throw error_at(places_.place(written, node->as_table()->find(near)->first.source()),
                 fmt::format("unknown table [{}]{}", shortened(written), did_you_mean(known_.written(path))));
}

void WrongNames::require_no_misspelling(const toml::table& table, const std::string& section,
                                        const std::string& key) const {
  const std::set<std::string>& keys = known_.keys(section);
  for (const auto& [there, node] : table) {
    const std::string name_there(there.str());
    if (!keys.contains(name_there) && meant(name_there, keys) == key) {
      const std::string at = places_.place(join(section, name_there), there.source());
      throw error_at(place_of_unknown(name_there, section, at), unknown(section, name_there, node));
    }
  }
}

void WrongNames::require_all_known() const {
  std::vector<Unknown> unknowns;
  find_unknown("", places_.root(), unknowns);
  if (unknowns.empty()) return;
  const auto first = std::min_element(unknowns.begin(), unknowns.end(), [](const auto& a, const auto& b) {
    return a.position.line != b.position.line ? a.position.line < b.position.line
                                              : a.position.column < b.position.column;
  });
  throw error_at(first->place, first->message);
}

std::string WrongNames::place_of_missing(const std::string& section, const std::string& key,
                                         std::vector<std::string> causes) const {
  for (const std::string& name_there : known_.demanding_keys(section, key)) causes.push_back(join(section, name_there));
  const toml::node* node = places_.find(section);
  if (!section.empty() && node != nullptr && !node->source().begin) causes.push_back(section);
  return places_.with_options(places_.place_in_file(section), causes);
}

std::string WrongNames::place_of_missing_table(const std::string& path, std::vector<std::string> causes) const {
  if (const std::string around = split_last(path).first; !around.empty()) causes.push_back(around);
  return places_.with_options(places_.place_in_file(path), causes);
}

}  // namespace rubble::config
