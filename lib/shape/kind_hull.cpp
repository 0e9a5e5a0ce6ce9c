// Convex polyhedra. The core is the hull itself.
#include "base/ball.hpp"
#include "base/error.hpp"
#include "shape/check_shape.hpp"
#include "shape/hull.hpp"
#include "shape/kind.hpp"
#include "shape/mass_properties.hpp"
#include "shape/surface.hpp"
#include "shape/within.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

Vec3 hull_core_support(const Shape& hull, const Vec3& direction) {
  return hull.vertex[farthest_vertex(hull, direction)];
}

Polyhedron polyhedron(const Shape& hull) { return {hull.vertex, hull.face}; }

double height(const FacePlane& plane, const Vec3& point) { return plane.normal.dot(point) - plane.offset; }

double distance_to_segment(const Vec3& a, const Vec3& b, const Vec3& point) {
  const Vec3 along = b - a;
  const double t = std::clamp((point - a).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (point - a - t * along).norm();
}

// (vertices, a convex face, its plane, point) => distance of the point from the face: the height if the point is above
// its interior, otherwise the distance from the nearest edge.
double distance_to_face(const Vec3s& vertex, const std::vector<Index>& face, const FacePlane& plane,
                        const Vec3& point) {
  double nearest = std::numeric_limits<double>::infinity();
  bool above = true;
  for (std::size_t k = 0; k < face.size(); ++k) {
    const Vec3& a = vertex[face[k]];
    const Vec3& b = vertex[face[(k + 1) % face.size()]];
    above = above && plane.normal.cross(b - a).dot(point - a) >= 0;
    nearest = std::min(nearest, distance_to_segment(a, b, point));
  }
  return above ? std::abs(height(plane, point)) : nearest;
}

double hull_distance(const Shape& hull, const Vec3& point) {
  double highest = -std::numeric_limits<double>::infinity();
  double nearest = std::numeric_limits<double>::infinity();
  for (const std::vector<Index>& face : hull.face) {
    const FacePlane plane = face_plane(hull.vertex, face);
    highest = std::max(highest, height(plane, point));
    nearest = std::min(nearest, distance_to_face(hull.vertex, face, plane, point));
  }
  return highest > 0 ? nearest : highest;
}

double hull_reach_from(const Shape& hull, const Placement& at, const Vec3& point) {
  const Mat3 turn = at.turn.toRotationMatrix();
  double reach = 0;
  for (const Vec3& x : hull.vertex) reach = std::max(reach, (at.centre + at.radius * (turn * x) - point).norm());
  return reach;
}

double hull_volume_within(const Shape& hull, const Placement& at, const Vec3& centre, double radius) {
  const double distance = (at.centre - centre).norm();
  const double reach = at.radius * hull.reach;
  if (distance + reach <= radius) return ball_volume(at.radius);
  if (distance - reach >= radius) return 0;
  const Vec3 own = at.turn.conjugate() * (centre - at.centre) / at.radius;
  return at.radius * at.radius * at.radius * volume_within(hull, own, radius / at.radius);
}

Polyhedron hull_mesh(const Shape& hull, int) { return polyhedron(hull); }

using Found = std::optional<std::string>;

Found surface_violation(const Shape& hull) {
  for (std::size_t v = 0; v < hull.vertex.size(); ++v)
    if (!hull.vertex[v].allFinite()) return fmt::format("vertex {}: expected finite numbers, found others", v);
  if (const auto open = not_closed(hull.vertex.size(), hull.face)) return "faces: " + *open;
  double reach = 0;
  for (const Vec3& x : hull.vertex) reach = std::max(reach, x.norm());
  const double tolerance = kShapeTolerance * reach;
  if (const Found wrong = not_convex(hull.vertex, hull.face, hull.vertex, tolerance)) return wrong;
  return differs("reach", reach, hull.reach, tolerance);
}

Found mass_violation(const Shape& hull) {
  const MassProperties found = mass_properties(hull.vertex, hull.face);
  const double ball = 4 * std::numbers::pi / 3;
  if (const Found f = differs("volume", ball, found.volume, kShapeTolerance * ball)) return f;
  if (const Found f = differs("centre of mass", Vec3::Zero(), found.centre, kShapeTolerance * hull.reach)) return f;
  const Mat3 inertia = found.inertia / found.volume;
  const double tolerance = kShapeTolerance * hull.moments[2];
  if (const Found f = differs("moments", inertia.diagonal(), hull.moments, tolerance)) return f;
  const Vec3 products(inertia(1, 2), inertia(0, 2), inertia(0, 1));
  if (const Found f = differs("products of inertia", Vec3::Zero(), products, tolerance)) return f;
  const double area = surface_area(hull.vertex, hull.face);
  return differs("area", area, hull.area, kShapeTolerance * area);
}

Found hull_violation(const Shape& hull) {
  if (const Found wrong = surface_violation(hull)) return wrong;
  return mass_violation(hull);
}

}  // namespace

Index farthest_vertex(const Shape& hull, const Vec3& direction) {
  if (hull.vertex.empty()) throw InputError("shape '" + hull.name + "' has no vertices");
  Index best = 0;
  for (std::size_t v = 1; v < hull.vertex.size(); ++v)
    if (direction.dot(hull.vertex[v]) > direction.dot(hull.vertex[best])) best = static_cast<Index>(v);
  return best;
}

extern const KindFunctions kHull{.name = "hull",
                                 .core_support = hull_core_support,
                                 .core = polyhedron,
                                 .extents = extents_by_support,
                                 .distance = hull_distance,
                                 .reach_from = hull_reach_from,
                                 .volume_within = hull_volume_within,
                                 .surface_points = hull_surface,
                                 .mesh = hull_mesh,
                                 .mass_points = hull_mass_points,
                                 .violation = hull_violation};

}  // namespace rubble::shape
