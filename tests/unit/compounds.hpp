#pragma once
// Compounds of boxes with known properties.
#include "model/bodies.hpp"
#include "model/grains.hpp"
#include "shape/compound.hpp"
#include "unit/hulls.hpp"

namespace rubble::test {

// A box with these sides about a place, parallel to the axes.
struct BoxAt {
  Vec3 sides, place;
};

inline shape::PlacedShape hull_of(const BoxAt& box) {
  return shape::make_hull("box", shape::placed(shape::box(box.sides), Quaternion::Identity(), box.place));
}

inline shape::Compound of_boxes(const std::vector<BoxAt>& boxes) {
  std::vector<shape::PlacedShape> parts;
  for (const BoxAt& box : boxes) parts.push_back(hull_of(box));
  return shape::make_compound("compound", parts);
}

// Two boxes that make one box of 2 x 1.2 x 0.8.
inline const std::vector<BoxAt> kHalves{{{0.7, 1.2, 0.8}, {-0.65, 0, 0}}, {{1.3, 1.2, 0.8}, {0.35, 0, 0}}};
// A plank on the ground with a post on one end.
inline const std::vector<BoxAt> kEll{{{3, 1, 1}, {0, 0, 0}}, {{1, 1, 2}, {1, 0, 1.5}}};
// Five boxes.
inline const std::vector<BoxAt> kCross{{{1, 1, 1}, {0, 0, 0}},
                                       {{2, 1, 1}, {1.5, 0, 0}},
                                       {{2, 1, 1}, {-1.5, 0, 0}},
                                       {{1, 2, 1}, {0, 1.5, 0}},
                                       {{1, 2, 1}, {0, -1.5, 0}}};
// A bar on two legs.
inline const std::vector<BoxAt> kStaple{
    {{10, 1, 1}, {0, 0, 0}}, {{1, 1, 6}, {-4.5, 0, -3.5}}, {{1, 1, 6}, {4.5, 0, -3.5}}};

// Adds the compound. Its coordinates, those in which its parts were given, are turned about their origin and moved.
inline void add_compound(Pile& pile, const shape::Compound& compound, double density, const Vec3& origin = Vec3::Zero(),
                         const Quaternion& turn = Quaternion::Identity(), const Vec3& velocity = Vec3::Zero(),
                         const Vec3& spin = Vec3::Zero()) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", density}};
  std::vector<Index> row;
  std::vector<shape::Placement> place;
  for (const shape::PlacedShape& part : compound.part) {
    row.push_back(add_shape(pile.model, part.shape));
    place.push_back(part.placement);
  }
  rubble::add_compound(pile, row, place, 0, density * compound.moments, origin + turn * compound.centre,
                       (turn * compound.turn).normalized(), velocity, spin, add_shape(pile.model, shape_of(compound)));
}

// The single box with the given sides, as for add_compound().
inline void add_single_box(Pile& pile, const Vec3& sides, double density, const Vec3& origin,
                           const Quaternion& turn = Quaternion::Identity(), const Vec3& velocity = Vec3::Zero(),
                           const Vec3& spin = Vec3::Zero()) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", density}};
  const shape::PlacedShape box = hull_of({sides, Vec3::Zero()});
  const shape::Placement at{origin, (turn * box.placement.turn).normalized(), box.placement.radius};
  rubble::add_hull(pile, add_shape(pile.model, box.shape), at, 0, velocity, spin);
}

}  // namespace rubble::test
