#pragma once
// Shape and placement of a body, which is a sphere or a hull.
#include "detect/narrow.hpp"

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

}  // namespace rubble::detect
