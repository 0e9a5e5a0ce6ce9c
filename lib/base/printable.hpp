#pragma once
// Text from outside as messages may show it: no byte of it moves a cursor, ends a line or fills a screen.
#include <string>
#include <string_view>

namespace rubble {

// (any bytes) => UTF-8 on one line: control characters, and bytes that are no UTF-8, become "\n", "\t", "\x1b" and the
// like. Everything else, backslashes too, stays as it is.
std::string printable(std::string_view text);

// (any bytes, most) => printable text; of more than `most` bytes the beginning and the end: "aaaaaaaa...aaaa".
std::string shortened(std::string_view text, std::size_t most = 60);

// (any bytes) => shortened text between quotes.
std::string quoted(const std::string& text);

}  // namespace rubble
