#include "config/document.hpp"

#include "base/printable.hpp"
#include "base/words.hpp"
#include "config/effective.hpp"
#include "config/key_names.hpp"
#include "config/known_names.hpp"
#include "config/source.hpp"
#include "config/toml.hpp"
#include "config/toml_text.hpp"
#include "config/values.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace rubble::config {

struct Document::Impl {
  std::string name;
  toml::table root;
  std::map<std::string, std::string> overrides;   // path => the "--set ..." that defined it
  std::map<std::string, std::string> written_as;  // path of a key => path of the earlier name that was read
  std::map<std::string, std::string> units;       // path of a key that was read, without numbers of lists => its unit
  KnownNames known;
  Effective effective;

  const toml::node* find(std::string_view path) const { return node_at(root, path); }

  std::string place(const std::string& path, const toml::source_region& source) const {
    for (const auto& [key, text] : overrides) {
      if (key == path || (!source.begin && key.starts_with(path + "."))) return text;
    }
    if (!source.begin) return name + ":1:1";
    return fmt::format("{}:{}:{}", name, source.begin.line, source.begin.column);
  }

  // Position of a key or table; if it does not exist, position of the nearest enclosing table.
  std::string place(const std::string& path) const {
    const toml::node* node = find(path);
    if (node != nullptr) return place(path, node->source());
    return path.empty() ? name + ":1:1" : place(split_last(path).first);
  }

  // Position in the file of the nearest enclosing table of a key: the table in which a missing key belongs.
  std::string place_in_file(const std::string& path) const {
    const toml::node* node = find(path);
    if (path.empty() || (node != nullptr && node->source().begin)) return place(path);
    return place_in_file(split_last(path).first);
  }

  // (key or table) => the options that set it or one of its keys.
  std::vector<std::string> options_of(const std::string& path) const {
    std::vector<std::string> options;
    for (const auto& [key, text] : overrides)
      if (key == path || key.starts_with(path + ".")) options.push_back(text);
    return options;
  }

  // (path of a key) => the path of the name under which it was read.
  std::string written_path(const std::string& path) const {
    const auto earlier = written_as.find(path);
    return earlier == written_as.end() ? path : earlier->second;
  }

  // (place, paths of keys or tables) => the place, followed by the options of these paths.
  std::string with_options(const std::string& place, const std::vector<std::string>& paths) const {
    std::vector<std::string> options;
    for (const std::string& path : paths)
      for (const std::string& option : options_of(written_path(path)))
        if (option != place && std::ranges::find(options, option) == options.end()) options.push_back(option);
    return options.empty() ? place : fmt::format("{} with {}", place, fmt::join(options, ", "));
  }

  // (key that was not requested, its table, its place) => the place, followed by the options that select the variant of
  // the table.
  std::string place_of_unknown(const std::string& key, const std::string& section, const std::string& place) const {
    std::vector<std::string> selecting;
    for (const std::string& name_there : known.selecting_keys(section, key))
      selecting.push_back(join(section, name_there));
    return with_options(place, selecting);
  }

  // (table that was not requested, its node) => the table that was probably meant, or "". Another tool's table is not a
  // misspelling. A table in the file is not a misspelling of a table that also exists, but a table of --set may be.
  std::string meant_table(const std::string& table, const toml::node& node) const {
    if (is_table_of_some_tool(table)) return "";
    std::set<std::string> candidates = known.tables();
    if (node.source().begin) std::erase_if(candidates, [&](const std::string& path) { return find(path) != nullptr; });
    return meant(table, candidates);
  }

  // (table, key or table in it that was not requested) => the message
  std::string unknown(const std::string& section, const std::string& key, const toml::node& node) const {
    if (!node.is_table() && !node.is_array_of_tables()) return known.unknown_key(section, key);
    const std::string table = join(section, key), near = meant_table(table, node);
    return fmt::format("unknown table [{}]{}", shortened(table),
                       near.empty() ? fmt::format("; valid tables: {}", fmt::join(known.tables(), ", "))
                                    : did_you_mean("[" + near + "]"));
  }

  // A key of the file that no section knows.
  struct Unknown {
    toml::source_position position;
    std::string place, message;
  };
  void find_unknown(const std::string& section, const toml::table& table, std::vector<Unknown>& unknowns) const {
    for (const auto& [key, node] : table) {
      const std::string name_here(key.str()), path = join(section, name_here);
      // A quoted key may hold dots, and no valid key does.
      if (!is_bare_key(name_here) || !known.has(section, name_here)) {
        const bool set_by_option = overrides.contains(path);
        const std::string at = place_of_unknown(name_here, section, place(path, key.source()));
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

  // A missing table that exists under a slightly different name is a misspelling, of its own name or of its parent's.
  // The error points at that place.
  void require_no_misspelt_table(const std::string& path) const {
    const auto [parent, key] = split_last(path);
    const toml::node* node = find(parent);
    if (node == nullptr) return require_no_misspelt_table(parent);
    std::set<std::string> there;
    if (const toml::table* around = node->as_table()) {
      for (const auto& [name_there, value] : *around) {
        const std::string candidate(name_there.str());
        if (value.is_table() && is_bare_key(candidate) && !known.keys(parent).contains(candidate) &&
            !is_table_of_some_tool(join(parent, candidate)))
          there.insert(candidate);
      }
    }
    const std::string near = meant(key, there);
    if (near.empty()) return;
    const std::string written = join(parent, near);
    throw error_at(place(written, node->as_table()->find(near)->first.source()),
                   fmt::format("unknown table [{}]{}", shortened(written), did_you_mean("[" + path + "]")));
  }

  const toml::table& table(std::string_view section) const {
    const std::string path(section);
    const toml::node* node = find(path);
    if (node == nullptr) {
      require_no_misspelt_table(path);
      throw error_at(place(path), fmt::format("missing table [{}]: add it; --describe lists its keys", path));
    }
    if (const toml::table* found = node->as_table()) return *found;
    if (node->is_array_of_tables()) throw error_at(place(path), fmt::format("[[{0}]] must be one table, [{0}]", path));
    throw error_at(place(path), fmt::format("'{}' must be a table, not {}", path, kind(*node)));
  }

  // (table, its path, slot) => the name under which the table has the key: its own or the earlier one. A value of --set
  // replaces the value of either name. InputError for a file with both names.
  std::string written_key(const toml::table& table, const std::string& section, const Slot& slot) const {
    if (slot.earlier.empty() || !table.contains(slot.earlier)) return slot.key;
    if (!table.contains(slot.key)) return slot.earlier;
    const bool is_set = overrides.contains(join(section, slot.key));
    if (is_set == overrides.contains(join(section, slot.earlier)))
      throw error_at(place(join(section, slot.earlier)),
                     fmt::format("'{}' {} is the earlier name of '{}', which is also present: remove one of them",
                                 slot.earlier, placed(section), slot.key));
    return is_set ? slot.key : slot.earlier;
  }

  void read_key(const toml::table& table, const std::string& section, const Slot& slot) {
    Slot written = slot;
    written.key = written_key(table, section, slot);
    if (written.key != slot.key) written_as[join(section, slot.key)] = join(section, written.key);
    const toml::node* node = table.get(written.key);
    if (node != nullptr) {
      const std::string path = join(section, written.key);
      assign(*node, written, section, [&](const toml::source_region& source) { return place(path, source); });
    } else if (slot.required) {
      require_no_misspelling(table, section, slot.key);
      throw error_at(place_in_file(section), fmt::format("missing key '{}' {}{}", slot.key, placed(section),
                                                         slot.text.empty() ? "" : " (" + slot.text + ")"));
    }
    if (node != nullptr || is_valid(slot)) effective.set(section, slot.key, toml_text_of(slot));
  }

  // A missing key that exists under a slightly different name is a misspelling. The error points at that place.
  void require_no_misspelling(const toml::table& table, const std::string& section, const std::string& key) const {
    const std::set<std::string>& keys = known.keys(section);
    for (const auto& [there, node] : table) {
      const std::string name_there(there.str());
      if (!keys.contains(name_there) && meant(name_there, keys) == key) {
        throw error_at(place(join(section, name_there), there.source()), unknown(section, name_there, node));
      }
    }
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
  auto impl = std::make_unique<Impl>();
  impl->name = name;
  impl->root = parse_toml(text, name);
  for (const std::string& item : overrides) {
    const Override option = set_value(item, impl->root);
    impl->overrides[option.path] = option.text;
  }
  return Document(std::move(impl));
}

bool Document::has(std::string_view section) const {
  const toml::node* node = impl_->find(section);
  // An absent section may also be a key.
  const bool table = node == nullptr ? is_table_of_some_tool(section) : node->is_table() || node->is_array_of_tables();
  if (table) impl_->known.add_table(section);
  impl_->known.add(section);
  return node != nullptr;
}

bool Document::holds(std::string_view section) const { return impl_->find(section) != nullptr; }

void Document::fill(std::string_view section, const std::vector<Slot>& slots) {
  impl_->known.add_table(section);
  const toml::table& table = impl_->table(section);
  impl_->effective.add_table(section);
  for (const Slot& slot : slots) {
    impl_->known.add(join(section, slot.key));
    impl_->known.add_earlier(section, slot.earlier);
    impl_->units[join(section.substr(0, section.find('[')), slot.key)] = slot.unit;
  }
  for (const Slot& slot : slots) impl_->read_key(table, std::string(section), slot);
}

std::size_t Document::count(std::string_view section) const {
  impl_->known.add_table(section);
  const toml::node* node = impl_->find(section);
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
  if (impl_->find(join(section, key)) == nullptr) return std::nullopt;
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

void Document::finish() const {
  std::vector<Impl::Unknown> unknowns;
  impl_->find_unknown("", impl_->root, unknowns);
  if (unknowns.empty()) return;
  const auto first = std::min_element(unknowns.begin(), unknowns.end(), [](const auto& a, const auto& b) {
    return a.position.line != b.position.line ? a.position.line < b.position.line
                                              : a.position.column < b.position.column;
  });
  throw error_at(first->place, first->message);
}

std::string Document::where(std::string_view section, std::string_view key) const {
  return impl_->place(impl_->written_path(join(section, key)));
}

std::string Document::where(const std::vector<std::string>& paths) const {
  return impl_->with_options(where(paths.at(0)), paths);
}

PlacedError Document::error(const std::vector<std::string>& paths, const std::string& message) const {
  return error_at(where(paths), message);
}

PlacedError Document::error(std::string_view section, std::string_view key, const std::string& message) const {
  return error({join(section, key)}, message);
}

const std::map<std::string, std::string>& Document::units() const { return impl_->units; }

std::string Document::effective() const { return impl_->effective.text(); }

}  // namespace rubble::config
