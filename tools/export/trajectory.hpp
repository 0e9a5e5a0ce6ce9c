#pragma once
// Writes all frames of a track for other programs, one after the other. Only one frame is in memory at a time.
#include "store/track.hpp"

#include <functional>
#include <string>

namespace rubble::tools {

struct Arguments;

// (track, output) => a trajectory in extended XYZ, whose cell is the box around the bodies of all frames.
void write_trajectory(const store::Frames& frames, const std::string& output);

// (track, tool's arguments with the output OUT.pvd, function that writes a frame as VTK PolyData) Writes OUT_0000.vtp,
// OUT_0001.vtp, ..., and then OUT.pvd, ParaView's list of these files with their times. InputError, before anything is
// written, if one of the files may not be written.
void write_series(const store::Frames& frames, const cli::Arguments& arguments,
                  const std::function<std::string(const Pile&)>& polydata);

}  // namespace rubble::tools
