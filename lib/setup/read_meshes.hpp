#pragma once
// Reads walls given by triangulated surfaces, [[mesh]], from a TOML document.
#include "config/describe.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

namespace rubble::setup {

// [[mesh]] => walls, in the order of the document. InputError for files that cannot be read and surfaces that walls
// cannot have (shape::triangle_mesh).
std::vector<MeshWall> read_meshes(config::Document& config);

// (document, pile, external action) Replaces "auto" in the motion of walls, and sets the poses of driven walls in the
// state. A wall that the pile has with the same triangles and the same motion, or driven along or about the same axis,
// continues from its pose.
void settle_meshes(config::Document& config, Pile& pile, External& external);

// (document, external action, "METHOD does" or "METHODS do") => InputError if there are walls of this kind.
void require_no_mesh(const config::Document& config, const External& external, const std::string& method);

// The tables that read_meshes() reads, for --describe.
config::Tables describe_meshes();

}  // namespace rubble::setup
