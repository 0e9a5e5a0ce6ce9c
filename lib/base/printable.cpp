#include "base/printable.hpp"

#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace rubble {
namespace {

unsigned char byte(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

// => length in bytes of the UTF-8 character at the start of the text; 0 if there is no valid one. Table 3-7 of the
// Unicode Standard.
std::size_t length_of_character(std::string_view text) {
  struct Form {
    unsigned char first, last;  // range of the first byte
    std::size_t length;         // bytes
    unsigned char second_low, second_high;
  };
  static constexpr std::array<Form, 9> forms{{{0x00, 0x7F, 1, 0x80, 0xBF},
                                              {0xC2, 0xDF, 2, 0x80, 0xBF},
                                              {0xE0, 0xE0, 3, 0xA0, 0xBF},
                                              {0xE1, 0xEC, 3, 0x80, 0xBF},
                                              {0xED, 0xED, 3, 0x80, 0x9F},
                                              {0xEE, 0xEF, 3, 0x80, 0xBF},
                                              {0xF0, 0xF0, 4, 0x90, 0xBF},
                                              {0xF1, 0xF3, 4, 0x80, 0xBF},
                                              {0xF4, 0xF4, 4, 0x80, 0x8F}}};
  for (const Form& form : forms) {
    if (byte(text, 0) < form.first || byte(text, 0) > form.last) continue;
    if (text.size() < form.length) return 0;
    if (form.length > 1 && (byte(text, 1) < form.second_low || byte(text, 1) > form.second_high)) return 0;
    for (std::size_t k = 2; k < form.length; ++k)
      if (byte(text, k) >> 6 != 2) return 0;
    return form.length;
  }
  return 0;
}

// True for control characters of ASCII including DEL, and for U+0080 to U+009F, which terminals obey too.
bool is_control(std::string_view character) {
  if (character.size() == 1) return byte(character, 0) < 0x20 || byte(character, 0) == 0x7F;
  return character.size() == 2 && byte(character, 0) == 0xC2 && byte(character, 1) < 0xA0;
}

void append_escaped(std::string& out, std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\n')
      out += "\\n";
    else if (bytes[i] == '\r')
      out += "\\r";
    else if (bytes[i] == '\t')
      out += "\\t";
    else
      out += fmt::format("\\x{:02x}", byte(bytes, i));
  }
}

bool continues_character(char c) { return static_cast<unsigned char>(c) >> 6 == 2; }

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    const std::string_view piece = text.substr(0, length > 0 ? length : 1);
    if (length == 0 || is_control(piece))
      append_escaped(out, piece);
    else
      out += piece;
    text.remove_prefix(piece.size());
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return printable(text);
  std::size_t head = most - most / 3, tail = text.size() - most / 3;
  for (int k = 0; k < 3 && continues_character(text[head]); ++k) --head;
  for (int k = 0; k < 3 && continues_character(text[tail]); ++k) ++tail;
  return printable(text.substr(0, head)) + "..." + printable(text.substr(tail));
}

std::string quoted(const std::string& text) {
  const std::string shown = shortened(text);
  const std::string_view interpreted = "\"$`\\";
  if (text.find_first_of(interpreted) == std::string::npos) return '"' + shown + '"';
  if (shown.find('\'') == std::string::npos) return '\'' + shown + '\'';
  std::string escaped;
  for (const char c : shown) {
    if (interpreted.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return '"' + escaped + '"';
}

}  // namespace rubble
