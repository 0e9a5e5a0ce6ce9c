#include "measure/impact_numbers.hpp"

#include "base/error.hpp"

#include <cmath>

namespace rubble::measure {
namespace {

constexpr double kBall = 4.0 / 3 * std::numbers::pi;

}  // namespace

Impact impact_of(const ImpactNumbers& n) {
  if (!n.density && !(n.target_radius && n.projectile_radius))
    throw InputError("either 'density' or both 'target_radius' and 'projectile_radius' must be given");
  if (n.density && (n.target_radius || n.projectile_radius)) throw InputError("'density' and radii exclude each other");
  const double density = n.density ? *n.density : n.target_mass / (kBall * std::pow(*n.target_radius, 3));
  const auto radius_of = [&](double mass) { return std::cbrt(mass / (kBall * density)); };
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
