#pragma once
// Makes text from outside safe for messages: it cannot move the cursor, end a line or fill a screen.
#include <string>
#include <string_view>

namespace rubble {

// (any bytes) => UTF-8 on one line. Bytes of control characters and of invalid UTF-8 become "\n", "\r", "\t", or their
// hexadecimal digits as in "\x1b". Everything else, including backslashes, is unchanged.
std::string printable(std::string_view text);

// (any bytes, limit in bytes) => printable text. If the bytes exceed the limit, only the beginning and the end are
// kept: "aaaaaaaa...aaaa".
std::string shortened(std::string_view text, std::size_t most = 60);

// (any bytes) => shortened text in quotation marks, which a shell reads as the shortened text: in double ones, or in
// single ones if the text has a character that a shell interprets within double ones: " $ ` or a backslash. If it also
// has single ones, it is in double ones, with a backslash before each such character: "it's \"so\"".
std::string quoted(const std::string& text);

}  // namespace rubble
