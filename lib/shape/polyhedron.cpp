#include "shape/polyhedron.hpp"

#include "shape/point_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// The fault of a single face, if any.
std::optional<std::string> bad_face(std::size_t vertices, const std::vector<Index>& face) {
  if (face.size() < 3) return fmt::format("expected at least 3 vertices, found {}", face.size());
  for (const Index v : face)
    if (v < 0 || static_cast<std::size_t>(v) >= vertices) return fmt::format("no vertex {}", v);
  std::vector<Index> sorted = face;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) return fmt::format("vertex {} occurs twice", *twice);
  return std::nullopt;
}

// (vertices, face, its plane, tolerance in the unit of the vertices) => description of the first corner of the face
// that lies off the plane or is not convex, or nothing if all corners are sound.
std::optional<std::string> bad_corner(const Vec3s& vertex, const std::vector<Index>& face, const FacePlane& plane,
                                      double tolerance) {
  const std::size_t n = face.size();
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3& a = vertex[face[k]];
    const Vec3& b = vertex[face[(k + 1) % n]];
    const Vec3& c = vertex[face[(k + 2) % n]];
    if (std::abs(plane.normal.dot(a) - plane.offset) > tolerance)
      return fmt::format("vertex {} lies outside its plane", face[k]);
    if (plane.normal.cross((b - a).normalized()).dot(c - a) < -tolerance)  // c is to the right of the line from a to b
      return fmt::format("the corner at vertex {} is not convex", face[(k + 1) % n]);
  }
  return std::nullopt;
}

}  // namespace

Vec3 area_vector(const Vec3s& vertex, const std::vector<Index>& face) {
  Vec3 sum = Vec3::Zero();
  const Vec3& first = vertex[face[0]];
  for (std::size_t k = 2; k < face.size(); ++k) sum += (vertex[face[k - 1]] - first).cross(vertex[face[k]] - first);
  return 0.5 * sum;
}

FacePlane face_plane(const Vec3s& vertex, const std::vector<Index>& face) {
  Vec3 sum = Vec3::Zero();
  for (const Index v : face) sum += vertex[v];
  const Vec3 normal = area_vector(vertex, face).normalized();
  return {normal, normal.dot(sum) / static_cast<double>(face.size())};
}

double surface_area(const Vec3s& vertex, const Faces& face) {
  double sum = 0;
  for (const std::vector<Index>& f : face) sum += area_vector(vertex, f).norm();
  return sum;
}

std::optional<std::string> not_closed(std::size_t vertices, const Faces& face) {
  std::set<std::pair<Index, Index>> edges;
  std::vector<int> faces_at(vertices, 0);
  for (std::size_t f = 0; f < face.size(); ++f) {
    if (const auto wrong = bad_face(vertices, face[f])) return fmt::format("face {}: {}", f, *wrong);
    for (std::size_t k = 0; k < face[f].size(); ++k) {
      const Index from = face[f][k];
      const Index to = face[f][(k + 1) % face[f].size()];
      if (!edges.emplace(from, to).second)
        return fmt::format("two faces have the edge from vertex {} to {} in one direction", from, to);
      ++faces_at[from];
    }
  }
  for (const auto& [from, to] : edges)
    if (!edges.count({to, from})) return fmt::format("the edge of vertices {} and {} has one face only", from, to);
  for (std::size_t v = 0; v < vertices; ++v)
    if (faces_at[v] < 3) return fmt::format("vertex {} is in {} faces, expected at least 3", v, faces_at[v]);
  const auto euler = static_cast<long>(vertices) - static_cast<long>(edges.size() / 2) + static_cast<long>(face.size());
  if (euler != 2) return fmt::format("expected vertices - edges + faces = 2, found {}", euler);
  return std::nullopt;
}

std::optional<std::string> not_convex(const Vec3s& vertex, const Faces& face, const Vec3s& points, double tolerance) {
  const PointTree tree(points);
  for (std::size_t f = 0; f < face.size(); ++f) {
    const FacePlane plane = face_plane(vertex, face[f]);
    if (!(plane.normal.norm() > 0)) return fmt::format("face {}: the area is 0", f);
    if (const auto wrong = bad_corner(vertex, face[f], plane, tolerance)) return fmt::format("face {}: {}", f, *wrong);
    // The limit for the tree is lowered by the rounding error, so that no point is missed.
    const double least = plane.offset + tolerance - 4 * kEpsilon * (std::abs(plane.offset) + tolerance);
    if (!tree.any_above(plane.normal, least)) continue;
    for (std::size_t p = 0; p < points.size(); ++p)
      if (plane.normal.dot(points[p]) - plane.offset > tolerance)
        return fmt::format(
            "face {}: vertex {} lies above it, expected a convex body, faces counter-clockwise seen from outside", f,
            p);
  }
  return std::nullopt;
}

}  // namespace rubble::shape
