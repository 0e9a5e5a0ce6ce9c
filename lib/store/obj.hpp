#pragma once
// Hulls of piles as Wavefront OBJ and PLY: vertices and faces, in metres; from STL too. Motion, grains and contacts are
// not kept. docs/formats.md.
#include "store/text.hpp"

namespace rubble::store {

// (pile of hulls only, "obj" or "ply", name for messages) => the text: a closed surface for each body, in the order of
// the rows; an object of OBJ is named as its shape. InputError if a body is a sphere or, in PLY, has an id above 32
// bits.
std::string to_mesh(const Pile& pile, const std::string& format, const std::string& name);

// (bytes, "obj", "ply" or "stl", name for messages, name of the material, its density [kg m-3]) => a hull at rest for
// each object with faces, each a grain of its own; ids in the order of the objects or, of PLY, as its faces say. Of OBJ
// only v, o, f and, where there is no o, g count. Bad text, a surface that is not that of a convex body (convex_body in
// store/mesh.hpp): InputError "name:line: error: ...".
TextPile parse_hulls(std::string_view bytes, const std::string& format, const std::string& name,
                     const std::string& material, double density);

}  // namespace rubble::store
