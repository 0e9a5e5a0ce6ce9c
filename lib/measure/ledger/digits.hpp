#pragma once
// Checks that double precision resolves a pile at its position and velocity.
#include "model/pile.hpp"

#include <string>

namespace rubble::measure {

// The middle of a pile is the median of its bodies' positions, and its velocity the median of their velocities, both
// axis by axis, so that ejecta have no influence.
struct Digits {
  Vec3 middle = Vec3::Zero(), velocity = Vec3::Zero();  // [m], [m s-1]
  double spacing = 0;                                   // spacing of doubles at the largest coordinate of `middle` [m]
  double radius = 0;                                    // smallest radius of all bodies [m]
  double speed_spacing = 0;                             // spacing of doubles at the largest component of `velocity`
                                                        // [m s-1]
  double contact_speed = 0;                             // estimated speed of colliding bodies [m s-1]

  // => true if spacing <= 1e-9 radius. docs/theory.md 3.7.
  bool resolve_places() const;
  // => true if contact_speed is 0 or speed_spacing <= 1e-9 contact_speed. docs/theory.md 3.7.
  bool resolve_speeds() const;
};

// (pile, at least one body; G, 0 without self-gravity; true if walls or a planet at rest define zero velocity) => its
// digits. The contact speed is the larger of two speeds. The first is the median speed relative to the median velocity,
// or relative to walls and planet. The second is the escape speed sqrt(2 G M / R) of a ball with the pile's mass and
// the volume of its bodies.
Digits digits_of(const Pile& pile, double gravitational_constant, bool fixed);

// (digits) => message with numbers that says whether places or, if these are resolved, speeds are not resolved; "" if
// both are.
std::string unresolved(const Digits& digits);

}  // namespace rubble::measure
