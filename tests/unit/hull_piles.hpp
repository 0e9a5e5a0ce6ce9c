#pragma once
// Small piles with convex hulls for the tests of measures. The density is 1, so that masses equal volumes.
#include "base/random.hpp"
#include "model/bodies.hpp"
#include "model/grains.hpp"
#include "unit/hulls.hpp"

#include <numeric>

namespace rubble::test {

inline const Vec3s kUnitCube = shape::box({1, 1, 1});

// The hull of some points, given relative to x and rotated about it.
inline void add_hull(Pile& pile, const Vec3s& points, const Vec3& x, const Quaternion& turn = Quaternion::Identity(),
                     const Vec3& v = Vec3::Zero(), const Vec3& spin = Vec3::Zero()) {
  pile.model.materials = {{"rock", 1}};
  const auto [shape, at] = shape::make_hull("hull", points);
  const shape::Placement place{x + turn * at.centre, turn * at.turn, at.radius};
  rubble::add_hull(pile, rubble::add_shape(pile.model, shape), place, 0, v, spin);
}

inline void add_cube(Pile& pile, const Vec3& x, const Quaternion& turn = Quaternion::Identity(),
                     const Vec3& v = Vec3::Zero(), const Vec3& spin = Vec3::Zero()) {
  add_hull(pile, kUnitCube, x, turn, v, spin);
}

// A contact of bodies a < b with given data; `force` acts on a.
inline void touch_at(Pile& pile, Index a, Index b, const Vec3& point, const Vec3& normal, double gap, const Vec3& force,
                     Index feature = 0) {
  Contacts& c = pile.contacts;
  resize(c, c.size() + 1);
  c.key.back() = {a, b, feature};
  c.point.back() = point;
  c.normal.back() = normal;
  c.gap.back() = gap;
  c.force.back() = force;
}

// The pile with its bodies and grains in another order.
inline Pile shuffled(const Pile& pile, std::uint64_t seed) {
  Random random(seed, Purpose::kPlace);
  std::vector<Index> order(pile.size());
  std::vector<Index> grains(pile.state.grouping.grains.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::iota(grains.begin(), grains.end(), Index{0});
  random.shuffle(order);
  random.shuffle(grains);
  Pile out = pile;
  const auto take = [&](const auto&, auto& to, const auto& from) {
    for (std::size_t k = 0; k < to.size(); ++k) to[k] = from[static_cast<std::size_t>(order[k])];
  };
  each_of_bodies(take, out, pile);
  std::vector<Index> number(grains.size());
  for (std::size_t g = 0; g < grains.size(); ++g) {
    const auto from = static_cast<std::size_t>(grains[g]);
    number[from] = static_cast<Index>(g);
    out.state.grouping.grains[g] = pile.state.grouping.grains[from];
    out.state.orientation[g] = pile.state.orientation[from];
  }
  for (Index& g : out.state.grouping.grain)
    if (g >= 0) g = number[static_cast<std::size_t>(g)];
  link_grains(out);
  std::vector<Index> row(pile.size());
  for (std::size_t k = 0; k < order.size(); ++k) row[static_cast<std::size_t>(order[k])] = static_cast<Index>(k);
  out.contacts = renumbered(pile.contacts, row);
  out.bonds = renumbered(pile.bonds, row);
  return out;
}

// The pile turned about the origin.
inline Pile turned(const Pile& pile, const Quaternion& turn) {
  Pile out = pile;
  const Mat3 rotation = turn.toRotationMatrix();
  for (Vec3s* field : {&out.state.position, &out.state.velocity, &out.state.spin})
    for (Vec3& x : *field) x = (rotation * x).eval();
  for (Quaternion& q : out.state.orientation) q = (turn * q).normalized();
  rubble::turn(out.contacts, rotation);
  return out;
}

}  // namespace rubble::test
