#pragma once
// Checks that the file of a film is complete. An encoder that could not write its last bytes may still report success.
#include <cstddef>
#include <string>
#include <string_view>

namespace rubble::app {

// (bytes of a file, number of frames that the encoder was given) => the missing part, "" if the file is complete. A GIF
// (GIF89a specification, W3C) consists of blocks, of which at least one is an image, up to a trailer that ends the
// file: frames that are nearer than its clock of 10 ms may be joined. An MP4 (ISO/IEC 14496-12) consists of boxes whose
// lengths add up to that of the file, among them ftyp, moov and mdat; its table of sample sizes has every frame.
std::string missing_in_gif(std::string_view bytes);
std::string missing_in_mp4(std::string_view bytes, std::size_t frames);

}  // namespace rubble::app
