#include "config/source.hpp"

#include "base/printable.hpp"
#include "base/system.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

namespace rubble::config {

constexpr std::size_t kMaxFileSize = 1 << 20;  // [bytes]

PlacedError error_at(const std::string& place, const std::string& message) {
  return PlacedError(place + ": error: " + message);
}

std::string read_file(const std::string& path) {
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored)) {
    throw error_at(path, "expected a file, found a folder");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file && (errno == ENOENT || errno == ENOTDIR)) throw error_at(path, "no such file");
  std::string text(kMaxFileSize + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) {
    throw system_error(path, file.is_open() ? "read" : "open", errno);
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.starts_with("\x89HDF\r\n")) throw error_at(path, "expected a TOML file, found an HDF5 file");
  if (text.size() > kMaxFileSize) throw error_at(path, fmt::format("the file is larger than {} bytes", kMaxFileSize));
  return text;
}

void check_text(std::string_view text, const std::string& name) {
  enum { kPlain, kComment, kString } state = kPlain;
  std::string_view close;  // quotation marks that end the current string
  std::size_t line = 1, column = 0;
  std::size_t dots = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++column;
    if (c == '\n') {
      ++line, column = 0, dots = 0;
      if (state == kComment || close.size() == 1) state = kPlain, close = {};
    } else if (state == kString) {
      if (c == '\\' && close[0] == '"') {
        if (i + 1 < text.size() && text[i + 1] != '\n') ++i, ++column;
      } else if (text.substr(i).starts_with(close)) {
        const std::size_t end = close.size() == 1 ? i + 1 : std::min(text.find_first_not_of(c, i), i + 5);
        column += end - i - 1, i = end - 1;
        state = kPlain, close = {};
      }
    } else if (state == kPlain) {
      const std::string place = fmt::format("{}:{}:{}", name, line, column);
      if (static_cast<unsigned char>(c) > 127) {
        throw error_at(place, "non-ASCII character outside of strings and comments");
      }
      if (c == '#') {
        state = kComment;
      } else if (c == '"' || c == '\'') {
        state = kString, close = text.substr(i, 1);
        const std::string_view three = text.substr(i, 3);
        if (three == "\"\"\"" || three == "'''") close = three, i += 2, column += 2;
      } else if (c == '.' && ++dots > kMaxKeyDepth) {
        throw error_at(place, fmt::format("key with more than {} dots", kMaxKeyDepth));
      } else if (std::strchr(",=[]{}", c) != nullptr) {
        dots = 0;
      }
    }
  }
}

std::string bare_quantity(std::string_view text, std::size_t line) {
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return "";
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find_first_of("\r\n#"));
  const std::size_t equals = text.find('=');
  if (equals == text.npos) return "";
  std::string_view value = text.substr(equals + 1);
  while (value.starts_with(' ') || value.starts_with('\t')) value.remove_prefix(1);
  while (value.ends_with(' ') || value.ends_with('\t')) value.remove_suffix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool all = end == value.data() + value.size();
  if (error != std::errc() || all || value.find_first_of("\"'[]{}=,") != value.npos) return "";
  return fmt::format("; write a value with a unit in quotes: {}", quoted(std::string(value)));
}

}  // namespace rubble::config
