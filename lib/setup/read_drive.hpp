#pragma once
// Reads the drives of triangulated walls: the keys of [[mesh]] for a force or a torque.
#include "config/describe.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

#include <optional>

namespace rubble::setup {

// (document, section of a [[mesh]], its given motion) => its drive, if it has one. InputError if it also has a given
// motion.
std::optional<WallDrive> read_drive(config::Document& config, const std::string& section, const WallMotion& motion);

// (pile with the walls of the previous run, walls of this run) => poses of these walls; none if no wall is driven. A
// wall that the pile has with the same triangles and the same axis continues from its pose, other walls are at rest.
DrivenPoses poses_at_start(const Pile& pile, const std::vector<MeshWall>& walls);

// (document, external action, "METHOD does" or "METHODS do") => InputError if a wall is driven.
void require_no_drive(const config::Document& config, const External& external, const std::string& method);

// The keys of drives, for --describe.
config::Tables describe_drives();

}  // namespace rubble::setup
