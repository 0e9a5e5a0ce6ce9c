#include "run/run_key.hpp"

#include "base/printable.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace rubble::run {
namespace {

constexpr std::size_t kLongest = 100;  // [bytes], longer than the description of an unmodified build
constexpr std::string_view kTrack = "track: ", kInput = "input: ";
constexpr std::string_view kNumber = "1";    // unit of pure numbers
constexpr std::string_view kEquals = " = ";  // between key and value

// Takes the first line, without the prefix `begin` if it has that prefix.
std::string take_line(std::string_view& text, std::string_view begin = "") {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.starts_with(begin)) line.remove_prefix(begin.size());
  return std::string(line);
}

RunKey parts_of(std::string_view text) {
  RunKey key;
  key.program = take_line(text);
  key.track = take_line(text, kTrack);
  key.input = take_line(text, kInput);
  key.config = text;
  return key;
}

// Keys that affect one execution but no number in its outputs. A run may resume with other values of them.
const std::vector<std::string_view> kOfOneExecution = {"[run] checkpoint_every"};
// In addition the key that affects no step before the end of the run.
const std::vector<std::string_view> kOfTheEnd = {"[run] checkpoint_every", "[run] duration"};

// A line of an effective TOML.
struct Value {
  std::string table;  // "[stop]" or "[[plane]]"; "" for the top level
  std::string key;
  std::string text;  // the value as TOML

  std::string name() const { return table.empty() ? key : table + ' ' + key; }
  bool operator==(const Value&) const = default;
};

std::vector<Value> values_of(std::string_view config) {
  std::vector<Value> values;
  std::string table;
  while (!config.empty()) {
    const std::string line = take_line(config);
    if (line.starts_with('[')) {
      table = line;
    } else if (!line.empty()) {
      const std::size_t equals = std::min(line.find(kEquals), line.size());
      values.push_back({table, line.substr(0, equals), line.substr(std::min(equals + kEquals.size(), line.size()))});
    }
  }
  return values;
}

// ("[[plane]]") => "plane"
std::string without_brackets(std::string table) {
  std::erase_if(table, [](char c) { return c == '[' || c == ']'; });
  return table;
}

// => the value with its unit. Words and pure numbers have none.
std::string shown(const Value& value, const Units& units) {
  const std::string table = without_brackets(value.table);
  const auto unit = units.find(table.empty() ? value.key : table + '.' + value.key);
  const bool is_word = value.text.starts_with('"');
  const bool has_unit = unit != units.end() && !unit->second.empty() && unit->second != kNumber && !is_word;
  return shortened(value.text) + (has_unit ? ' ' + unit->second : "");
}

// (effective TOML, keys) => the same text without the lines of these keys.
std::string without(std::string_view config, const std::vector<std::string_view>& keys) {
  std::string rest, table;
  while (!config.empty()) {
    const std::string line = take_line(config);
    if (line.starts_with('[')) table = line + ' ';
    const std::string key = table + line.substr(0, line.find(kEquals));
    if (std::ranges::find(keys, key) == keys.end()) rest += line + '\n';
  }
  return rest;
}

// (configuration of the checkpoint, of this run, units) => the first value in which they differ
std::string difference_of_configs(const std::string& kept, const std::string& own, const Units& units) {
  const std::vector<Value> before = values_of(kept), now = values_of(own);
  std::size_t i = 0;
  while (i < before.size() && i < now.size() && before[i] == now[i]) ++i;
  if (i == before.size() && i == now.size()) return "the configuration differs";
  const auto line = [&](const Value& value) { return fmt::format("{} = {}", value.name(), shown(value, units)); };
  if (i < before.size() && i < now.size() && before[i].name() == now[i].name())
    return fmt::format("{}, not {}", line(before[i]), shown(now[i], units));
  // One configuration has an additional key, or the tables differ.
  const bool gone = before.size() > now.size() || i == now.size();
  return gone ? fmt::format("with {}", line(before[i])) : fmt::format("without {}", line(now[i]));
}

std::string text_of(const RunKey& key, const std::vector<std::string_view>& left_out) {
  return fmt::format("{}\n{}{}\n{}{}\n{}", key.program, kTrack, key.track, kInput, key.input,
                     without(key.config, left_out));
}

std::string first_word(const std::string& text) { return text.substr(0, text.find(' ')); }

std::string shown_track(const std::string& track) { return track.empty() ? "none" : quoted(track); }

}  // namespace

std::string run_key(const RunKey& key) { return text_of(key, kOfOneExecution); }

std::string checkpoint_key(const RunKey& key) { return text_of(key, kOfTheEnd); }

std::string difference(const std::string& kept, const std::string& own, const Units& units) {
  const RunKey before = parts_of(kept), now = parts_of(own);
  if (before.program != now.program)
    return fmt::format("of {}, not {}", shortened(before.program, kLongest), shortened(now.program, kLongest));
  if (first_word(before.input) != first_word(now.input)) return "the input differs";
  if (before.config == now.config && before.input != now.input)
    return "a file that the configuration names has changed";
  if (before.config != now.config) return difference_of_configs(before.config, now.config, units);
  return fmt::format("the track is {}, not {}", shown_track(before.track), shown_track(now.track));
}

}  // namespace rubble::run
