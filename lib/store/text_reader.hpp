#pragma once
// Lines, words and numbers of a text, with the position of errors.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rubble::store {

// A text that is being read: returns lines, and gives the position of errors.
struct TextReader {
  std::string_view rest;
  const std::string& name;
  std::size_t line = 0;

  // InputError "name:line: error: message".
  [[noreturn]] void fail(const std::string& message) const;
  // Reads the next line that is not blank, and trims it. => false at the end of the text
  bool next(std::string_view& text);
  // (text, its meaning for messages) => a finite number; an integer; a number above 0. InputError for any other text.
  double number(std::string_view text, std::string_view what) const;
  std::int64_t whole_number(std::string_view text, std::string_view what) const;
  double positive(std::string_view text, std::string_view what) const;
};

std::string_view trimmed(std::string_view text);
// (line) => its words, separated by blanks.
std::vector<std::string_view> words_of(std::string_view line);

}  // namespace rubble::store
