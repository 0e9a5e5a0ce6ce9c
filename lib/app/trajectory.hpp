#pragma once
// All frames of a track for other programs, one after the other: no more than one is in memory.
#include "store/track.hpp"

#include <functional>
#include <string>

namespace rubble::app {

struct Arguments;

// (track, output) => a trajectory in extended XYZ, whose cell is the box around the bodies of all frames.
void write_trajectory(const store::Frames& frames, const std::string& output);

// (track, its tool's arguments with the output OUT.pvd, frame as VTK PolyData) => OUT_0000.vtp, OUT_0001.vtp, ..., each
// whole under its name, and then OUT.pvd, ParaView's list of them with their times. InputError before anything is
// written if one of them may not be.
void write_series(const store::Frames& frames, const Arguments& arguments,
                  const std::function<std::string(const Pile&)>& polydata);

}  // namespace rubble::app
