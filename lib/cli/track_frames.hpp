#pragma once
// Check that is shared by the tools that read the frames of a track.
#include "base/error.hpp"
#include "base/system.hpp"
#include "store/track.hpp"

#include <string>

namespace rubble::cli {

// InputError if the track has no frames.
inline void require_frames(const store::Frames& frames, const std::string& path) {
  if (frames.size() == 0)
    throw InputError(input_name(path) +
                     ": expected frames, found none: set run.frame_every for the run that writes the track");
}

}  // namespace rubble::cli
