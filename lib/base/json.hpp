#pragma once
// Quotes text as a JSON string (RFC 8259).
#include <string>

namespace rubble {

// (any bytes) => a string of JSON with its quotation marks; bytes that are no UTF-8 as printable() shows them.
std::string json_string(const std::string& text);

}  // namespace rubble
