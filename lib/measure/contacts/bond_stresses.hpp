#pragma once
// Greatest stresses of the bonds in the aggregates of a pile. docs/theory.md 13.4.
#include "model/pile.hpp"

namespace rubble::measure {

// A rigid aggregate with at least two members.
struct AggregateStress {
  std::size_t grain = 0;    // its number
  std::size_t members = 0;  // number of members
  double mass = 0;          // [kg]
  double radius = 0;        // of a ball with the total volume of its members [m]
  double tensile = 0;       // greatest tensile stress of a bond; negative if all members are pressed inwards [Pa]
  double shear = 0;         // greatest shear stress of a bond [Pa]
};

// (pile, acceleration of each body by gravity [m s-2]) => the aggregates in the order of their numbers. They move
// freely, with gravity as the only force from outside. The cross-section of a hull is that of the ball with its volume.
std::vector<AggregateStress> bond_stresses(const Pile& pile, const Vec3s& gravity);

}  // namespace rubble::measure
