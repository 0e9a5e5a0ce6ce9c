#include "shape/surface.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

constexpr double kMostPoints = 1e7;
constexpr double kSpiralCover = 2.73;  // largest distance of the sphere's surface from a point of the spiral, times the
                                       // square root of the number of points

// Points within an edge, without its ends.
void add_edge(const Vec3& a, const Vec3& b, double spacing, Vec3s& points) {
  const auto parts = static_cast<int>(std::ceil((b - a).norm() / spacing));
  for (int k = 1; k < parts; ++k) points.push_back(a + static_cast<double>(k) / parts * (b - a));
}

// Directions in the plane of a face, and its ranges along them.
struct Frame {
  Vec3 u, v;
  Vec3 origin;  // a corner of the face
  double low_u = 0, high_u = 0, low_v = 0, high_v = 0;
};

Frame face_frame_of(const Vec3s& vertex, const std::vector<Index>& face, const Vec3& normal) {
  Frame out;
  out.origin = vertex[face[0]];
  out.u = (vertex[face[1]] - out.origin).normalized();
  out.v = normal.cross(out.u);
  for (const Index k : face) {
    const Vec3 x = vertex[k] - out.origin;
    out.low_u = std::min(out.low_u, x.dot(out.u));
    out.high_u = std::max(out.high_u, x.dot(out.u));
    out.low_v = std::min(out.low_v, x.dot(out.v));
    out.high_v = std::max(out.high_v, x.dot(out.v));
  }
  return out;
}

bool within(const Vec3s& vertex, const std::vector<Index>& face, const Vec3& normal, const Vec3& point) {
  for (std::size_t k = 0; k < face.size(); ++k) {
    const Vec3& a = vertex[face[k]];
    const Vec3& b = vertex[face[(k + 1) % face.size()]];
    if (!(normal.cross(b - a).dot(point - a) > 0)) return false;
  }
  return true;
}

// Points within a face: centres of the cells of a grid over its bounding rectangle.
void add_face(const Vec3s& vertex, const std::vector<Index>& face, double pitch, Vec3s& points) {
  const Vec3 normal = area_vector(vertex, face).normalized();
  const Frame frame = face_frame_of(vertex, face, normal);
  const double width = frame.high_u - frame.low_u;
  const double height = frame.high_v - frame.low_v;
  const auto columns = static_cast<int>(std::ceil(width / pitch));
  const auto rows = static_cast<int>(std::ceil(height / pitch));
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < rows; ++j) {
      const double along_u = frame.low_u + (i + 0.5) * width / columns;
      const double along_v = frame.low_v + (j + 0.5) * height / rows;
      const Vec3 point = frame.origin + along_u * frame.u + along_v * frame.v;
      if (within(vertex, face, normal, point)) points.push_back(point);
    }
}

// (hull, spacing) => approximate number of points.
double count_for(const Shape& hull, double spacing) {
  double count = static_cast<double>(hull.vertex.size()) + 2 * hull.area / (spacing * spacing);
  for (const std::vector<Index>& face : hull.face)  // each edge has two faces
    for (std::size_t k = 0; k < face.size(); ++k)
      count += 0.5 * (hull.vertex[face[k]] - hull.vertex[face[(k + 1) % face.size()]]).norm() / spacing;
  return count;
}

void require_spacing(double spacing, double count) {
  if (!(spacing > 0))
    throw InputError(fmt::format("spacing of surface points: expected a number > 0, found {}", spacing));
  if (!(count <= kMostPoints))
    throw InputError(fmt::format("spacing of surface points: {} needs more than {} points", spacing, kMostPoints));
}

}  // namespace

Vec3s sphere_points(int count) {
  const double golden_angle = std::numbers::pi * (3 - std::sqrt(5.0));
  Vec3s points;
  points.reserve(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) {
    const double z = 1 - (2 * k + 1.0) / count;
    const double ring = std::sqrt(1 - z * z);
    points.emplace_back(ring * std::cos(golden_angle * k), ring * std::sin(golden_angle * k), z);
  }
  return points;
}

Vec3s sphere_surface(double spacing) {
  const double count = std::max(4.0, std::ceil(std::pow(kSpiralCover / spacing, 2)));
  require_spacing(spacing, count);
  return sphere_points(static_cast<int>(count));
}

Vec3s hull_surface(const Shape& hull, double spacing) {
  require_spacing(spacing, count_for(hull, spacing));
  Vec3s points = hull.vertex;
  for (const std::vector<Index>& face : hull.face)
    for (std::size_t k = 0; k < face.size(); ++k) {
      const Index from = face[k];
      const Index to = face[(k + 1) % face.size()];
      if (from < to) add_edge(hull.vertex[from], hull.vertex[to], spacing, points);
    }
  for (const std::vector<Index>& face : hull.face) add_face(hull.vertex, face, spacing / std::numbers::sqrt2, points);
  return points;
}

}  // namespace rubble::shape
