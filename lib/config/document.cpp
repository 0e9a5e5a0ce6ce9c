#include "config/document.hpp"

#include "config/effective.hpp"
#include "config/key_names.hpp"
#include "config/known_names.hpp"
#include "config/places.hpp"
#include "config/source.hpp"
#include "config/toml.hpp"
#include "config/toml_text.hpp"
#include "config/values.hpp"
#include "config/wrong_names.hpp"

#include <fmt/format.h>

namespace rubble::config {

struct Document::Impl {
  Places places;
  KnownNames known = {};
  Effective effective = {};
  std::map<std::string, std::string> units = {};  // path of a key that was read, without numbers of lists => its unit
  std::vector<std::string> causes = {};           // paths of the keys of all Cause objects

  WrongNames names() const { return {places, known}; }

  const toml::table& table(std::string_view section) const {
    const std::string path(section);
    const toml::node* node = places.find(path);
    if (node == nullptr) {
      names().require_no_misspelt_table(path);
      throw error_at(names().place_of_missing_table(path, causes),
                     fmt::format("missing table [{}]: add it; --describe lists its keys", path));
    }
    if (const toml::table* found = node->as_table()) return *found;
    if (node->is_array_of_tables())
      throw error_at(places.place(path), fmt::format("[[{0}]] must be one table, [{0}]", path));
    throw error_at(places.place(path), fmt::format("'{}' must be a table, not {}", path, kind(*node)));
  }

  // (table, its path, slot) => the name under which the table has the key: its own or the earlier one. A value of --set
  // replaces the value of either name. InputError for a file with both names.
  std::string written_key(const toml::table& table, const std::string& section, const Slot& slot) const {
    if (slot.earlier.empty() || !table.contains(slot.earlier)) return slot.key;
    if (!table.contains(slot.key)) return slot.earlier;
    const bool is_set = places.is_set(join(section, slot.key));
    if (is_set == places.is_set(join(section, slot.earlier)))
      throw error_at(places.place(join(section, slot.earlier)),
                     fmt::format("'{}' {} is the earlier name of '{}', which is also present: remove one of them",
                                 slot.earlier, placed(section), slot.key));
    return is_set ? slot.key : slot.earlier;
  }

  void read_key(const toml::table& table, const std::string& section, const Slot& slot) {
    Slot written = slot;
    written.key = written_key(table, section, slot);
    if (written.key != slot.key) places.read_as(join(section, slot.key), join(section, written.key));
    const toml::node* node = table.get(written.key);
    if (node != nullptr) {
      const std::string path = join(section, written.key);
      assign(*node, written, section, [&](const toml::source_region& source) { return places.place(path, source); });
    } else if (slot.required) {
      names().require_no_misspelling(table, section, slot.key);
      throw error_at(names().place_of_missing(section, slot.key, causes),
                     fmt::format("missing key '{}' {}{}", slot.key, placed(section),
                                 slot.text.empty() ? "" : " (" + slot.text + ")"));
    }
    if (node != nullptr || is_valid(slot)) effective.set(section, slot.key, toml_text_of(slot));
  }
};

Document::Document(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

Document Document::load(const std::string& path, const std::vector<std::string>& overrides) {
  return parse(read_file(path), path, overrides);
}

Document Document::parse(std::string_view text, const std::string& name, const std::vector<std::string>& overrides) {
  return Document(std::make_unique<Impl>(Places(text, name, overrides)));
}

bool Document::has(std::string_view section) const {
  const toml::node* node = impl_->places.find(section);
  // An absent section may also be a key.
  const bool table = node == nullptr ? is_table_of_some_tool(section) : node->is_table() || node->is_array_of_tables();
  if (table) impl_->known.add_table(section);
  impl_->known.add(section);
  return node != nullptr;
}

bool Document::holds(std::string_view section) const { return impl_->places.find(section) != nullptr; }

void Document::fill(std::string_view section, const std::vector<Slot>& slots) {
  impl_->known.add_table(section);
  const toml::table& table = impl_->table(section);
  impl_->effective.add_table(section);
  know(section, slots);
  for (const Slot& slot : slots) impl_->read_key(table, std::string(section), slot);
}

std::vector<char> Document::read_given(std::string_view section, const std::vector<Slot>& slots) {
  impl_->known.add_table(section);
  const toml::table& table = impl_->table(section);
  impl_->effective.add_table(section);
  know(section, slots);
  std::vector<char> given;
  for (const Slot& slot : slots) {
    given.push_back(table.contains(slot.key) ? 1 : 0);
    if (given.back() != 0) impl_->read_key(table, std::string(section), slot);
  }
  return given;
}

// finish() then accepts the keys, and units() has their units.
void Document::know(std::string_view section, const std::vector<Slot>& slots) {
  for (const Slot& slot : slots) {
    impl_->known.add(join(section, slot.key));
    impl_->known.add_earlier(section, slot.earlier);
    impl_->units[join(section.substr(0, section.find('[')), slot.key)] = slot.unit;
  }
}

std::size_t Document::count(std::string_view section) const {
  impl_->known.add_list(section);
  const toml::node* node = impl_->places.find(section);
  if (node == nullptr) return 0;
  if (!node->is_array_of_tables()) {
    throw error(section, "", fmt::format("'{0}' must be a list of tables: write one [[{0}]] for each", section));
  }
  return node->as_array()->size();
}

std::string Document::word(std::string_view section, std::string_view key, const std::vector<std::string>& choices,
                           const std::string& text) {
  std::string value;
  fill(section, {{.key = std::string(key), .text = text, .target = &value, .choices = choices}});
  return value;
}

Words Document::words(std::string_view section, std::string_view key, const std::string& text) {
  Words values;
  fill(section, {{.key = std::string(key), .text = text, .target = &values}});
  return values;
}

Vec3s Document::points(std::string_view section, std::string_view key, const std::string& unit,
                       const std::string& text) {
  Vec3s values;
  fill(section, {{.key = std::string(key), .unit = unit, .text = text, .target = &values}});
  return values;
}

std::optional<std::int64_t> Document::integer_if(std::string_view section, std::string_view key, Range range) {
  impl_->known.add(join(section, key));
  if (impl_->places.find(join(section, key)) == nullptr) return std::nullopt;
  std::int64_t value = 0;
  fill(section, {{.key = std::string(key), .target = &value, .range = range}});
  return value;
}

void Document::record(std::string_view section, std::string_view key, double value) {
  impl_->effective.set(section, key, toml_text(value));
}
void Document::record(std::string_view section, std::string_view key, std::int64_t value) {
  impl_->effective.set(section, key, toml_text(value));
}
void Document::record(std::string_view section, std::string_view key, const Vec3& value) {
  impl_->effective.set(section, key, toml_text(value));
}
void Document::record(std::string_view section, std::string_view key, const std::string& value) {
  impl_->effective.set(section, key, toml_text(value));
}

void Document::omit(std::string_view section, std::string_view key) { impl_->effective.omit(section, key); }

void Document::know_variants(Tables (*describe)()) { impl_->known.add_variants(describe); }

void Document::finish() const { impl_->names().require_all_known(); }

std::string Document::where(std::string_view section, std::string_view key) const {
  return impl_->places.place(impl_->places.written_path(join(section, key)));
}

std::string Document::where(const std::vector<std::string>& paths) const {
  return impl_->places.with_options(where(paths.at(0)), paths);
}

PlacedError Document::error(const std::vector<std::string>& paths, const std::string& message) const {
  return error_at(where(paths), message);
}

PlacedError Document::error(std::string_view section, std::string_view key, const std::string& message) const {
  return error({join(section, key)}, message);
}

Cause::Cause(Document& document, const std::string& path) : document_(document) {
  document_.impl_->causes.push_back(path);
}

Cause::~Cause() { document_.impl_->causes.pop_back(); }

const std::map<std::string, std::string>& Document::units() const { return impl_->units; }

std::optional<double> Document::number_without_unit(const std::string& path) const {
  const auto unit = impl_->units.find(without_number(path));
  if (unit == impl_->units.end() || unit->second.empty() || unit->second == "1") return std::nullopt;
  const toml::node* node = impl_->places.find(impl_->places.written_path(path));
  return node == nullptr ? std::nullopt : config::number_without_unit(*node);
}

std::string Document::effective() const { return impl_->effective.text(); }

}  // namespace rubble::config
