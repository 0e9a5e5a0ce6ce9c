#include "shape/compound.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "base/union_find.hpp"
#include "shape/mass_properties.hpp"
#include "shape/mesh.hpp"
#include "shape/separation.hpp"
#include "shape/shared_faces.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

double touching(const Placement& a, const Placement& b) { return kPartsTouch * std::min(a.radius, b.radius); }

// (two parts, prepared; their placements) => their gap, negative if they overlap, or more than the tolerance if their
// bounding balls are farther apart [m].
double gap_of(const PreparedShape& a, const Placement& at_a, const PreparedShape& b, const Placement& at_b) {
  const double apart = (at_b.centre - at_a.centre).norm() - at_a.radius * a.reach - at_b.radius * b.reach;
  if (apart > touching(at_a, at_b)) return apart;
  SeparationCache cache;
  return separation(a, at_a, b, at_b, cache).gap;
}

// Pairs of parts that touch. InputError for parts that overlap or are not connected.
std::vector<std::pair<std::size_t, std::size_t>> neighbours(const std::vector<PlacedShape>& parts) {
  std::vector<PreparedShape> solid;
  for (const PlacedShape& part : parts) solid.emplace_back(part.shape);
  std::vector<std::pair<std::size_t, std::size_t>> found;
  UnionFind sets(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      const Placement& at_i = parts[i].placement;
      const Placement& at_j = parts[j].placement;
      const double gap = gap_of(solid[i], at_i, solid[j], at_j);
      const double tolerance = touching(at_i, at_j);
      if (gap < -tolerance)
        throw InputError(
            fmt::format("parts {} and {} overlap by {:.3g} m: parts may only touch; move them apart", i, j, -gap));
      if (gap > tolerance) continue;
      found.emplace_back(i, j);
      sets.join(static_cast<Index>(i), static_cast<Index>(j));
    }
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (sets.root(static_cast<Index>(i)) != sets.root(0))
      throw InputError(fmt::format("part {} is not connected to part 0 by parts that touch: move them together", i));
  return found;
}

Vec3 centre_of(const std::vector<PlacedShape>& parts, double volume) {
  const Vec3& first = parts[0].placement.centre;
  Vec3 sum = Vec3::Zero();
  for (const PlacedShape& part : parts)
    sum += ball_volume(part.placement.radius) / volume * (part.placement.centre - first);
  return first + sum;
}

// Inertia of a part at unit density about a point [m5].
Mat3 inertia_of(const PlacedShape& part, const Vec3& about) {
  const double volume = ball_volume(part.placement.radius);
  const Mat3 axes = part.placement.turn.toRotationMatrix();
  const Vec3 moments = volume * part.placement.radius * part.placement.radius * part.shape.moments;
  const Vec3 arm = part.placement.centre - about;
  const Mat3 of_place = arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose();
  return axes * moments.asDiagonal() * axes.transpose() + volume * of_place;
}

double area_of(const std::vector<PlacedShape>& parts, const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  double area = 0;
  for (const PlacedShape& part : parts) area += part.placement.radius * part.placement.radius * part.shape.area;
  for (const auto& [i, j] : pairs) {
    const PlacedShape& a = parts[i];
    const PlacedShape& b = parts[j];
    const double tolerance = touching(a.placement, b.placement);
    for (const SharedFace& shared : shared_faces(a.shape, a.placement, b.shape, b.placement, tolerance))
      area -= 2 * shared.area;
  }
  return area;
}

}  // namespace

bool parts_touch(const PreparedShape& a, const Placement& at_a, const PreparedShape& b, const Placement& at_b) {
  return gap_of(a, at_a, b, at_b) <= touching(at_a, at_b);
}

Compound make_compound(const std::string& name, const std::vector<PlacedShape>& parts) {
  if (parts.size() < 2) throw InputError(fmt::format("a compound needs two or more parts, found {}", parts.size()));
  const auto pairs = neighbours(parts);
  Compound out;
  out.name = name;
  out.area = area_of(parts, pairs);
  for (const PlacedShape& part : parts) out.volume += ball_volume(part.placement.radius);
  out.centre = centre_of(parts, out.volume);
  Mat3 inertia = Mat3::Zero();
  for (const PlacedShape& part : parts) inertia += inertia_of(part, out.centre);
  const PrincipalFrame frame = principal_frame(inertia);
  out.moments = frame.moments;
  out.turn = Quaternion(frame.axes).normalized();
  const Quaternion to_frame = out.turn.conjugate();
  for (const PlacedShape& part : parts) {
    const Placement& at = part.placement;
    out.part.push_back(
        {part.shape, {to_frame * (at.centre - out.centre), (to_frame * at.turn).normalized(), at.radius}});
    for (const Vec3& x : points_at(part.shape, out.part.back().placement)) out.reach = std::max(out.reach, x.norm());
  }
  return out;
}

Shape shape_of(const Compound& compound) {
  const double radius = ball_radius(compound.volume);
  Shape out;
  out.name = compound.name;
  out.kind = Kind::aggregate;
  out.reach = compound.reach / radius;
  out.moments = compound.moments / (compound.volume * radius * radius);
  out.area = compound.area / (radius * radius);
  return out;
}

}  // namespace rubble::shape
