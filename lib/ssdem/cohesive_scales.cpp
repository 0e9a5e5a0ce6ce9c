#include "ssdem/cohesive_scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rubble::ssdem {

laws::Cohesion strongest_cohesion(const Parameters& p) {
  laws::Cohesion strongest = p.cohesion;
  const auto take = [&](const SoftLaws& laws) {
    strongest.strength = std::max(strongest.strength, laws.cohesion.strength);
  };
  for (const auto& material : p.materials.materials) take(material.laws);
  for (const auto& pair : p.materials.pairs) {
    SoftLaws laws = p.common();
    for (const auto& set : pair.values) set(laws);
    take(laws);
  }
  return strongest;
}

bool attraction_sets_in(const Parameters& p) {
  if (std::holds_alternative<laws::Jkr>(p.normal)) return true;
  const laws::Cohesion strongest = strongest_cohesion(p);
  return strongest.acts() && !strongest.acts_apart();
}

double cohesive_demand(const laws::Cohesion& cohesion, const Sizes& sizes, bool walls) {
  if (cohesion.by_radius) return cohesion.force(walls ? 1.0 : sizes.largest / (sizes.smallest + sizes.largest));
  return cohesion.force(walls ? sizes.largest : 0.5 * sizes.largest) / sizes.largest;
}

double contact_time(const SoftLaws& laws, double mass, double radius, double speed) {
  const double pull = laws.cohesion.force(radius);
  return std::visit(
      [&](const auto& law) {
        const double impact = law.contact_time(mass, radius, speed);
        if (!law.stiffens || !(pull > 0)) return impact;
        const double stiffness = law.stiffness_at(law.static_overlap(radius, pull), radius);
        return std::min(impact, std::numbers::pi * std::sqrt(mass / stiffness));
      },
      laws.normal);
}

double approach_time(const SoftLaws& laws, double mass, double radius, double speed) {
  constexpr double kSmall = 1e-3;
  const double gained = 2 * laws.cohesion.force(radius) * laws.cohesion.well() / mass;  // squared speed
  if (!(gained > 0)) return std::numeric_limits<double>::infinity();
  return 2 * laws.cohesion.separation / std::sqrt(gained + std::min(speed * speed, gained / kSmall));
}

}  // namespace rubble::ssdem
