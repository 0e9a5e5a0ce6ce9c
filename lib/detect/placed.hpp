#pragma once
// Shape and placement of a body, which is a sphere or a hull.
#include "detect/narrow.hpp"

#include <algorithm>

namespace rubble::detect {

inline const shape::PreparedShape& unit_ball() {
  static const shape::PreparedShape ball(shape::sphere());
  return ball;
}

inline const shape::PreparedShape& solid_of(const PlacedBodies& bodies, Index i) {
  return bodies.is_hull(i) ? bodies.solids[bodies.solid[i]] : unit_ball();
}

inline shape::Placement placement_of(const PlacedBodies& bodies, Index i) {
  return {bodies.position[i], bodies.is_hull(i) ? bodies.turn[i] : Quaternion::Identity(), bodies.radius[i]};
}

// Half the width of a body along a unit vector [m].
inline double half_width(const PlacedBodies& bodies, Index i, const Vec3& normal) {
  if (!bodies.is_hull(i)) return bodies.radius[i];
  return bodies.radius[i] * shape::half_width(solid_of(bodies, i), bodies.turn[i].conjugate() * normal);
}

// (bodies, contact, its normal, gap [m]) => overlap / half the width of the thinner body along the normal.
inline double depth_of(const PlacedBodies& bodies, const ContactKey& key, const Vec3& normal, double gap) {
  double width = half_width(bodies, key.a, normal);
  if (!key.on_wall()) width = std::min(width, half_width(bodies, key.b, normal));
  return -gap / width;
}

}  // namespace rubble::detect
