#pragma once
// Checks that double precision resolves a pile at its position and velocity.
#include "model/pile.hpp"

#include <string>

namespace rubble::measure {

// The middle of a pile is the median of its bodies' places, axis by axis, so that ejecta do not count; its velocity
// likewise.
struct Digits {
  Vec3 middle = Vec3::Zero(), velocity = Vec3::Zero();  // [m], [m s-1]
  double spacing = 0;                                   // of doubles at the middle's largest coordinate [m]
  double radius = 0;                                    // smallest of all bodies [m]
  double speed_spacing = 0;                             // of doubles at the velocity's largest component [m s-1]
  double contact_speed = 0;                             // of bodies that meet: an estimate [m s-1]

  // docs/theory.md 3.7.
  bool resolve_places() const;
  bool resolve_speeds() const;
};

// (pile, gravitational constant, 0 without self-gravity; whether walls or a planet at rest tell which velocity is zero)
// => its digits. The contact speed is the greater of the median speed about the middle (about what is fixed) and of the
// escape speed sqrt(2 G M / R) of the pile as a ball of its bodies' volume.
Digits digits_of(const Pile& pile, double gravitational_constant, bool fixed);

// (digits) => the quantities that are not resolved, with their numbers; "" if all are.
std::string unresolved(const Digits& digits);

}  // namespace rubble::measure
