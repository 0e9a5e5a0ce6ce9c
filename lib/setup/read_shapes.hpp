#pragma once
// [[shape]] tables of a TOML document: glued spheres, convex hulls by a recipe or from meshes, and compounds of hulls.
#include "config/describe.hpp"
#include "generate/shapes.hpp"

#include <string>
#include <vector>

namespace rubble::setup {

struct OwnShapes {
  std::vector<generate::OwnShape> shapes;
  std::vector<std::string> hashes;  // SHA-256 of the mesh files
  std::vector<std::string> parts;   // names of the shapes that are parts of compounds
};

// (document) => its [[shape]] tables, in their order. InputError with its place if a table is invalid or a shape cannot
// be made. Errors in a mesh have their place in the mesh file as well.
OwnShapes read_shapes(config::Document& config);

// All tables that read_shapes reads, for --describe.
config::Tables describe_shapes();

}  // namespace rubble::setup
