#pragma once
// [encounter]: two piles on their way to a collision of given energy or speed. Eq. 18 of the collision study.
#include "base/field.hpp"
#include "model/pile.hpp"

#include <numbers>

namespace rubble::make {

// The target and the projectile are taken for spheres that reach from their centres of mass to their farthest surface.
// The projectile comes along +x, offset along +y. Exactly one of energy_ratio and relative_speed is a number.
struct Encounter {
  Auto energy_ratio;  // Q
  Auto relative_speed;
  double impact_angle = 0;  // theta
  double gap = 0;
  double constant = 0;  // G
};

inline constexpr Range kImpactAngle{0, 0.5 * std::numbers::pi, true, false};

inline std::vector<Field<Encounter>> fields(const Encounter*) {
  return {
      {"energy_ratio",
       "1",
       "Q = kinetic energy of the two piles / |gravitational energy of all pairs|, at the start",
       &Encounter::energy_ratio,
       kNotNegative,
       {},
       false},
      {"relative_speed",
       "m/s",
       "speed of approach of the centres of mass at the start, instead of energy_ratio",
       &Encounter::relative_speed,
       kNotNegative,
       {},
       false},
      {"impact_angle", "rad", "theta: sin(theta) = offset / sum of the piles' radii (0 is head-on)",
       &Encounter::impact_angle, kImpactAngle},
      {"gap", "m", "way along the line of approach until the piles' spheres touch", &Encounter::gap, kNotNegative},
      {"constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &Encounter::constant, kNotNegative},
  };
}

// What came out. Speeds are magnitudes in the frame of the common centre of mass [m s-1].
struct Meeting {
  Pile pile;
  double target_mass = 0, projectile_mass = 0;      // [kg]
  double target_radius = 0, projectile_radius = 0;  // from the centre of mass to the farthest surface [m]
  double offset = 0;                                // along y [m]
  double separation = 0;                            // of the centres of mass at the start [m]
  double self_energy = 0;                           // gravity of the pairs within each pile [J] <= 0
  double cross_energy = 0;                          // and of the pairs between them [J] <= 0
  double relative_speed = 0, target_speed = 0, projectile_speed = 0;
  double kinetic_energy = 0;     // of the two centres of mass [J]
  double energy_ratio = 0;       // Q: kinetic_energy / |self_energy + cross_energy|; 0 without gravity
  double energy_ratio_self = 0;  // the other reading of Q: / |self_energy|; 0 without gravity
};

// (target, projectile, encounter) => both in one pile, at time 0, with the common centre of mass at rest at the origin.
// Each pile keeps its inner motion, its spins and its contacts between bodies; those with planes are left behind with
// the planes. Target first; the projectile's ids are shifted behind the target's. Equal materials become one.
// InputError if neither or both of energy_ratio and relative_speed are given, if energy_ratio is given without gravity,
// or if ids overflow.
Meeting meet(const Pile& target, const Pile& projectile, const Encounter& encounter);

}  // namespace rubble::make
