#include "config/known_names.hpp"

#include "base/printable.hpp"
#include "base/words.hpp"
#include "config/key_names.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::config {
namespace {

// "plane[0]" => "plane"
std::string without_index(std::string_view section) { return std::string(section.substr(0, section.find('['))); }

// Adds the text to the list unless the list has it.
void add_once(std::vector<std::string>& list, const std::string& text) {
  if (std::ranges::find(list, text) == list.end()) list.push_back(text);
}

// (variants of a table that have a key) => end of a message about the key. Several variants may be
// selected by the same word.
std::string text_of_variants(const std::vector<Table>& variants) {
  std::vector<std::string> words, names;
  for (const Table& variant : variants) {
    const Heading& heading = variant.heading;
    if (!heading.key.empty()) add_once(words, fmt::format("{} = \"{}\"", heading.key, heading.word));
    add_once(names, name_of(heading));
  }
  if (words.empty()) return fmt::format(": remove it; only {} has it", fmt::join(names, " or "));
  return fmt::format(": remove it, or set {}", fmt::join(words, " or "));
}

}  // namespace

void KnownNames::add(std::string_view path) {
  if (path.empty()) return;
  const auto [parent, key] = split_last(path);
  keys_[parent].insert(key);
  add(parent);
}

void KnownNames::add_earlier(std::string_view section, const std::string& key) {
  if (!key.empty()) earlier_[std::string(section)].insert(key);
}

void KnownNames::add_table(std::string_view section) {
  add(section);
  if (!section.empty()) tables_.insert(without_index(section));
}

void KnownNames::add_list(std::string_view section) {
  add_table(section);
  lists_.insert(without_index(section));
}

bool KnownNames::has(const std::string& section, const std::string& key) const {
  const auto contain = [&](const auto& names) {
    const auto of_section = names.find(section);
    return of_section != names.end() && of_section->second.contains(key);
  };
  return contain(keys_) || contain(earlier_);
}

std::string KnownNames::written(const std::string& table) const {
  return lists_.contains(table) ? "[[" + table + "]]" : "[" + table + "]";
}

// => the variants of the table that have the key.
std::vector<Table> KnownNames::variants_with(const std::string& section, const std::string& key) const {
  std::vector<Table> variants;
  for (const auto& describe : variants_)
    for (const Table& table : describe())
      if (table.heading.section == without_index(section) &&
          std::ranges::any_of(table.rows, [&](const Row& row) { return row.key == key; }))
        variants.push_back(table);
  return variants;
}

std::set<std::string> KnownNames::selecting_keys(const std::string& section, const std::string& key) const {
  std::set<std::string> keys;
  for (const Table& variant : variants_with(section, key))
    if (!variant.heading.key.empty()) keys.insert(variant.heading.key);
  return keys;
}

std::set<std::string> KnownNames::demanding_keys(const std::string& section, const std::string& key) const {
  std::set<std::string> keys = selecting_keys(section, key);
  for (const Table& variant : variants_with(section, key)) {
    if (variant.heading.variant.empty()) continue;
    for (const Row& row : variant.rows) keys.insert(row.key);
  }
  return keys;
}

// (table, key of a variant that was not read) => the keys that were read of the variants that exclude it.
std::vector<std::string> KnownNames::alternatives(const std::string& section, const std::string& key) const {
  std::vector<std::string> keys;
  const auto known = keys_.find(section);
  for (const Table& variant : variants_with(section, key))
    if (!variant.heading.alternative) return keys;
  for (const auto& describe : variants_)
    for (const Table& table : describe())
      if (table.heading.alternative && table.heading.section == without_index(section))
        for (const Row& row : table.rows)
          if (known != keys_.end() && known->second.contains(row.key)) add_once(keys, row.key);
  return keys;
}

std::string KnownNames::unknown_key(const std::string& section, const std::string& key) const {
  const std::string message = fmt::format("unknown key '{}' {}", shortened(key), placed(section));
  if (const std::vector<Table> variants = variants_with(section, key); !variants.empty()) {
    const std::vector<std::string> others = alternatives(section, key);
    if (others.empty()) return message + text_of_variants(variants);
    return fmt::format("'{}' {} cannot be combined with '{}': remove one of them from the file, or by --unset", key,
                       placed(section), fmt::join(others, "' or '"));
  }
  const auto known = keys_.find(section);
  if (known == keys_.end()) return message + ", which takes no keys";
  return message + hint(key, known->second, "keys");
}

}  // namespace rubble::config
