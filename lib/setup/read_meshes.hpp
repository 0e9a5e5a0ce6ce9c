#pragma once
// Reads walls given by triangulated surfaces, [[mesh]], from a TOML document.
#include "config/describe.hpp"
#include "model/external.hpp"

namespace rubble::setup {

// [[mesh]] => walls, in the order of the document. InputError for files that cannot be read and surfaces that walls
// cannot have (shape::triangle_mesh).
std::vector<MeshWall> read_meshes(config::Document& config);

// (document, time at the start of the run [s], external action) Replaces "auto" in the motion of walls.
void settle_meshes(config::Document& config, double time, External& external);

// (document, external action, name of the method) => InputError if there are walls of this kind.
void require_no_mesh(const config::Document& config, const External& external, const std::string& method);

// The tables that read_meshes() reads, for --describe.
config::Tables describe_meshes();

}  // namespace rubble::setup
