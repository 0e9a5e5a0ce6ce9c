#pragma once
// Checks that the file of a film is complete. An encoder that could not write its last bytes may still report success.
#include <cstddef>
#include <string>
#include <string_view>

namespace rubble::cli {

// (bytes of a file, number of frames that the encoder was given) => the missing part, "" if the file is complete.
// - A GIF (GIF89a specification, W3C) consists of blocks and ends with a trailer. At least one block must be an image.
//   The number of images is not checked, because frames closer than its clock of 10 ms may be merged.
// - An MP4 (ISO/IEC 14496-12) consists of boxes whose lengths add up to the length of the file. It must have ftyp, moov
//   and mdat, and its table of sample sizes must list every frame.
std::string missing_in_gif(std::string_view bytes);
std::string missing_in_mp4(std::string_view bytes, std::size_t frames);

}  // namespace rubble::cli
