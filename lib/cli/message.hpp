#pragma once
// Standard error. Text that cannot be written there is dropped without an error.
#include <string>
#include <string_view>

namespace rubble::cli {

// Opens /dev/null in place of closed standard streams, so that no file of the program gets their numbers. Reading from
// such an input and writing to such an output fails, as it should; messages to such a standard error vanish.
void fill_standard_streams();

// Writes the bytes unchanged. Waits for a busy reader, but not for one that has stopped reading.
void write_message(std::string_view bytes);

// (tool, text) Writes the line "tool: text", printable and of bounded length.
void say(const std::string& tool, std::string_view text);

}  // namespace rubble::cli
