#include "store/mesh_file.hpp"

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "shape/mesh.hpp"
#include "store/disk.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <fmt/format.h>

namespace rubble::store {
namespace {

std::string place(const Mesh& mesh, const std::string& name) {
  return mesh.line == 0 ? name : fmt::format("{}:{}", name, mesh.line);
}

std::string object_name(const Mesh& mesh) { return mesh.name.empty() ? "hull" : mesh.name; }

[[noreturn]] void refuse(const Mesh& mesh, const std::string& name, const std::string& message) {
  const std::string body = mesh.body < 0 ? "" : fmt::format(" of body {}", mesh.body);
  throw InputError(
      fmt::format("{}: error: object '{}'{}{}", place(mesh, name), shortened(object_name(mesh)), body, message));
}

// Name of an object in OBJ or STL, on one line.
std::string title(const Mesh& mesh) { return mesh.name.empty() ? "hull" : printable(mesh.name); }

void append_numbers(std::string& text, const char* head, const Vec3& x) {
  fmt::format_to(std::back_inserter(text), "{} {} {} {}\n", head, x.x(), x.y(), x.z());
}

std::string to_obj(const std::vector<Mesh>& meshes) {
  std::string text = "# lengths in metres\n";
  std::size_t before = 1;  // OBJ counts from 1
  for (const Mesh& mesh : meshes) {
    text += fmt::format("o {}\n", title(mesh));
    if (mesh.body >= 0) text += fmt::format("g body_{}\n", mesh.body);
    for (const Vec3& x : mesh.vertex) append_numbers(text, "v", x);
    for (const std::vector<Index>& face : mesh.face) {
      text += 'f';
      for (const Index corner : face)
        fmt::format_to(std::back_inserter(text), " {}", before + static_cast<std::size_t>(corner));
      text += '\n';
    }
    before += mesh.vertex.size();
  }
  return text;
}

// The smallest PLY type that can hold the number of corners of every face.
const char* counter_of(const std::vector<Mesh>& meshes) {
  std::size_t most = 0;
  for (const Mesh& mesh : meshes)
    for (const std::vector<Index>& face : mesh.face) most = std::max(most, face.size());
  return most > 255 ? "ushort" : "uchar";
}

std::string to_ply(const std::vector<Mesh>& meshes) {
  const bool bodies = !meshes.empty() && meshes[0].body >= 0;
  std::size_t vertices = 0;
  std::size_t faces = 0;
  std::string points;
  std::string polygons;
  for (const Mesh& mesh : meshes) {
    for (const Vec3& x : mesh.vertex) fmt::format_to(std::back_inserter(points), "{} {} {}\n", x.x(), x.y(), x.z());
    for (const std::vector<Index>& face : mesh.face) {
      fmt::format_to(std::back_inserter(polygons), "{}", face.size());
      for (const Index corner : face)
        fmt::format_to(std::back_inserter(polygons), " {}", vertices + static_cast<std::size_t>(corner));
      if (bodies) fmt::format_to(std::back_inserter(polygons), " {}", mesh.body);
      polygons += '\n';
    }
    vertices += mesh.vertex.size();
    faces += mesh.face.size();
  }
  return fmt::format(
             "ply\nformat ascii 1.0\ncomment lengths in metres\nelement vertex {}\nproperty double x\nproperty double "
             "y\nproperty double z\nelement face {}\nproperty list {} int vertex_indices\n{}end_header\n",
             vertices, faces, counter_of(meshes), bodies ? "property int body\n" : "") +
         points + polygons;
}

void append_triangle(std::string& text, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a).normalized();
  append_numbers(text, "facet normal", normal);
  text += "outer loop\n";
  for (const Vec3* x : {&a, &b, &c}) append_numbers(text, "vertex", *x);
  text += "endloop\nendfacet\n";
}

std::string to_stl(const std::vector<Mesh>& meshes) {
  const std::string name = meshes.size() == 1 ? title(meshes[0]) : "hulls";
  std::string text = fmt::format("solid {}\n", name);
  for (const Mesh& mesh : meshes)
    for (const std::vector<Index>& face : mesh.face)
      for (std::size_t k = 2; k < face.size(); ++k)
        append_triangle(text, mesh.vertex[static_cast<std::size_t>(face[0])],
                        mesh.vertex[static_cast<std::size_t>(face[k - 1])],
                        mesh.vertex[static_cast<std::size_t>(face[k])]);
  return text + fmt::format("endsolid {}\n", name);
}

}  // namespace

std::string mesh_format(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || dot == 0) return "";
  std::string ending = path.substr(dot + 1);
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending == "obj" || ending == "ply" || ending == "stl" ? ending : "";
}

void take_vertices(Mesh& mesh, const Vec3s& vertex) {
  std::vector<Index> used;
  for (const std::vector<Index>& face : mesh.face) used.insert(used.end(), face.begin(), face.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  mesh.vertex.clear();
  for (const Index v : used) mesh.vertex.push_back(vertex[static_cast<std::size_t>(v)]);
  for (std::vector<Index>& face : mesh.face)
    for (Index& corner : face)
      corner = static_cast<Index>(std::lower_bound(used.begin(), used.end(), corner) - used.begin());
}

void weld(Mesh& mesh) {
  shape::Polyhedron surface = shape::welded(mesh.vertex, mesh.face);
  if (surface.vertex.size() == mesh.vertex.size()) return;
  mesh.vertex = std::move(surface.vertex);
  mesh.face = std::move(surface.face);
}

std::vector<Mesh> parse_meshes(std::string_view bytes, const std::string& format, const std::string& name) {
  if (format == "ply") return parse_ply(bytes, name);
  if (format == "stl") return parse_stl(bytes, name);
  return parse_obj_meshes(bytes, name);
}

MeshFile read_meshes(const std::string& path) {
  const std::string name = input_name(path);
  const std::string format = mesh_format(path);
  if (format.empty())
    throw InputError(name + ": expected a name that ends in .obj, .ply or .stl, found another ending");
  const std::string bytes = read_bytes(path);
  return {parse_meshes(bytes, format, name), sha256(bytes)};
}

shape::PlacedShape convex_body(const Mesh& mesh, const std::string& name, bool hull) {
  const std::string object = object_name(mesh);
  const auto fail = [&](const std::string& message) { refuse(mesh, name, message); };
  shape::PlacedShape body;
  try {
    body = shape::hull_of_mesh(object, mesh.vertex, mesh.face);
  } catch (const InputError& error) {
    fail(std::string(": ") + error.what());
  }
  if (hull) return body;
  if (const auto wrong = shape::no_convex_surface(mesh.vertex, mesh.face))
    fail(" is not a closed convex surface with counter-clockwise faces: " + *wrong);
  return body;
}

SurfaceFile read_closed_surface(const std::string& path) {
  MeshFile file = read_meshes(path);
  const std::string name = input_name(path);
  if (file.meshes.size() != 1)
    throw InputError(fmt::format("{}: expected one object, found {}", name, file.meshes.size()));
  Mesh& mesh = file.meshes.front();
  if (const auto wrong = shape::no_closed_surface(mesh.vertex, mesh.face))
    refuse(mesh, name, " is not a closed surface with counter-clockwise faces: " + *wrong);
  take_vertices(mesh, Vec3s(mesh.vertex));
  return {{std::move(mesh.vertex), std::move(mesh.face)}, mesh.name, file.hash};
}

std::string mesh_text(const std::vector<Mesh>& meshes, const std::string& format) {
  if (format == "ply") return to_ply(meshes);
  if (format == "stl") return to_stl(meshes);
  return to_obj(meshes);
}

}  // namespace rubble::store
