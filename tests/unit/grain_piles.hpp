#pragma once
// Small piles with glued grains for the tests of measures.
#include "model/grains.hpp"
#include "shape/aggregate.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>
#include <numbers>

namespace rubble::test {

inline constexpr double kUnitDensity = 3 / (4 * std::numbers::pi);  // spheres of radius 1 have mass 1

// A free sphere; mass 0 means the mass of its volume.
inline void add_ball(Pile& pile, double radius, const Vec3& x, const Vec3& v = Vec3::Zero(), double mass = 0) {
  pile.model.materials = {{"rock", kUnitDensity}};
  add(pile, mass > 0 ? mass : radius * radius * radius, radius, x, v);
  if (pile.state.grouping.grains.empty()) return;
  pile.state.grouping.grain.push_back(-1), pile.state.grouping.offset.push_back(Vec3::Zero());
}

// Spheres glued together: a shape at unit density, its long axis (of the least moment) along `axis`.
inline void add_shape(Pile& pile, const shape::Aggregate& shape, const Vec3& x, const Vec3& axis,
                      const Vec3& v = Vec3::Zero(), const Vec3& spin = Vec3::Zero()) {
  pile.model.materials = {{"rock", kUnitDensity}};
  const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitX(), axis);
  add_grain(pile, shape.centre, shape.radius, shape.part, 0, kUnitDensity * shape.moments, x, turn, v, spin);
}

// Two touching unit spheres of unit mass, one at x - axis, one at x + axis.
inline void add_dumbbell(Pile& pile, const Vec3& x, const Vec3& axis, const Vec3& v = Vec3::Zero(),
                         const Vec3& spin = Vec3::Zero()) {
  add_shape(pile, shape::glue("pair", {{-1, 0, 0}, {1, 0, 0}}, {1, 1}), x, axis, v, spin);
}

// Two unit spheres with centres 1 apart; their common volume counts once.
inline void add_union(Pile& pile, const Vec3& x, const Vec3& v = Vec3::Zero(), const Vec3& spin = Vec3::Zero()) {
  add_shape(pile, shape::glue("pair", {{-0.5, 0, 0}, {0.5, 0, 0}}, {1, 1}, shape::Overlap::kUnion), x, Vec3::UnitX(), v,
            spin);
}

}  // namespace rubble::test
