#pragma once
// The text of a TOML file before toml++ sees it.
#include "base/error.hpp"

#include <string>
#include <string_view>

namespace rubble::config {

inline constexpr std::size_t kMaxKeyDepth = 8;  // dots of a key in a file, names in the path of --set

// ("file:line:column", what is wrong) => the error with its place in front
PlacedError error_at(const std::string& place, const std::string& message);

// (path) => the file's text. InputError if the file does not exist, is a directory, has more than 1 MiB or is HDF5;
// SystemError if there is no permission.
std::string read_file(const std::string& path);

// InputError for text that toml++ must not receive: non-ASCII outside strings and comments (undefined behaviour in
// 3.3.0), and keys with more than kMaxKeyDepth dots, because destroying very deep tables overflows the stack. After a
// place that is not TOML the check may mistake strings for other text, but toml++ stops there. `name` stands for the
// file in messages.
void check_text(std::string_view text, const std::string& name);

// (text, number of a line that is not TOML, from 1) => continuation of the message if the line has a quantity without
// quotes, as in "duration = 12 h"; otherwise "".
std::string bare_quantity(std::string_view text, std::size_t line);

}  // namespace rubble::config
