#pragma once
// Quotes text as a JSON string (RFC 8259).
#include <string>

namespace rubble {

// (any bytes) => a JSON string with its quotation marks. Invalid UTF-8 is replaced as in printable().
std::string json_string(const std::string& text);

}  // namespace rubble
