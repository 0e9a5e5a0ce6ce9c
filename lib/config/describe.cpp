#include "config/describe.hpp"

#include "base/range_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::config {
namespace {

// A value as in TOML, except that auto and none have no quotation marks; "unset" for a word without a value.
std::string shown(double v) { return fmt::format("{}", v); }
std::string shown(std::int64_t v) { return fmt::format("{}", v); }
std::string shown(bool v) { return v ? "true" : "false"; }
std::string shown(const std::string& v) { return v.empty() ? "unset" : '"' + v + '"'; }
std::string shown(const Auto& v) { return v ? shown(*v) : "auto"; }
std::string shown(const Limit& v) { return v ? shown(*v) : "none"; }
std::string shown(const Vec3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); }
std::string shown(const Reals& v) { return fmt::format("[{}]", fmt::join(v, ", ")); }
template <class Item>
std::string shown(const std::vector<Item>& items) {
  std::vector<std::string> texts;
  for (const Item& item : items) texts.push_back(shown(item));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

// (value of a slot, slot) => the value.
template <class Value>
std::string initial_of(const Value* value, const Slot&) {
  return shown(*value);
}
std::string initial_of(const WordTarget& value, const Slot& slot) {
  return shown(value.get() < slot.choices.size() ? slot.choices[value.get()] : std::string());
}

// The words that a numeric parameter accepts instead of a number.
std::vector<std::string> words_of(const Slot& slot) {
  if (std::holds_alternative<Limit*>(slot.target)) return {"none"};
  if (!std::holds_alternative<Auto*>(slot.target)) return {};
  std::vector<std::string> words = {"auto"};
  words.insert(words.end(), slot.choices.begin(), slot.choices.end());
  return words;
}

// The words of a parameter whose value is one of them.
std::vector<std::string> choices_of(const Slot& slot) {
  return std::holds_alternative<Auto*>(slot.target) ? std::vector<std::string>{} : slot.choices;
}

std::string allowed(const Slot& slot) {
  if (std::holds_alternative<bool*>(slot.target)) return "true | false";
  if (!choices_of(slot).empty()) return fmt::format("{}", fmt::join(slot.choices, " | "));
  std::string text = rubble::shown(slot.range);
  for (const std::string& word : words_of(slot)) text += (text.empty() ? "or " : " or ") + word;
  return text;
}

struct KindOf {
  std::string operator()(const WordTarget&) const { return "word"; }
  std::string operator()(const double*) const { return "number"; }
  std::string operator()(const Auto*) const { return "number"; }
  std::string operator()(const Limit*) const { return "number"; }
  std::string operator()(const std::int64_t*) const { return "integer"; }
  std::string operator()(const bool*) const { return "boolean"; }
  std::string operator()(const std::string*) const { return "word"; }
  std::string operator()(const Vec3*) const { return "vector"; }
  std::string operator()(const Reals*) const { return "numbers"; }
  std::string operator()(const Words*) const { return "words"; }
  std::string operator()(const Vec3s*) const { return "points"; }
};

std::string text_of(const Table& table) {
  std::vector<std::vector<std::string>> rows;
  for (const Row& row : table.rows) rows.push_back({row.key, row.unit, row.allowed, row.initial, row.text});
  std::vector<std::size_t> widths(5);
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  std::string text = text_of(table.heading) + ": " + table.text + '\n';
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t c = 0; c < row.size(); ++c) line += fmt::format(" {:<{}} ", row[c], widths[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace

std::string name_of(const Heading& heading) {
  if (heading.section.empty()) return "at the top level";
  std::string name = heading.list ? "[[" + heading.section + "]]" : "[" + heading.section + "]";
  if (!heading.key.empty()) name += fmt::format(" {} = \"{}\"", heading.key, heading.word);
  if (!heading.variant.empty()) name += (heading.key.empty() ? " " : ", ") + heading.variant;
  return name;
}

std::string text_of(const Heading& heading) {
  return name_of(heading) + (heading.number.empty() ? "" : " " + heading.number);
}

Tables operator+(Tables a, const Tables& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Tables describe_slots(const Heading& heading, const std::string& text, const std::vector<Slot>& slots) {
  Table table{heading, text, {}};
  for (const Slot& slot : slots) {
    const std::string initial = std::visit([&](const auto& value) { return initial_of(value, slot); }, slot.target);
    table.rows.push_back({slot.key, slot.unit, std::visit(KindOf{}, slot.target), allowed(slot),
                          slot.required ? "required" : initial, slot.text, choices_of(slot), words_of(slot)});
  }
  return {table};
}

Tables describe_seed(const std::string& use) {
  std::int64_t seed = 0;
  const Slot slot{
      .key = "seed", .text = "seed of " + use + ", unless --seed gives it", .target = &seed, .range = kNotNegative};
  return describe_slots({}, "Keys before the first table.", {slot});
}

std::string text_of(const Tables& tables) {
  std::string text;
  for (const Table& table : tables) text += text_of(table);
  return text;
}

}  // namespace rubble::config
