#pragma once
// Hulls of piles as Wavefront OBJ and PLY: vertices and faces, in metres. Hulls can also be read from STL. Motion,
// grains and contacts are not stored. docs/formats.md.
#include "store/text.hpp"

namespace rubble::store {

// (pile with hulls, "obj" or "ply", name for messages) => the text: a closed surface for each hull, in the order of the
// bodies. An object of OBJ has the name of its shape. InputError if all bodies are spheres or, in PLY, if a hull has an
// id above 2^31 - 1.
std::string to_mesh(const Pile& pile, const std::string& format, const std::string& name);

// (pile with triangulated walls, "obj" or "ply") => the text: an object for each wall, at the time of the pile.
std::string walls_to_mesh(const Pile& pile, const std::string& format);

// (bytes, "obj", "ply" or "stl", name for messages, name of the material, its density [kg m-3]) => a hull at rest for
// each object with faces, each a separate grain. Ids follow the order of the objects. In PLY, faces can have ids; in
// OBJ, groups body_ID, if every object has one of its own. In OBJ only v, o, f and g are read. InputError "name:line:
// error: ..." for invalid text, and for a surface that is not that of a convex body (convex_body in
// store/mesh_file.hpp).
TextPile parse_hulls(std::string_view bytes, const std::string& format, const std::string& name,
                     const std::string& material, double density);

}  // namespace rubble::store
