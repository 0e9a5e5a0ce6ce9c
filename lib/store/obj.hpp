#pragma once
// Hulls of piles as Wavefront OBJ, one object each: vertices and faces, in metres; from PLY and STL too. Motion, grains
// and contacts are not kept. docs/formats.md.
#include "store/text.hpp"

namespace rubble::store {

// (pile of hulls only) => the text: an object for each body, named as its shape, in the order of the rows. InputError
// if a body is a sphere.
std::string to_obj(const Pile& pile);

// (bytes, "obj", "ply" or "stl", name for messages, name of the material, its density [kg m-3]) => a hull at rest for
// each object with faces, each a grain of its own; ids in the order of the objects. Of OBJ only v, o, f and, where
// there is no o, g count. Bad text, a surface that is not that of a convex body (convex_body in store/mesh.hpp):
// InputError "name:line: error: ...".
TextPile parse_hulls(std::string_view bytes, const std::string& format, const std::string& name,
                     const std::string& material, double density);

}  // namespace rubble::store
