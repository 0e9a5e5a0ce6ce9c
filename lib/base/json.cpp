#include "base/json.hpp"

#include "base/printable.hpp"

#include <fmt/format.h>

namespace rubble {

std::string json_string(const std::string& text) {
  std::string out = "\"", run;  // run: bytes between control characters
  const auto end_run = [&] {
    for (const char c : printable(run)) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    run.clear();
  };
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      run += c;
      continue;
    }
    end_run();
    out += fmt::format("\\u{:04x}", byte);
  }
  end_run();
  return out + '"';
}

}  // namespace rubble
