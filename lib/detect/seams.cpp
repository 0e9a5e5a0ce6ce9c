#include "detect/seams.hpp"

#include "base/parallel.hpp"
#include "detect/placed.hpp"
#include "shape/compound.hpp"

#include <algorithm>

namespace rubble::detect {
namespace {

// Height of the highest vertex of a part along a unit vector [m].
double height_along(const PlacedBodies& bodies, Index part, const Vec3& normal) {
  const shape::PreparedShape& solid = solid_of(bodies, part);
  const Vec3 own = bodies.turn[part].conjugate() * normal;
  const Vec3& vertex = solid.vertex[shape::farthest(solid, own, 0)];
  return bodies.position[part].dot(normal) + bodies.radius[part] * vertex.dot(own);
}

// Length by which a part stands out of the plane that touches another part, with this normal [m].
double standing_out(const PlacedBodies& bodies, Index part, Index other, const Vec3& normal) {
  return height_along(bodies, part, normal) - height_along(bodies, other, normal);
}

// => the range of the points of two bodies.
std::pair<std::size_t, std::size_t> points_of(const ContactPoints& points, Index a, Index b) {
  const ContactKey first{std::min(a, b), std::max(a, b), 0};
  const auto from = std::lower_bound(points.key.begin(), points.key.end(), first);
  auto to = from;
  while (to != points.key.end() && to->a == first.a && to->b == first.b) ++to;
  return {static_cast<std::size_t>(from - points.key.begin()), static_cast<std::size_t>(to - points.key.begin())};
}

}  // namespace

Seams::Seams(std::size_t bodies, const std::vector<std::vector<CompoundPart>>& compounds) {
  const auto join = [&](const CompoundPart& a, const CompoundPart& b) {
    if (!shape::parts_touch(*a.form, a.place, *b.form, b.place)) return;
    neighbour_.resize(bodies);
    neighbour_[a.body].push_back(b.body);
    neighbour_[b.body].push_back(a.body);
  };
  for (const std::vector<CompoundPart>& parts : compounds)
    for (std::size_t k = 0; k < parts.size(); ++k)
      for (std::size_t l = k + 1; l < parts.size(); ++l) join(parts[k], parts[l]);
}

// => the normal of a neighbour's point that replaces the one of this side: the nearest to it, if there are several.
std::optional<Vec3> Seams::outer_normal(const PlacedBodies& bodies, const ContactPoints& points,
                                        const std::vector<char>& inner, const Side& side) const {
  std::optional<Vec3> nearest;
  for (const Index next : neighbour_[side.part]) {
    const double radius = std::min(bodies.radius[side.part], bodies.radius[next]);
    const double covered = standing_out(bodies, next, side.part, side.normal);
    if (covered <= shape::kPartsTouch * radius) continue;
    const auto [from, to] = points_of(points, next, side.body);
    for (std::size_t p = from; p < to; ++p) {
      if (inner[p] != 0) continue;
      const Vec3 normal = points.key[p].a == next ? points.normal[p] : Vec3(-points.normal[p]);
      const double open = standing_out(bodies, side.part, next, normal);
      if (open > kBounded * radius || open >= covered) continue;
      if (!nearest || normal.dot(side.normal) > nearest->dot(side.normal)) nearest = normal;
    }
  }
  return nearest;
}

// => the new normal of a point that is inner on one of its sides.
std::optional<Vec3> Seams::turned(const PlacedBodies& bodies, const ContactPoints& points,
                                  const std::vector<char>& inner, std::size_t p) const {
  const ContactKey& key = points.key[p];
  if (key.on_wall()) return {};
  const Vec3& normal = points.normal[p];
  if (const auto of_a = outer_normal(bodies, points, inner, {key.a, key.b, normal})) return of_a;
  const auto of_b = outer_normal(bodies, points, inner, {key.b, key.a, -normal});
  if (of_b) return Vec3(-*of_b);
  return {};
}

void Seams::turn_inner(const PlacedBodies& bodies, ContactPoints& points) const {
  if (empty()) return;
  const std::vector<char> none(points.size(), 0);
  std::vector<char> inner(points.size());
  parallel_for(points.size(), [&](std::size_t p) { inner[p] = turned(bodies, points, none, p).has_value() ? 1 : 0; });
  std::vector<std::optional<Vec3>> normal(points.size());
  parallel_for(points.size(), [&](std::size_t p) {
    if (inner[p] != 0) normal[p] = turned(bodies, points, inner, p);
  });
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (!normal[p]) continue;
    if (points.gap[p] < 0) points.gap[p] *= std::max(0.0, points.normal[p].dot(*normal[p]));
    points.normal[p] = *normal[p];
  }
}

}  // namespace rubble::detect
