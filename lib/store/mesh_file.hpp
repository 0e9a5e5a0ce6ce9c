#pragma once
// Surfaces of single bodies as Wavefront OBJ, PLY (Stanford; ASCII and binary) and STL (ASCII and binary), for reading
// and writing. docs/formats.md.
#include "shape/polyhedron.hpp"
#include "shape/shape.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rubble::store {

// One surface as stored in a file; lengths in the file's unit.
struct Mesh {
  std::string name;      // name of the object in OBJ, of the solid in STL; may be empty
  std::size_t line = 0;  // line at which it begins in OBJ and ASCII STL; 0: not known
  Vec3s vertex;
  shape::Faces face;
  std::int64_t body = -1;  // id of the body of a pile that the surface represents, -1: none
};

// (name of a file) => "obj", "ply" or "stl", from the ending of its name in lower or upper case; "" for any other.
std::string mesh_format(const std::string& path);

// (mesh whose faces use vertex indices of a whole file, those vertices) => the mesh gets the vertices of its own faces,
// in their order.
void take_vertices(Mesh& mesh, const Vec3s& vertex);

// Merges vertices with identical coordinates; 0 and -0 are identical. Programs write separate vertices for each face
// where normals or textures are discontinuous. A mesh without such vertices keeps their order.
void weld(Mesh& mesh);

// (bytes, their format, name for messages) => the objects that have faces, with merged vertices: any number for OBJ,
// one for STL, one for PLY. If the faces of PLY have the property `body`, there is one object for each value.
// InputError "name:line: error: ..." or "name: error: ..." for invalid meshes: words that are not numbers, numbers that
// are not finite, vertices that do not exist, a truncated file.
std::vector<Mesh> parse_meshes(std::string_view bytes, const std::string& format, const std::string& name);
std::vector<Mesh> parse_obj_meshes(std::string_view text, const std::string& name);
std::vector<Mesh> parse_ply(std::string_view bytes, const std::string& name);
std::vector<Mesh> parse_stl(std::string_view bytes, const std::string& name);

struct MeshFile {
  std::vector<Mesh> meshes;
  std::string hash;  // SHA-256 of the file
};

// Reads a file; the ending of its name gives the format. InputError if the file does not exist or has another ending,
// SystemError if it cannot be read.
MeshFile read_meshes(const std::string& path);

// (mesh, name for messages, hull) => the convex hull of its vertices. If `hull` is false, InputError with the position
// of the mesh if its surface is not that of a convex body (shape::no_convex_surface). InputError also if the hull does
// not exist (flat, too few points).
shape::PlacedShape convex_body(const Mesh& mesh, const std::string& name, bool hull);

// A closed surface, convex or not.
struct SurfaceFile {
  shape::Polyhedron surface;  // lengths in the file's unit
  std::string name;           // name of the object; may be empty
  std::string hash;           // SHA-256 of the file
};

// Reads a file with one closed surface. InputError as for read_meshes(), for a file with several objects, and with the
// position of the object if it is not closed (shape::no_closed_surface).
SurfaceFile read_closed_surface(const std::string& path);

// (meshes, "obj") => one object for each; (meshes, "ply" or "stl") => all in one file, ASCII. In OBJ the faces of a
// body form a separate group; in PLY they have the id of the body. Numbers have the fewest digits that restore the same
// bits. STL contains only triangles.
std::string mesh_text(const std::vector<Mesh>& meshes, const std::string& format);

}  // namespace rubble::store
