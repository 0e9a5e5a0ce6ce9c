#include "config/toml_text.hpp"

#include <cmath>

#include <fmt/format.h>

namespace rubble::config {

std::string toml_text(double value) {
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}
std::string toml_text(const Auto& value) {
  if (!value) return "\"auto\"";
  return std::isinf(*value) ? "\"none\"" : toml_text(*value);
}
std::string toml_text(const Limit& value) { return value ? toml_text(*value) : "\"none\""; }
std::string toml_text(std::int64_t value) { return fmt::format("{}", value); }
std::string toml_text(bool value) { return value ? "true" : "false"; }
std::string toml_text(const std::string& value) {
  std::string out = "\"";
  for (const char c : value) {
    if (static_cast<unsigned char>(c) < 32 || c == 127) {
      out += fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + "\"";
}
template <class Items>
static std::string list_text(const Items& values) {
  std::vector<std::string> texts;
  for (const auto& value : values) texts.push_back(toml_text(value));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}
std::string toml_text(const Vec3& value) { return list_text(value); }
std::string toml_text(const Reals& value) { return list_text(value); }
std::string toml_text(const std::vector<std::string>& value) { return list_text(value); }
std::string toml_text(const Vec3s& value) { return list_text(value); }

}  // namespace rubble::config
