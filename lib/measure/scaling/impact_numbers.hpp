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
      field("target_mass", "kg", "mass of the target, the heavier body", &N::target_mass).required().range(kPositive),
      field("projectile_mass", "kg", "mass of the projectile", &N::projectile_mass).required().range(kPositive),
      field("target_radius", "m", "radius of the target", &N::target_radius)
          .range(kPositive)
          .computed("from its mass and density"),
      field("projectile_radius", "m", "radius of the projectile", &N::projectile_radius)
          .range(kPositive)
          .computed("from its mass and density"),
      field("density", "kg m-3", "bulk density of both bodies, pores included", &N::density)
          .range(kPositive)
          .computed("from the target's mass and radius"),
      field("impact_speed", "m s-1", "relative speed of the bodies at first contact", &N::impact_speed)
          .required()
          .range(kNotNegative),
      field("impact_angle", "rad", "impact angle theta: sin(theta) = offset / sum of the radii; 0: head-on",
            &N::impact_angle)
          .required()
          .range(angle),
      field("constant", "m3 kg-1 s-2", "gravitational constant G (nature: 6.67430e-11)", &N::constant)
          .required()
          .range(kPositive),
  };
}

// (numbers) => the impact. InputError unless either the density alone or both radii alone are given.
Impact impact_of(const ImpactNumbers& numbers);

}  // namespace rubble::measure
