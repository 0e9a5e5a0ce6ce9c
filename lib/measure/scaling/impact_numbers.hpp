#pragma once
// [[impact]] of rubble-impact-law: an impact given by numbers, without piles.
#include "base/field.hpp"
#include "measure/scaling/impact_law.hpp"

#include <numbers>

namespace rubble::measure {

struct ImpactNumbers {
  double target_mass = 0, projectile_mass = 0;
  Auto target_radius, projectile_radius, density;
  double impact_speed = 0, impact_angle = 0, constant = 0;
};

inline std::vector<Field<ImpactNumbers>> fields(const ImpactNumbers*) {
  using N = ImpactNumbers;
  const Range angle{0, 0.5 * std::numbers::pi, true, true};
  return {
      {"target_mass", "kg", "mass of the target, the heavier body", &N::target_mass, kPositive},
      {"projectile_mass", "kg", "mass of the projectile", &N::projectile_mass, kPositive},
      {"target_radius",
       "m",
       "radius of the target; auto: from its mass and density",
       &N::target_radius,
       kPositive,
       {},
       false},
      {"projectile_radius",
       "m",
       "radius of the projectile; auto: from its mass and density",
       &N::projectile_radius,
       kPositive,
       {},
       false},
      {"density",
       "kg m-3",
       "bulk density of both bodies, pores included; auto: from the target's mass and radius",
       &N::density,
       kPositive,
       {},
       false},
      {"impact_speed", "m s-1", "relative speed of the bodies at first contact", &N::impact_speed, kNotNegative},
      {"impact_angle", "rad", "impact angle theta: sin(theta) = offset / sum of the radii; 0: head-on",
       &N::impact_angle, angle},
      {"constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &N::constant, kPositive},
  };
}

// (numbers) => the impact. InputError unless either the density alone or both radii alone are given.
Impact impact_of(const ImpactNumbers& numbers);

}  // namespace rubble::measure
