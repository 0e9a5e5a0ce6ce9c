#pragma once
// The XML page beside a track through which ParaView opens the track's frames. ParaView's "XDMF Reader" is its only
// reader that can select frames of a dataset, and the only one that accepts names that end in .xdmf2.
// docs/decisions/0021-paraview-files.md.
#include "model/pile.hpp"

#include <string>
#include <vector>

namespace rubble::store {

// (name of the track file without folder, time of each frame [s], model, true if there are grains and all frames share
// them, true if the grains change, body columns) => the page
std::string xdmf(const std::string& file, const Reals& times, const Model& model, bool grains, bool regroups,
                 const std::vector<BodyColumn>& columns);

// (any text) => the text escaped for XML elements and attributes
std::string escaped_xml(const std::string& text);

// track.h5 => track.xdmf2
std::string xdmf_path(const std::string& track);

}  // namespace rubble::store
