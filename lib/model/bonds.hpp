#pragma once
// Elastic bonds of pairs of spheres. A bond lasts while its spheres do not touch, so it is stored beside the contacts.
#include "base/vec.hpp"
#include "model/body_columns.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace rubble {

// Bonds of hard spheres have no properties of their own. Bonds of soft spheres are beams (docs/theory.md 2.15), whose
// columns have a value for each bond; without beams the columns are empty.
struct Bonds {
  std::vector<std::array<Index, 2>> pair;  // bodies a < b of each bond, ascending
  bool beams = false;                      // true if the bonds have columns

  Reals length;    // distance of the centres at which the bond is not stretched [m]
  Vec3s shear;     // elongation across the bond: displacement of b relative to a [m]
  Vec3s bending;   // angle of b relative to a, across the bond [rad]
  Reals twisting;  // angle of b relative to a, about the bond [rad]
  Vec3s force;     // force on a [N]
  Reals energy;    // energy stored in the bond [J]

  std::size_t size() const { return pair.size(); }
};

// A column of the bonds of soft spheres.
struct BondField {
  std::string_view name, unit, text;
  bool odd;  // its sign changes if a and b are exchanged
};

// Calls visit(field, values) for each column of beams; values are Reals or Vec3s. This is the only list of columns.
template <class B, class Visit>
void each_field_of_bonds(B& bonds, Visit&& visit) {
  if (!bonds.beams) return;
  visit(BondField{"length", "m", "distance of the centres at which the bond is not stretched", false}, bonds.length);
  visit(BondField{"shear", "m", "elongation across the bond: displacement of body b relative to body a", true},
        bonds.shear);
  visit(BondField{"bending", "rad", "angle of body b relative to body a, across the bond", true}, bonds.bending);
  visit(BondField{"twisting", "rad", "angle of body b relative to body a, about the bond", false}, bonds.twisting);
  visit(BondField{"force", "N", "force of the bond on body a", true}, bonds.force);
  visit(BondField{"energy", "J", "energy stored in the bond", false}, bonds.energy);
}

// Resizes all arrays to n bonds; new bonds are zero.
void resize(Bonds& bonds, std::size_t n);

// (bonds, new index of each body of the pile, -1 for a removed body) => the bonds of the remaining bodies, sorted. The
// sides are exchanged if the order of the two bodies changed.
Bonds renumbered(const Bonds& bonds, const std::vector<Index>& number);

// Appends bonds, whose pairs must all be larger. If only one of the two sets consists of beams, the other becomes one
// of beams with the length 0, which means that the length is not known.
void append(Bonds& bonds, const Bonds& more);

// Rotates the bonds with their pile.
void turn(Bonds& bonds, const Mat3& rotation);

// Body columns of piles with bonds: spheres that have lost all of them, and the number that each has lost.
inline const BodyColumn kLiberatedColumn{
    "liberated", "1", "1 if the body has permanently lost its elastic bonds, else 0", std::vector<std::int32_t>{}};
inline const BodyColumn kBrokenBondsColumn{"broken_bonds", "1", "number of elastic bonds of the body that have broken",
                                           Reals{}};

}  // namespace rubble
