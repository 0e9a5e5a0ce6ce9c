// Spheres. The core is the centre.
#include "shape/check_shape.hpp"
#include "shape/hull.hpp"
#include "shape/kind.hpp"
#include "shape/lens.hpp"
#include "shape/surface.hpp"

namespace rubble::shape {
namespace {

Vec3 sphere_core_support(const Shape&, const Vec3&) { return Vec3::Zero(); }

Polyhedron sphere_core(const Shape&) { return {{Vec3::Zero()}, {}}; }

Extents sphere_extents(const Shape&, const Mat3&) { return {-Vec3::Ones(), Vec3::Ones()}; }

double sphere_distance(const Shape&, const Vec3& point) { return point.norm() - 1; }

double sphere_reach_from(const Shape&, const Placement& at, const Vec3& point) {
  return (at.centre - point).norm() + at.radius;
}

double sphere_volume_within(const Shape&, const Placement& at, const Vec3& centre, double radius) {
  return lens_volume(radius, at.radius, (at.centre - centre).norm());
}

Vec3s sphere_surface_points(const Shape&, double spacing) { return sphere_surface(spacing); }

Polyhedron sphere_mesh(const Shape&, int corners) { return hull_of(sphere_points(corners)); }

MassPoints sphere_mass_points(const Shape&, int) { return {{Vec3::Zero()}, {1.0}}; }

std::optional<std::string> sphere_violation(const Shape& shape) {
  if (const auto wrong = has_vertices(shape)) return wrong;
  const Shape ball = sphere();
  if (const auto wrong = differs("reach", ball.reach, shape.reach, kShapeTolerance)) return wrong;
  if (const auto wrong = differs("moments", ball.moments, shape.moments, kShapeTolerance)) return wrong;
  return differs("area", ball.area, shape.area, kShapeTolerance);
}

}  // namespace

extern const KindFunctions kSphere{.name = "sphere",
                                   .is_oriented = false,
                                   .skin = 1,
                                   .core_support = sphere_core_support,
                                   .core = sphere_core,
                                   .extents = sphere_extents,
                                   .distance = sphere_distance,
                                   .reach_from = sphere_reach_from,
                                   .volume_within = sphere_volume_within,
                                   .surface_points = sphere_surface_points,
                                   .mesh = sphere_mesh,
                                   .mass_points = sphere_mass_points,
                                   .violation = sphere_violation};

}  // namespace rubble::shape
