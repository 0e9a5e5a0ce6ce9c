#pragma once
// [[impact]] of rubble-impact-law: an impact by its numbers, without piles.
#include "base/field.hpp"
#include "measure/impact_law.hpp"

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
      {"target_mass", "kg", "mass of the heavier body", &N::target_mass, kPositive},
      {"projectile_mass", "kg", "mass of the other", &N::projectile_mass, kPositive},
      {"target_radius", "m", "its radius; auto: from mass and density", &N::target_radius, kPositive, {}, false},
      {"projectile_radius",
       "m",
       "its radius; auto: from mass and density",
       &N::projectile_radius,
       kPositive,
       {},
       false},
      {"density",
       "kg m-3",
       "of the bodies, pores included; auto: from the target's mass and radius",
       &N::density,
       kPositive,
       {},
       false},
      {"impact_speed", "m s-1", "relative speed when they touch", &N::impact_speed, kNotNegative},
      {"impact_angle", "rad", "theta: sin(theta) = offset / sum of the radii (0 is head-on)", &N::impact_angle, angle},
      {"constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &N::constant, kPositive},
  };
}

// InputError unless there is either the density or both radii.
Impact impact_of(const ImpactNumbers& numbers);

}  // namespace rubble::measure
