#pragma once
// Check that is shared by the tools that read the frames of a track.
#include "base/error.hpp"
#include "base/system.hpp"
#include "store/track.hpp"

#include <string>
#include <vector>

namespace rubble::cli {

// InputError if the track has no frames.
inline void require_frames(const store::Frames& frames, const std::string& path) {
  if (frames.size() == 0)
    throw InputError(input_name(path) +
                     ": expected frames, found none: set run.frame_every for the run that writes the track");
}

// => true if grains merge or break between frames.
inline bool grains_change(const store::Frames& frames) {
  if (!frames.regroups()) return false;
  const std::vector<Index> first = frames.pile(0).state.grouping.grain;
  for (std::size_t f = 1; f < frames.size(); ++f)
    if (frames.pile(f).state.grouping.grain != first) return true;
  return false;
}

}  // namespace rubble::cli
