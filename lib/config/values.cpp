#include "config/values.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/range_text.hpp"
#include "base/units.hpp"
#include "base/words.hpp"
#include "config/key_names.hpp"
#include "config/source.hpp"
#include "config/toml_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

namespace rubble::config {
namespace {

// True for a whole number beyond the range of std::int64_t.
bool is_overflow(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc::result_out_of_range && end == text.data() + text.size();
}

std::string text_of(const WordTarget& value, const Slot& slot) { return toml_text(slot.choices.at(value.get())); }
template <class Value>
std::string text_of(const Value* value, const Slot&) {
  return toml_text(*value);
}

bool is_valid_value(const WordTarget& value, const Slot& slot) { return value.get() < slot.choices.size(); }
template <class Value>
bool is_valid_value(const Value* target, const Slot& slot) {
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

// Reads the value of one key.
class Reader {
 public:
  Reader(const toml::node& node, const Slot& slot, const std::string& section, const PlaceOf& place)
      : node_(node),
        slot_(slot),
        place_(place),
        at_(place(node.source())),
        subject_(section.empty() ? fmt::format("'{}'", slot.key) : fmt::format("'{}' {}", slot.key, placed(section))) {}

  void read(const WordTarget& target) const {
    const auto found = std::ranges::find(slot_.choices, word());
    target.set(static_cast<std::size_t>(found - slot_.choices.begin()));
  }
  void read(double* target) const { *target = number(node_, at_, subject_); }
  void read(Auto* target) const {
    const auto text = node_.value_exact<std::string>();
    if (text == "auto") {
      *target = std::nullopt;
    } else if (text && slot_.choices == Words{*text}) {  // "none", base/no_limit.hpp
      *target = std::numeric_limits<double>::infinity();
    } else {
      *target = number(node_, at_, subject_);
    }
  }
  void read(Limit* target) const {
    const auto text = node_.value_exact<std::string>();
    if (text == "none" || text == "auto") {  // files of earlier versions have "auto"
      *target = std::nullopt;
    } else {
      *target = number(node_, at_, subject_);
    }
  }
  void read(std::int64_t* target) const {
    const auto value = node_.value_exact<std::int64_t>();
    if (const auto real = node_.value_exact<double>())
      throw error_at(at_, fmt::format("{} must be a whole number, not {}", subject_, toml_text(*real)));
    if (const auto text = node_.value_exact<std::string>(); text && is_overflow(*text))
      throw error_at(
          at_, fmt::format("{} is too {}: {}", subject_, text->front() == '-' ? "small" : "large", shortened(*text)));
    if (!value) throw mistyped("a whole number");
    require_inside(static_cast<double>(*value), at_, subject_);
    *target = *value;
  }
  void read(bool* target) const {
    const auto value = node_.value_exact<bool>();
    if (!value) throw mistyped("true or false");
    *target = *value;
  }
  void read(std::string* target) const { *target = word(); }
  void read(Vec3* target) const { *target = Vec3(numbers(node_, subject_, 3).data()); }
  void read(Words* target) const {
    target->clear();
    for (const toml::node& item : items("words")) {
      const auto word = item.value_exact<std::string>();
      if (!word || word->empty())
        throw error_at(place_(item.source()),
                       fmt::format("{} must hold words, not {}", subject_, word ? "an empty one" : kind(item)));
      target->push_back(*word);
    }
  }
  void read(Vec3s* target) const {
    target->clear();
    for (const toml::node& item : items("points [x, y, z]"))
      target->emplace_back(numbers(item, "each point of " + subject_, 3).data());
  }
  void read(Reals* target) const { *target = numbers(node_, subject_, 0); }

 private:
  PlacedError mistyped(const std::string& wanted) const {
    return error_at(at_, fmt::format("{} must be {}, not {}", subject_, wanted, kind(node_)));
  }

  // written: the value as text with a unit, or ""
  void require_inside(double value, const std::string& at, const std::string& subject,
                      const std::string& written = "") const {
    if (!inside(slot_.range, value))
      throw error_at(at, fmt::format("{} {}", subject, must_be(slot_.range, value, slot_.unit, written)));
  }

  std::string unit() const { return slot_.unit.empty() ? "1" : slot_.unit; }

  // (node of a number, its place, beginning of messages) => the number, in SI units and in range
  double number(const toml::node& node, const std::string& at, const std::string& subject) const {
    double value = 0;
    std::string written;  // value with a unit
    if (const auto real = node.value_exact<double>()) {
      value = *real;
      if (!std::isfinite(value)) throw error_at(at, fmt::format("{} must be finite, not {}", subject, value));
    } else if (const auto integer = node.value_exact<std::int64_t>()) {
      value = static_cast<double>(*integer);
    } else if (const auto text = node.value_exact<std::string>()) {
      try {
        value = in_si(*text, unit());
        written = *text;
      } catch (const InputError& error) {
        throw error_at(at, subject + " " + error.what());
      }
    } else {
      throw error_at(at, fmt::format("{} must be a number or a quantity in {}, not {}", subject, unit(), kind(node)));
    }
    require_inside(value, at, subject, written);
    return value;
  }

  // wanted: how many numbers; 0: one or more
  std::vector<double> numbers(const toml::node& node, const std::string& subject, std::size_t wanted) const {
    const toml::array* list = node.as_array();
    if (list == nullptr || (wanted == 0 ? list->empty() : list->size() != wanted)) {
      const std::string what = wanted == 0 ? "a list of one or more" : fmt::format("a list of {}", wanted);
      const bool plain = slot_.unit.empty() || slot_.unit == "1";
      const std::string items = plain ? "numbers" : fmt::format("numbers or quantities in {}", slot_.unit);
      throw error_at(at_, fmt::format("{} must be {} {}, not {}", subject, what, items,
                                      list == nullptr ? kind(node) : fmt::format("of {}", list->size())));
    }
    std::vector<double> values;
    for (const toml::node& element : *list) values.push_back(number(element, place_(element.source()), subject));
    return values;
  }

  // (name of the items for messages) => the items; there is at least one
  const toml::array& items(const std::string& what) const {
    const toml::array* list = node_.as_array();
    if (list == nullptr || list->empty())
      throw error_at(at_, fmt::format("{} must be a list of one or more {}, not {}", subject_, what,
                                      list == nullptr ? kind(node_) : "of 0"));
    return *list;
  }

  // => the word, one of the slot's choices if it has any
  std::string word() const {
    const auto value = node_.value_exact<std::string>();
    if (!value) throw mistyped(slot_.choices.empty() ? "a string" : one_of(slot_.choices));
    if (value->empty()) throw error_at(at_, subject_ + " must not be empty");
    if (const std::string wrong = wrong_choice(*value, slot_.choices); !slot_.choices.empty() && !wrong.empty())
      throw error_at(at_, fmt::format("{} {}", subject_, wrong));
    return *value;
  }

  const toml::node& node_;
  const Slot& slot_;
  const PlaceOf& place_;
  std::string at_;       // place of the value
  std::string subject_;  // beginning of messages
};

}  // namespace

void assign(const toml::node& node, const Slot& slot, const std::string& section, const PlaceOf& place) {
  const Reader reader(node, slot, section, place);
  std::visit([&](const auto& target) { reader.read(target); }, slot.target);
}

std::optional<double> number_without_unit(const toml::node& node) {
  if (const auto number = node.value<double>(); number && node.is_number()) return number;
  if (const auto text = node.value_exact<std::string>()) {
    double number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    return error == std::errc{} && end == text->data() + text->size() ? std::optional(number) : std::nullopt;
  }
  const toml::array* list = node.as_array();
  if (list == nullptr) return std::nullopt;
  std::optional<double> largest;
  for (const toml::node& item : *list) {
    const std::optional<double> number = number_without_unit(item);
    if (number && (!largest || std::abs(*number) > std::abs(*largest))) largest = number;
  }
  return largest;
}

bool is_valid(const Slot& slot) {
  return std::visit([&](const auto& target) { return is_valid_value(target, slot); }, slot.target);
}

std::string toml_text_of(const Slot& slot) {
  return std::visit([&](const auto& target) { return text_of(target, slot); }, slot.target);
}

}  // namespace rubble::config
