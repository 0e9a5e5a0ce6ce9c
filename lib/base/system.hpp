#pragma once
// Names of files and streams in messages, and messages about system errors.
#include "base/error.hpp"

#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace rubble {

inline constexpr const char* kStandardInput = "standard input";
inline constexpr const char* kStandardOutput = "standard output";

// (path of an input or output; "-" is a stream) => its name in messages
inline std::string input_name(const std::string& path) { return path == "-" ? kStandardInput : path; }
inline std::string output_name(const std::string& path) { return path == "-" ? kStandardOutput : path; }

// (file or stream, attempted operation, errno) => "pile.h5: cannot open: Permission denied"
inline SystemError system_error(std::string_view name, std::string_view what, int cause) {
  return SystemError(fmt::format("{}: cannot {}: {}", name, what, std::strerror(cause)));
}

}  // namespace rubble
