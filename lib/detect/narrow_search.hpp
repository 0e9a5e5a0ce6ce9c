#pragma once
// Internal parts of the narrow phase: what its kernels and its search along paths share.
#include "detect/narrow.hpp"
#include "detect/placed.hpp"

namespace rubble::detect {

// Smallest overlap at the end of the moves for which the points of a pair are predicted / smaller radius. Spheres with
// a gap of up to this / sum of their radii count as touching.
inline constexpr double kArrives = 1e-6;

// Indices in the table of kernels.
enum Kind : std::size_t { kSphereSphere, kSphereHull, kHullHull, kSphereWall, kHullWall };

// => vector from b to its image nearest to a [m].
inline Vec3 image_of(const PlacedBodies& bodies, Index a, Index b) {
  return bodies.lattice.image(bodies.position[b] - bodies.position[a]);
}

// => displacement of the centre of b relative to that of a during the moves [m].
inline Vec3 change_between(const Ahead& ahead, const ContactKey& slot) {
  return ahead.move[slot.b].shift - ahead.move[slot.a].shift;
}

// Distance of the centres at which the bounding balls of two bodies touch [m].
inline double reach_of(const PlacedBodies& bodies, const ContactKey& slot) {
  const auto reach = [&](Index i) { return bodies.radius[i] * solid_of(bodies, i).reach; };
  return reach(slot.a) + reach(slot.b);
}

// => vector from a to the nearest image of b [m].
inline Vec3 way_between(const PlacedBodies& bodies, bool periodic, const ContactKey& slot) {
  const Vec3 way = bodies.position[slot.b] - bodies.position[slot.a];
  return periodic ? Vec3(way + image_of(bodies, slot.a, slot.b)) : way;
}

struct Narrow::Search {
  const PlacedBodies& bodies;
  const std::vector<Wall>& walls;
  double alert;
  shape::Points most;
  bool periodic;
  const Ahead* ahead;
};

// Two bodies with their present placements.
struct Narrow::Placed {
  const shape::PreparedShape& a;
  const shape::Placement& at_a;
  const shape::PreparedShape& b;
  const shape::Placement& at_b;
};

}  // namespace rubble::detect
