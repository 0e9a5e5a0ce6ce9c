#include "shape/shape.hpp"

#include "base/error.hpp"
#include "shape/check_shape.hpp"
#include "shape/hull.hpp"
#include "shape/mass_properties.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble::shape {
namespace {

double equal_radius(double volume) { return std::cbrt(0.75 / std::numbers::pi * volume); }

// (vertices, their placement) => the vertices in the frame of the placement, in units of its radius.
Vec3s normalised(const Vec3s& vertex, const Placement& place) {
  const Mat3 to_frame = place.turn.toRotationMatrix().transpose();
  Vec3s out;
  out.reserve(vertex.size());
  for (const Vec3& x : vertex) out.push_back(to_frame * (x - place.centre) / place.radius);
  return out;
}

}  // namespace

Shape sphere() { return {"sphere", Kind::sphere, {}, {}, 1, Vec3::Constant(0.4), 4 * std::numbers::pi}; }

Shape shape_of(const Aggregate& aggregate) {
  const double radius = equal_radius(aggregate.volume);
  Shape out;
  out.name = aggregate.name;
  out.kind = Kind::aggregate;
  out.reach = aggregate.reach / radius;
  out.moments = aggregate.moments / (aggregate.volume * radius * radius);
  return out;
}

PlacedShape make_hull(const std::string& name, const Vec3s& points) {
  Polyhedron hull = hull_of(points);
  const MassProperties given = mass_properties(hull.vertex, hull.face);
  const Quaternion turn(principal_frame(given.inertia).axes);
  const Placement place{given.centre, turn.normalized(), equal_radius(given.volume)};

  Shape out;
  out.name = name;
  out.kind = Kind::hull;
  out.vertex = normalised(hull.vertex, place);
  out.face = std::move(hull.face);
  const MassProperties mass = mass_properties(out.vertex, out.face);
  out.moments = mass.inertia.diagonal() / mass.volume;
  std::sort(out.moments.begin(), out.moments.end());  // equal moments may differ by rounding
  out.area = surface_area(out.vertex, out.face);
  out.reach = 0;
  for (const Vec3& x : out.vertex) out.reach = std::max(out.reach, x.norm());
  if (const auto wrong = violation(out)) throw InputError("hull '" + name + "': " + *wrong);
  return {std::move(out), place};
}

}  // namespace rubble::shape
