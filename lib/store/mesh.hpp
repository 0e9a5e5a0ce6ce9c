#pragma once
// Surfaces of single bodies as Wavefront OBJ, PLY (Stanford; ASCII and binary) and STL (ASCII and binary). Both ways.
// docs/formats.md.
#include "shape/polyhedron.hpp"
#include "shape/shape.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rubble::store {

// One surface, as it stands in a file; lengths in the file's unit.
struct Mesh {
  std::string name;      // of the object in OBJ, of the solid in STL; may be empty
  std::size_t line = 0;  // at which it begins; 0: the format has no lines
  Vec3s vertex;
  shape::Faces face;
  std::int64_t body = -1;  // id of the body of a pile that it is, -1: of none
};

// (name of a file) => "obj", "ply" or "stl", the ending of its name, small letters or not; "" for any other.
std::string mesh_format(const std::string& path);

// (mesh whose faces count the vertices of a whole file, these) => it has the vertices of its own faces, in their order.
void take_vertices(Mesh& mesh, const Vec3s& vertex);

// (mesh) => its vertices at one point (the same bits) are one: programs write faces with vertices of their own where
// normals or textures end at edges. A mesh without such vertices keeps their order.
void weld(Mesh& mesh);

// (bytes, their format, name for messages) => the objects that have faces, their vertices welded: of OBJ any number, of
// STL one, of PLY one or, where its faces have the property `body`, one for each of its values.
// InputError "name:line: error: ..." or "name: error: ..." for what is no mesh: words that are no numbers, numbers that
// are not finite, vertices that are not there, a file that ends too early.
std::vector<Mesh> parse_meshes(std::string_view bytes, const std::string& format, const std::string& name);
std::vector<Mesh> parse_obj_meshes(std::string_view text, const std::string& name);
std::vector<Mesh> parse_ply(std::string_view bytes, const std::string& name);
std::vector<Mesh> parse_stl(std::string_view bytes, const std::string& name);

struct MeshFile {
  std::vector<Mesh> meshes;
  std::string hash;  // SHA-256 of the file
};

// The same from a file, by the ending of its name. Not found, or another ending: InputError; not readable: SystemError.
MeshFile read_meshes(const std::string& path);

// (mesh, name for messages, whether its convex hull is wanted whatever the faces) => the convex body. InputError with
// the mesh's place for a surface that is not that of a convex body (shape::no_convex_surface) unless its hull is
// wanted, and for a hull that cannot be (flat, too few points).
shape::PlacedShape convex_body(const Mesh& mesh, const std::string& name, bool hull);

// (meshes, "obj") => an object for each; ("ply" or "stl") => all in one file, ASCII. The faces of bodies are a group of
// their own in OBJ and have their ids in PLY. Numbers have as few digits as bring back the same bits; STL has triangles
// only.
std::string mesh_text(const std::vector<Mesh>& meshes, const std::string& format);

}  // namespace rubble::store
