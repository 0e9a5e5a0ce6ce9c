#include "store/text_reader.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

#include <fmt/format.h>

namespace rubble::store {
namespace {

template <class T>
T parsed(const TextReader& reader, std::string_view text, std::string_view what, const char* kind) {
  const std::string_view digits = text.starts_with('+') && !text.starts_with("+-") ? text.substr(1) : text;
  T value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range)
    reader.fail(fmt::format("{}: '{}' is out of range", what, shortened(text)));
  if (error != std::errc() || end != digits.data() + digits.size())
    reader.fail(fmt::format("{}: '{}' is not {}", what, shortened(text), kind));
  return value;
}

// ("1.0D+00", the notation of Fortran) => "1.0e+00"; nothing for other texts.
std::optional<std::string> with_e(std::string_view text) {
  const auto d = text.find_first_of("dD");
  if (d == text.npos || d == 0) return std::nullopt;
  const char before = text[d - 1];
  if (before != '.' && (before < '0' || before > '9')) return std::nullopt;
  std::string changed(text);
  changed[d] = 'e';
  double value = 0;
  const auto [end, error] = std::from_chars(changed.data(), changed.data() + changed.size(), value);
  if (error == std::errc::invalid_argument || end != changed.data() + changed.size()) return std::nullopt;
  return changed;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (;;) {
    const auto begin = line.find_first_not_of(" \t");
    if (begin == line.npos) return words;
    const auto end = std::min(line.find_first_of(" \t", begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    line.remove_prefix(end);
  }
}

void TextReader::fail(const std::string& message) const {
  throw InputError(fmt::format("{}:{}: error: {}", name, line, message));
}

bool TextReader::next(std::string_view& text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // written by spreadsheets at the beginning of a file
  if (line == 0 && rest.starts_with(kByteOrderMark)) rest.remove_prefix(kByteOrderMark.size());
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    text = trimmed(rest.substr(0, end));
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    ++line;
    if (!text.empty()) return true;
  }
  return false;
}

double TextReader::number(std::string_view text, std::string_view what) const {
  const std::optional<std::string> changed = with_e(text);
  const auto value = parsed<double>(*this, changed ? std::string_view(*changed) : text, what, "a number");
  if (!std::isfinite(value)) fail(fmt::format("{}: '{}' is not finite", what, text));
  return value;
}

std::int64_t TextReader::whole_number(std::string_view text, std::string_view what) const {
  return parsed<std::int64_t>(*this, text, what, "a whole number");
}

double TextReader::positive(std::string_view text, std::string_view what) const {
  const double value = number(text, what);
  if (!(value > 0)) fail(fmt::format("{}: {} is not positive", what, text));
  return value;
}

}  // namespace rubble::store
