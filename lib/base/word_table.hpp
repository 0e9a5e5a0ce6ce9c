#pragma once
// Tables of words and their values. A word of a TOML file or an option is looked up once, when it is read.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rubble {

// A word, and the value that it stands for: an enumerator, or the function that reads the rest of a table.
template <class T>
struct Word {
  std::string_view name;
  T value;
};

// (table) => its words, in the order of the table.
template <class T, std::size_t n>
std::vector<std::string> names_of(const Word<T> (&table)[n]) {
  std::vector<std::string> names;
  for (const Word<T>& word : table) names.emplace_back(word.name);
  return names;
}

// (table, value in it) => its word.
template <class T, std::size_t n>
std::string name_of(const Word<T> (&table)[n], const T& value) {
  const auto is_value = [&](const Word<T>& word) { return word.value == value; };
  return std::string(std::find_if(std::begin(table), std::end(table), is_value)->name);
}

// (table, word) => its value, or nothing for an unknown word.
template <class T, std::size_t n>
std::optional<T> value_of(const Word<T> (&table)[n], std::string_view name) {
  const auto is_name = [&](const Word<T>& word) { return word.name == name; };
  const Word<T>* const found = std::find_if(std::begin(table), std::end(table), is_name);
  return found == std::end(table) ? std::nullopt : std::optional<T>(found->value);
}

}  // namespace rubble
