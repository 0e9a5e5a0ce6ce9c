#pragma once
// Compression by zlib.
#include <string>
#include <string_view>

namespace rubble {

// (bytes, level 1 (fast) ... 9 (small)) => the bytes in zlib's format (RFC 1950). SystemError if memory is lacking.
std::string deflated(std::string_view bytes, int level);

}  // namespace rubble
