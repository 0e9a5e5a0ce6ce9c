#pragma once
// The text of a TOML file before toml++ sees it.
#include "base/error.hpp"

#include <string>
#include <string_view>

namespace rubble::config {

inline constexpr std::size_t kMaxKeyDepth = 8;

// ("file:line:column", what is wrong) => the error with its place in front
PlacedError error_at(const std::string& place, const std::string& message);

// (path) => the file's text. No such file, a directory, too large: InputError; no permission: SystemError.
std::string read_file(const std::string& path);

// InputError for what toml++ must never see: non-ASCII outside strings and comments (undefined behaviour in 3.3.0) and
// keys so deep that destroying their tables overflows the stack. Follows the text as far as it is TOML; toml++ stops
// where it is not. `name` stands for the file in messages.
void check_text(std::string_view text, const std::string& name);

// (text, number of a line that is no TOML, from 1) => if a quantity stands there without its quotes, as in
// "duration = 12 h", how the message goes on; else "".
std::string bare_quantity(std::string_view text, std::size_t line);

}  // namespace rubble::config
