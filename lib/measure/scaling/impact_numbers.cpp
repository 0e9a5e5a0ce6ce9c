#include "measure/scaling/impact_numbers.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"

namespace rubble::measure {

Impact impact_of(const ImpactNumbers& n) {
  if (!n.density && !(n.target_radius && n.projectile_radius))
    throw InputError("give either 'density' or both 'target_radius' and 'projectile_radius'");
  if (n.density && (n.target_radius || n.projectile_radius))
    throw InputError("'density' cannot be combined with 'target_radius' or 'projectile_radius'");
  const double density = n.density ? *n.density : n.target_mass / ball_volume(*n.target_radius);
  const auto radius_of = [&](double mass) { return ball_radius(mass / density); };
  return {
      .target_mass = n.target_mass,
      .projectile_mass = n.projectile_mass,
      .target_radius = n.target_radius ? *n.target_radius : radius_of(n.target_mass),
      .projectile_radius = n.projectile_radius ? *n.projectile_radius : radius_of(n.projectile_mass),
      .density = density,
      .speed = n.impact_speed,
      .angle = n.impact_angle,
      .constant = n.constant,
  };
}

}  // namespace rubble::measure
