#include "config/document.hpp"

#include "base/printable.hpp"
#include "base/range_text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "config/describe.hpp"
#include "config/key_names.hpp"
#include "config/source.hpp"
#include "config/toml_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <set>
#include <type_traits>

#include <fmt/format.h>

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
namespace {

constexpr std::size_t kLongestReason = 200;  // longest part of a toml++ message that is shown [bytes]; such messages
                                             // repeat the input

// True for a whole number beyond the range of std::int64_t.
bool is_overflow(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc::result_out_of_range && end == text.data() + text.size();
}

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

// (value of a slot, slot) => the value as TOML.
template <class Value>
std::string text_of(const Value* value, const Slot&) {
  return toml_text(*value);
}
std::string text_of(const WordTarget& value, const Slot& slot) { return toml_text(slot.choices.at(value.get())); }

// True if a default is a valid value: effective() leaves out invalid defaults.
bool is_valid(const WordTarget& value, const Slot& slot) { return value.get() < slot.choices.size(); }
template <class Value>
bool is_valid(const Value* target, const Slot& slot) {
  const Value& value = *target;
  if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, Auto> || std::is_same_v<Value, Limit>) {
    return true;
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return !value.empty();
  } else if constexpr (std::is_same_v<Value, Words> || std::is_same_v<Value, Vec3s>) {
    return !value.empty();
  } else if constexpr (std::is_same_v<Value, Vec3> || std::is_same_v<Value, Reals>) {
    return value.size() > 0 && std::all_of(value.begin(), value.end(), [&](double v) { return inside(slot.range, v); });
  } else {
    return inside(slot.range, static_cast<double>(value));
  }
}

// Adds the text to the list unless the list has it.
void add_once(std::vector<std::string>& list, const std::string& text) {
  if (std::ranges::find(list, text) == list.end()) list.push_back(text);
}

// (headings of the variants of a table that have a key) => end of a message about the key. A variant that a word
// selects has this word in its heading: `[cloud] form = "sphere"`. Several variants may have the same word.
std::string text_of_variants(const std::vector<std::string>& headings) {
  std::vector<std::string> words;
  for (const std::string& heading : headings)
    if (heading.find(" = ") != std::string::npos)
      add_once(words, heading.substr(0, heading.find(',')).substr(heading.find("] ") + 2));
  if (words.empty()) return fmt::format(": remove it; only {} has it", fmt::join(headings, " or "));
  return fmt::format(": remove it, or set {}", fmt::join(words, " or "));
}

}  // namespace

struct Document::Impl {
  using Entries = std::vector<std::pair<std::string, std::string>>;  // key, value as TOML

  std::string name;
  toml::table root;
  std::map<std::string, std::string> overrides;              // path => the "--set ..." that defined it
  std::map<std::string, std::set<std::string>> known;        // table => keys and tables that were requested in it
  std::map<std::string, std::set<std::string>> earlier;      // table => earlier names of its requested keys
  std::map<std::string, std::string> written_as;             // path of a key => path of the earlier name that was read
  std::set<std::string> tables;                              // tables that were requested
  std::vector<Tables (*)()> variants;                        // descriptions of tables in all their variants
  std::map<std::pair<std::string, int>, Entries> effective;  // table and its index in a list (-1: not in a list)

  // (path) => its node, or nullptr
  const toml::node* find(std::string_view path) const {
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

  void know(std::string_view path) {
    if (path.empty()) return;
    const auto [parent, key] = split_last(path);
    known[parent].insert(key);
    know(parent);
  }
  void know_earlier(std::string_view section, const std::string& key) {
    if (!key.empty()) earlier[std::string(section)].insert(key);
  }
  bool is_known(const std::string& section, const std::string& key) const {
    const auto contain = [&](const auto& names) {
      const auto of_section = names.find(section);
      return of_section != names.end() && of_section->second.contains(key);
    };
    return contain(known) || contain(earlier);
  }
  void know_table(std::string_view section) {
    know(section);
    if (!section.empty()) tables.insert(std::string(section.substr(0, section.find('['))));
  }

  Entries& entries(std::string_view section) {
    const std::size_t bracket = section.find('[');
    const int number = bracket == std::string_view::npos ? -1 : std::stoi(std::string(section.substr(bracket + 1)));
    return effective[{std::string(section.substr(0, bracket)), number}];
  }
  void set(std::string_view section, std::string_view key, const std::string& text) {
    Entries& all = entries(section);
    const auto old = std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.first == key; });
    if (old != all.end()) {
      old->second = text;
    } else {
      all.emplace_back(key, text);
    }
  }

  // (table that was not requested, its node) => the table that was probably meant, or "". Another tool's table is not a
  // misspelling. A table in the file is not a misspelling of a table that also exists, but a table of --set may be.
  std::string meant_table(const std::string& table, const toml::node& node) const {
    if (is_table_of_some_tool(table)) return "";
    std::set<std::string> candidates = tables;
    if (node.source().begin) std::erase_if(candidates, [&](const std::string& path) { return find(path) != nullptr; });
    return meant(table, candidates);
  }

  // => headings of the variants of the table that have the key, such as `[cloud] form = "sphere"`.
  std::vector<std::string> variants_with(const std::string& section, const std::string& key) const {
    const std::string written = placed(section).substr(std::strlen("in "));
    std::vector<std::string> headings;
    for (const auto& describe : variants)
      for (const Table& table : describe())
        if (table.heading.starts_with(written + ' ') &&
            std::ranges::any_of(table.rows, [&](const Row& row) { return row.key == key; }))
          add_once(headings, table.heading.substr(0, table.heading.find(" (")));
    return headings;
  }

  // (table, key or table in it that was not requested) => the message
  std::string unknown(const std::string& section, const std::string& key, const toml::node& node) const {
    if (node.is_table() || node.is_array_of_tables()) {
      const std::string table = join(section, key), near = meant_table(table, node);
      return fmt::format(
          "unknown table [{}]{}", shortened(table),
          near.empty() ? fmt::format("; valid tables: {}", fmt::join(tables, ", ")) : did_you_mean("[" + near + "]"));
    }
    const std::string message = fmt::format("unknown key '{}' {}", shortened(key), placed(section));
    if (const std::vector<std::string> others = variants_with(section, key); !others.empty())
      return message + text_of_variants(others);
    const auto keys = known.find(section);
    if (keys == known.end()) return message + ", which takes no keys";
    return message + hint(key, keys->second, "keys");
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
      if (!is_bare_key(name_here) || !is_known(section, name_here)) {
        const bool set_by_option = overrides.contains(path);
        unknowns.push_back({set_by_option ? toml::source_position{} : key.source().begin, place(path, key.source()),
                            unknown(section, name_here, node)});
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
        if (value.is_table() && is_bare_key(candidate) && !known.at(parent).contains(candidate) &&
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

  // (node of a value, slot, beginning of messages) => the number, in SI units and in range
  double number(const toml::node& node, const Slot& slot, const std::string& place, const std::string& subject) const {
    double value = 0;
    std::string written;  // value with a unit
    if (const auto real = node.value_exact<double>()) {
      value = *real;
      if (!std::isfinite(value)) throw error_at(place, fmt::format("{} must be finite, not {}", subject, value));
    } else if (const auto integer = node.value_exact<std::int64_t>()) {
      value = static_cast<double>(*integer);
    } else if (const auto text = node.value_exact<std::string>()) {
      try {
        value = in_si(*text, slot.unit.empty() ? "1" : slot.unit);
        written = *text;
      } catch (const InputError& error) {
        throw error_at(place, subject + " " + error.what());
      }
    } else {
      throw error_at(place, fmt::format("{} must be a number or a quantity in {}, not {}", subject,
                                        slot.unit.empty() ? "1" : slot.unit, kind(node)));
    }
    require_inside(value, slot, place, subject, written);
    return value;
  }

  // written: the value as text with a unit, or ""
  static void require_inside(double value, const Slot& slot, const std::string& place, const std::string& subject,
                             const std::string& written = "") {
    if (!inside(slot.range, value))
      throw error_at(place, fmt::format("{} {}", subject, must_be(slot.range, value, slot.unit, written)));
  }

  std::vector<double> numbers(const toml::node& node, const Slot& slot, const std::string& path,
                              const std::string& subject, std::size_t wanted) const {
    const toml::array* list = node.as_array();
    if (list == nullptr || (wanted == 0 ? list->empty() : list->size() != wanted)) {
      const std::string what = wanted == 0 ? "a list of one or more" : fmt::format("a list of {}", wanted);
      throw error_at(place(path),
                     fmt::format("{} must be {} numbers or quantities in {}, not {}", subject, what, slot.unit,
                                 list == nullptr ? kind(node) : fmt::format("of {}", list->size())));
    }
    std::vector<double> values;
    for (const toml::node& element : *list) {
      values.push_back(number(element, slot, place(path, element.source()), subject));
    }
    return values;
  }

  // (value of a key, name of its items for messages) => its items; there is at least one
  const toml::array& items(const toml::node& node, const std::string& path, const std::string& subject,
                           const std::string& what) const {
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty())
      throw error_at(place(path), fmt::format("{} must be a list of one or more {}, not {}", subject, what,
                                              list == nullptr ? kind(node) : "of 0"));
    return *list;
  }

  Words words(const toml::node& node, const std::string& path, const std::string& subject) const {
    Words values;
    for (const toml::node& item : items(node, path, subject, "words")) {
      const auto word = item.value_exact<std::string>();
      if (!word || word->empty())
        throw error_at(place(path, item.source()),
                       fmt::format("{} must hold words, not {}", subject, word ? "an empty one" : kind(item)));
      values.push_back(*word);
    }
    return values;
  }

  Vec3s points(const toml::node& node, const Slot& slot, const std::string& path, const std::string& subject) const {
    Vec3s values;
    for (const toml::node& item : items(node, path, subject, "points [x, y, z]"))
      values.emplace_back(numbers(item, slot, path, "each point of " + subject, 3).data());
    return values;
  }

  // (node of a value, slot, its place, beginning of messages) => the word, one of the slot's choices if it has any
  static std::string word(const toml::node& node, const Slot& slot, const std::string& at, const std::string& subject) {
    const auto value = node.value_exact<std::string>();
    if (!value)
      throw error_at(at, fmt::format("{} must be {}, not {}", subject,
                                     slot.choices.empty() ? "a string" : one_of(slot.choices), kind(node)));
    if (value->empty()) throw error_at(at, subject + " must not be empty");
    if (const std::string wrong = wrong_choice(*value, slot.choices); !slot.choices.empty() && !wrong.empty())
      throw error_at(at, fmt::format("{} {}", subject, wrong));
    return *value;
  }

  static std::size_t number_of_word(const std::string& word, const Slot& slot) {
    return static_cast<std::size_t>(std::find(slot.choices.begin(), slot.choices.end(), word) - slot.choices.begin());
  }

  void assign(const toml::node& node, const Slot& slot, const std::string& section) const {
    const std::string path = join(section, slot.key), at = place(path);
    const std::string subject =
        section.empty() ? fmt::format("'{}'", slot.key) : fmt::format("'{}' {}", slot.key, placed(section));
    const auto mistyped = [&](const std::string& wanted) {
      return error_at(at, fmt::format("{} must be {}, not {}", subject, wanted, kind(node)));
    };
    std::visit(
        [&](auto target) {
          using Value = std::remove_pointer_t<decltype(target)>;
          if constexpr (std::is_same_v<Value, WordTarget>) {
            target.set(number_of_word(word(node, slot, at, subject), slot));
          } else if constexpr (std::is_same_v<Value, double>) {
            *target = number(node, slot, at, subject);
          } else if constexpr (std::is_same_v<Value, Auto>) {
            const auto word = node.value_exact<std::string>();
            if (word == "auto") {
              *target = std::nullopt;
            } else if (word && slot.choices == Words{*word}) {  // "none", base/no_limit.hpp
              *target = std::numeric_limits<double>::infinity();
            } else {
              *target = number(node, slot, at, subject);
            }
          } else if constexpr (std::is_same_v<Value, Limit>) {
            const auto word = node.value_exact<std::string>();
            if (word == "none" || word == "auto") {  // files of earlier versions have "auto"
              *target = std::nullopt;
            } else {
              *target = number(node, slot, at, subject);
            }
          } else if constexpr (std::is_same_v<Value, std::int64_t>) {
            const auto value = node.value_exact<std::int64_t>();
            if (const auto real = node.value_exact<double>())
              throw error_at(at, fmt::format("{} must be a whole number, not {}", subject, toml_text(*real)));
            if (const auto text = node.value_exact<std::string>(); text && is_overflow(*text))
              throw error_at(at, fmt::format("{} is too {}: {}", subject, text->front() == '-' ? "small" : "large",
                                             shortened(*text)));
            if (!value) throw mistyped("a whole number");
            require_inside(static_cast<double>(*value), slot, at, subject);
            *target = *value;
          } else if constexpr (std::is_same_v<Value, bool>) {
            const auto value = node.value_exact<bool>();
            if (!value) throw mistyped("true or false");
            *target = *value;
          } else if constexpr (std::is_same_v<Value, std::string>) {
            *target = word(node, slot, at, subject);
          } else if constexpr (std::is_same_v<Value, Vec3>) {
            *target = Vec3(numbers(node, slot, path, subject, 3).data());
          } else if constexpr (std::is_same_v<Value, Words>) {
            *target = words(node, path, subject);
          } else if constexpr (std::is_same_v<Value, Vec3s>) {
            *target = points(node, slot, path, subject);
          } else {
            *target = numbers(node, slot, path, subject, 0);
          }
        },
        slot.target);
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
      assign(*node, written, section);
    } else if (slot.required) {
      require_no_misspelling(table, section, slot.key);
      throw error_at(place_in_file(section), fmt::format("missing key '{}' {}{}", slot.key, placed(section),
                                                         slot.text.empty() ? "" : " (" + slot.text + ")"));
    }
    std::visit(
        [&](const auto& target) {
          if (node != nullptr || is_valid(target, slot)) set(section, slot.key, text_of(target, slot));
        },
        slot.target);
  }

  // A missing key that exists under a slightly different name is a misspelling. The error points at that place.
  void require_no_misspelling(const toml::table& table, const std::string& section, const std::string& key) const {
    const std::set<std::string>& keys = known.at(section);
    for (const auto& [there, node] : table) {
      const std::string name_there(there.str());
      if (!keys.contains(name_there) && meant(name_there, keys) == key) {
        throw error_at(place(join(section, name_there), there.source()), unknown(section, name_there, node));
      }
    }
  }

  static PlacedError is_list(const std::string& at, const std::string& name) {
    return error_at(at, fmt::format("'{}' is a list of tables, which --set cannot change: edit the file", name));
  }

  void override_with(const std::string& text) {
    const std::string at = "--set " + quoted(text);
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string path = text.substr(0, equals), value = text.substr(std::min(equals + 1, text.size()));
    std::vector<std::string> keys(1);
    for (const char c : path) {
      if (c == '.') {
        keys.emplace_back();
      } else {
        keys.back() += c;
      }
    }
    if (value.empty() || keys.size() > kMaxKeyDepth || !std::all_of(keys.begin(), keys.end(), is_bare_key)) {
      throw error_at(at, "must be section.key=value");
    }

    toml::table* table = &root;
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
      toml::node& node = table->emplace<toml::table>(keys[i]).first->second;
      table = node.as_table();
      if (node.is_array_of_tables()) throw is_list(at, keys[i]);
      if (table == nullptr) throw error_at(at, fmt::format("'{}' is not a table, so it has no keys to set", keys[i]));
    }
    if (const toml::node* old = table->get(keys.back()); old != nullptr) {
      if (old->is_array_of_tables()) throw is_list(at, path);
      if (old->is_table()) throw error_at(at, fmt::format("'{}' is a table: set a key in it", path));
    }
    insert_value(*table, keys.back(), value, at);
    overrides[path] = at;
  }

  // Text that is not a TOML value is a quantity or a word from which the shell removed the quotes.
  static void insert_value(toml::table& table, const std::string& key, const std::string& value,
                           const std::string& at) {
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
  for (const std::string& item : overrides) impl->override_with(item);
  return Document(std::move(impl));
}

bool Document::has(std::string_view section) const {
  const toml::node* node = impl_->find(section);
  // An absent section may also be a key.
  const bool table = node == nullptr ? is_table_of_some_tool(section) : node->is_table() || node->is_array_of_tables();
  if (table) impl_->know_table(section);
  impl_->know(section);
  return node != nullptr;
}

bool Document::holds(std::string_view section) const { return impl_->find(section) != nullptr; }

void Document::fill(std::string_view section, const std::vector<Slot>& slots) {
  impl_->know_table(section);
  const toml::table& table = impl_->table(section);
  impl_->entries(section);
  for (const Slot& slot : slots) {
    impl_->know(join(section, slot.key));
    impl_->know_earlier(section, slot.earlier);
  }
  for (const Slot& slot : slots) impl_->read_key(table, std::string(section), slot);
}

std::size_t Document::count(std::string_view section) const {
  impl_->know_table(section);
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
  impl_->know(join(section, key));
  if (impl_->find(join(section, key)) == nullptr) return std::nullopt;
  std::int64_t value = 0;
  fill(section, {{.key = std::string(key), .target = &value, .range = range}});
  return value;
}

void Document::record(std::string_view section, std::string_view key, double value) {
  impl_->set(section, key, toml_text(value));
}
void Document::record(std::string_view section, std::string_view key, std::int64_t value) {
  impl_->set(section, key, toml_text(value));
}
void Document::record(std::string_view section, std::string_view key, const Vec3& value) {
  impl_->set(section, key, toml_text(value));
}
void Document::record(std::string_view section, std::string_view key, const std::string& value) {
  impl_->set(section, key, toml_text(value));
}

void Document::omit(std::string_view section, std::string_view key) {
  std::erase_if(impl_->entries(section), [&](const auto& entry) { return entry.first == key; });
}

void Document::know_variants(Tables (*describe)()) { impl_->variants.push_back(describe); }

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
  const std::string path = join(section, key);
  const auto earlier = impl_->written_as.find(path);
  return impl_->place(earlier == impl_->written_as.end() ? path : earlier->second);
}

PlacedError Document::error(std::string_view section, std::string_view key, const std::string& message) const {
  return error_at(where(section, key), message);
}

std::string Document::effective() const {
  std::string text;
  for (const auto& [table, entries] : impl_->effective) {
    const auto& [section, number] = table;
    if (!text.empty()) text += '\n';
    if (!section.empty()) text += number < 0 ? fmt::format("[{}]\n", section) : fmt::format("[[{}]]\n", section);
    for (const auto& [key, value] : entries) text += fmt::format("{} = {}\n", key, value);
  }
  return text;
}

}  // namespace rubble::config
