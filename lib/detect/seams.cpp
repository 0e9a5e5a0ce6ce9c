#include "detect/seams.hpp"

#include "base/parallel.hpp"
#include "detect/placed.hpp"
#include "shape/compound.hpp"
#include "shape/shared_faces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace rubble::detect {
namespace {

// In units of a part's radius: distance up to which a point counts as on a face, and radius of the circle about a point
// on which a face is tested for cover.
constexpr double kOnFace = 1e-2;
constexpr double kCircle = 3e-2;
constexpr double kExact = 1e-5;  // a point counts as covered, or as on the surface, up to this height
constexpr int kDirections = 16;
constexpr double kPoint = 1e-9;   // radius of a ball in place of a point
constexpr double kWithin = 0.05;  // a tested point lies this part of the circle's radius within its face

// (bodies, body, point in the axes of the pile) => the point in the frame and unit of its shape.
Vec3 in_shape(const PlacedBodies& bodies, Index body, const Vec3& point) {
  const shape::Placement at = placement_of(bodies, body);
  return at.turn.conjugate() * (point - at.centre) / at.radius;
}

// (bodies, hull, point near it) => the point, or the nearest one of the hull if it lies outside. Points that were found
// ahead of a move lie beside the surface.
Vec3 on_surface(const PlacedBodies& bodies, Index body, const Vec3& point) {
  const shape::PreparedShape& solid = solid_of(bodies, body);
  if (shape::highest_plane(solid, in_shape(bodies, body, point)).height <= kExact) return point;
  const shape::Placement at = placement_of(bodies, body);
  const shape::Placement small{point, Quaternion::Identity(), kPoint * at.radius};
  shape::SeparationCache cache;
  return shape::separation(solid, at, unit_ball(), small, cache).on_a;
}

// Height of a point above a face, in the frame and unit of the shape.
double height_of(const shape::PreparedShape& solid, std::size_t face, const Vec3& point) {
  return solid.plane[face].normal.dot(point) - solid.plane[face].offset;
}

// True if a point at a face lies within its polygon by at least the given distance.
bool lies_within(const shape::PreparedShape& solid, std::size_t face, const Vec3& point, double distance) {
  for (std::size_t k = 0; k < solid.plane.size(); ++k)
    if (k != face && height_of(solid, k, point) > -distance) return false;
  return true;
}

// (unit vector, two unit vectors) => the point of the plane sector between the two that is nearest to it; nothing if
// that point is on a side of the sector.
std::optional<Vec3> nearest_in_sector(const Vec3& unit, const Vec3& a, const Vec3& b) {
  const double cosine = a.dot(b);
  const double square = 1 - cosine * cosine;
  if (square < 1e-12) return {};
  const double share_a = (unit.dot(a) - cosine * unit.dot(b)) / square;
  const double share_b = (unit.dot(b) - cosine * unit.dot(a)) / square;
  if (share_a < 0 || share_b < 0) return {};
  return share_a * a + share_b * b;
}

// True if a vector is a sum of three others with factors that are not negative.
bool is_spanned(const Vec3& unit, const Vec3& a, const Vec3& b, const Vec3& c) {
  const double volume = a.dot(b.cross(c));
  if (std::abs(volume) < 1e-9) return false;
  return unit.dot(b.cross(c)) / volume >= 0 && unit.dot(c.cross(a)) / volume >= 0 && unit.dot(a.cross(b)) / volume >= 0;
}

}  // namespace

Vec3 nearest_in_cone(const Vec3& unit, const Vec3s& spanning) {
  Vec3 nearest = Vec3::Zero();
  const auto take = [&](const Vec3& x) {
    if ((unit - x).squaredNorm() < (unit - nearest).squaredNorm()) nearest = x;
  };
  for (std::size_t i = 0; i < spanning.size(); ++i) {
    const double along = unit.dot(spanning[i]);
    if (along > 0) take(along * spanning[i]);
    for (std::size_t j = i + 1; j < spanning.size(); ++j) {
      if (const auto in_sector = nearest_in_sector(unit, spanning[i], spanning[j])) take(*in_sector);
      for (std::size_t k = j + 1; k < spanning.size(); ++k)
        if (is_spanned(unit, spanning[i], spanning[j], spanning[k])) return unit;
    }
  }
  return nearest;
}

Seams::Seams(std::size_t bodies, const std::vector<std::vector<CompoundPart>>& compounds) {
  for (const std::vector<CompoundPart>& parts : compounds)
    for (std::size_t k = 0; k < parts.size(); ++k)
      for (std::size_t l = k + 1; l < parts.size(); ++l) note_shared_faces(bodies, parts[k], parts[l]);
}

void Seams::note_shared_faces(std::size_t bodies, const CompoundPart& a, const CompoundPart& b) {
  const double tolerance = shape::kPartsTouch * std::min(a.place.radius, b.place.radius);
  const auto shared = shape::shared_faces(*a.form, a.place, *b.form, b.place, tolerance);
  if (shared.empty()) return;
  neighbour_.resize(bodies);
  face_of_.resize(bodies);
  neighbour_[a.body].push_back(b.body);
  neighbour_[b.body].push_back(a.body);
  for (const shape::SharedFace& face : shared) {
    face_of_[a.body].push_back(face.face_a);
    face_of_[b.body].push_back(face.face_b);
  }
}

// True if a point is in another part that shares a face with the body.
bool Seams::is_covered(const PlacedBodies& bodies, Index body, const Vec3& point) const {
  return std::ranges::any_of(neighbour_[body], [&](Index other) {
    return shape::highest_plane(solid_of(bodies, other), in_shape(bodies, other, point)).height <= kExact;
  });
}

// True if a part of a face near a point of it is on the surface of the compound.
bool Seams::is_outer_face(const PlacedBodies& bodies, Index body, std::size_t face, const Vec3& point) const {
  const std::vector<std::size_t>& shared = face_of_[body];
  if (std::ranges::find(shared, face) == shared.end()) return true;
  const shape::PreparedShape& solid = solid_of(bodies, body);
  const shape::Placement at = placement_of(bodies, body);
  const Vec3 place = in_shape(bodies, body, point);
  const Vec3 centre = place - height_of(solid, face, place) * solid.plane[face].normal;
  const Vec3 across = solid.plane[face].normal.unitOrthogonal();
  const Vec3 along = solid.plane[face].normal.cross(across);
  for (int k = 0; k < kDirections; ++k) {
    const double angle = 2 * std::numbers::pi * k / kDirections;
    const Vec3 near = centre + kCircle * (std::cos(angle) * across + std::sin(angle) * along);
    if (!lies_within(solid, face, near, kWithin * kCircle)) continue;
    if (!is_covered(bodies, body, at.centre + at.radius * (at.turn * near))) return true;
  }
  return false;
}

// (bodies, body, point on its surface, normal out of it) => the normal, or the nearest one of the compound if the point
// is on a shared face; nothing if the compound has no such normal there.
std::optional<Vec3> Seams::outer_normal(const PlacedBodies& bodies, Index body, const Vec3& point, const Vec3& normal,
                                        double sine) const {
  if (neighbour_[body].empty()) return normal;
  const shape::PreparedShape& solid = solid_of(bodies, body);
  const Vec3 place = on_surface(bodies, body, point);
  const Vec3 own = in_shape(bodies, body, place);
  if (std::ranges::none_of(face_of_[body], [&](std::size_t face) { return height_of(solid, face, own) > -kOnFace; }))
    return normal;
  Vec3s outer;
  const auto add_faces = [&](Index part) {
    const shape::PreparedShape& shape = solid_of(bodies, part);
    const Vec3 in_part = in_shape(bodies, part, place);
    if (shape::highest_plane(shape, in_part).height > kOnFace) return;
    for (std::size_t face = 0; face < shape.plane.size(); ++face)
      if (height_of(shape, face, in_part) > -kOnFace && is_outer_face(bodies, part, face, place))
        outer.push_back(bodies.turn[part] * shape.plane[face].normal);
  };
  add_faces(body);
  for (const Index other : neighbour_[body]) add_faces(other);
  const Vec3 nearest = nearest_in_cone(normal, outer);
  if ((normal - nearest).norm() > sine) return {};
  return nearest == normal ? normal : Vec3(nearest.normalized());
}

// True if one of the bodies of a point has an outer point, at least as deep, with a part next to the other body.
bool Seams::is_carried(const ContactPoints& points, const std::vector<char>& inner, std::size_t point) const {
  const auto touch = [&](Index a, Index b) {
    const ContactKey first{std::min(a, b), std::max(a, b), 0};
    auto at = std::lower_bound(points.key.begin(), points.key.end(), first);
    for (; at != points.key.end() && at->a == first.a && at->b == first.b; ++at) {
      const auto other = static_cast<std::size_t>(at - points.key.begin());
      if (inner[other] == 0 && points.gap[other] <= points.gap[point]) return true;
    }
    return false;
  };
  const ContactKey& key = points.key[point];
  const auto beside_a = [&](Index part) { return touch(part, key.b); };
  const auto beside_b = [&](Index part) { return touch(part, key.a); };
  return std::ranges::any_of(neighbour_[key.a], beside_a) || std::ranges::any_of(neighbour_[key.b], beside_b);
}

void Seams::remove_inner(const PlacedBodies& bodies, ContactPoints& points) const {
  if (empty()) return;
  std::vector<char> inner(points.size());
  parallel_for(points.size(), [&](std::size_t p) {
    const ContactKey& key = points.key[p];
    if (key.on_wall()) return;
    const Vec3 image = points.image.empty() ? Vec3(Vec3::Zero()) : points.image[p];
    const Vec3 on_b = points.point[p] + points.gap[p] * points.normal[p] - image;
    const bool is_exact = !bodies.is_hull(key.a) || !bodies.is_hull(key.b);
    const double sine = is_exact ? kSphereSine : kConeSine;
    const auto out_of_a = outer_normal(bodies, key.a, points.point[p], points.normal[p], sine);
    const auto out_of_b = out_of_a ? outer_normal(bodies, key.b, on_b, -*out_of_a, sine) : out_of_a;
    inner[p] = out_of_b ? 0 : 1;
    if (out_of_b) points.normal[p] = -*out_of_b;
  });
  std::vector<char> removed(points.size());
  for (std::size_t p = 0; p < points.size(); ++p) removed[p] = inner[p] != 0 && is_carried(points, inner, p) ? 1 : 0;
  std::size_t kept = 0;
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (removed[p] != 0) continue;
    points.key[kept] = points.key[p];
    points.point[kept] = points.point[p];
    points.normal[kept] = points.normal[p];
    points.gap[kept] = points.gap[p];
    points.weight[kept] = points.weight[p];
    if (!points.image.empty()) points.image[kept] = points.image[p];
    ++kept;
  }
  points.key.resize(kept);
  points.point.resize(kept);
  points.normal.resize(kept);
  points.gap.resize(kept);
  points.weight.resize(kept);
  if (!points.image.empty()) points.image.resize(kept);
}

}  // namespace rubble::detect
