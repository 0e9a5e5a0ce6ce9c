#pragma once
// The XML page beside a track that lets ParaView ("XDMF Reader") open its frames.
#include "base/vec.hpp"

#include <string>
#include <vector>

namespace rubble::store {

// (name of the track file without folder, time of each frame [s], number of bodies) => the page
std::string xdmf(const std::string& file, const Reals& times, std::size_t bodies, bool grains);

// track.h5 => track.xdmf
std::string xdmf_path(const std::string& track);

}  // namespace rubble::store
