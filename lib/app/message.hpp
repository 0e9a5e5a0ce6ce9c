#pragma once
// Standard error. Text that cannot be written there is dropped without an error.
#include <string>
#include <string_view>

namespace rubble::app {

// Opens /dev/null in place of standard streams that are closed, so that no file of ours gets their numbers. Reading and
// writing such a stream fails, as it should; messages vanish.
void fill_standard_streams();

// Writes the bytes as they are. Waits for a reader that is busy, but not for one that has stopped reading.
void write_message(std::string_view bytes);

// (tool, text) => the line "tool: text", printable and of bounded length.
void say(const std::string& tool, std::string_view text);

}  // namespace rubble::app
