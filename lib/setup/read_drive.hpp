#pragma once
// Reads the drives of triangulated walls: the keys of [[mesh]] for a force or a torque.
#include "config/describe.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rubble::setup {

// (document, section of a [[mesh]], its given motion) => its drive, if it has one. InputError if it also has a given
// motion.
std::optional<WallDrive> read_drive(config::Document& config, const std::string& section, const WallMotion& motion);

// (pile with the walls of the previous run, walls of this run) => poses of these walls; none if no wall is driven. A
// wall that the pile has with the same triangles and the same axis continues from its pose, other walls are at rest.
DrivenPoses poses_at_start(const Pile& pile, const std::vector<MeshWall>& walls);

// (pile with the walls of the previous run, walls of this run) => notes on walls that a drive has moved in the pile,
// and whose pose this run does not continue: the wall is not driven, or has another axis or centre.
std::vector<std::string> lost_poses(const Pile& pile, const std::vector<MeshWall>& walls);

// (document, external action, "METHOD does" or "METHODS do", walls to use with this method) => InputError if a wall is
// driven.
void require_no_drive(const config::Document& config, const External& external, const std::string& method,
                      const std::string& alternative);

// InputError if there are driven walls and frozen bodies, which do not touch each other.
void require_no_frozen_beside_drives(const config::Document& config, const External& external);

// The keys of drives, for --describe.
config::Tables describe_drives();

}  // namespace rubble::setup
