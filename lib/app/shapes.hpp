#pragma once
// [[shape]] tables of a TOML document: glued, by recipe, or from meshes.
#include "config/describe.hpp"
#include "make/shapes.hpp"

#include <string>
#include <vector>

namespace rubble::app {

struct OwnShapes {
  std::vector<make::OwnShape> shapes;
  std::vector<std::string> hashes;  // SHA-256 of the meshes that were read
};

// (document) => its [[shape]] tables, in their order. InputError with its place for what cannot be read or made; with
// the mesh's own place behind for what is wrong in a mesh.
OwnShapes read_shapes(config::Document& config);

// The tables of all that read_shapes reads, for --describe.
config::Tables describe_shapes();

}  // namespace rubble::app
