#include "run/typical_values.hpp"

#include "measure/extent/radii.hpp"
#include "measure/ledger/masses.hpp"
#include "measure/scaling/limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

namespace rubble::run {

double dynamical_time(const Pile& pile, const External& external, double gravitational_constant) {
  const double radius = measure::half_mass_equivalent_radius(pile), mass = measure::total_mass(pile);
  double energy = 0;  // twice the kinetic energy of the centres [J]
  for (std::size_t i = 0; i < pile.size(); ++i) energy += pile.model.mass[i] * pile.state.velocity[i].squaredNorm();
  const double density = mass / (4.0 / 3.0 * std::numbers::pi * std::pow(radius, 3));
  // Times without a cause are infinite.
  const double of_gravity = 1 / std::sqrt(gravitational_constant * density);
  const double of_fall = std::sqrt(2 * radius / external.uniform.norm());
  const double of_motion = radius / std::sqrt(energy / mass);
  return std::min({of_gravity, of_fall, of_motion});
}

namespace {

// (number of a planet, the planet, mass of the pile [kg]) => typical values of its keys, and of those of its earlier
// form.
std::vector<TypicalValue> typical_values_of(std::size_t i, const Planet& planet, double mass_of_pile) {
  std::vector<TypicalValue> all;
  for (const std::string& table : {fmt::format("planet[{}]", i), std::string("external.planet")}) {
    all.push_back({.path = table + ".mass", .what = "the mass of the pile", .value = mass_of_pile, .least = 1e-3});
    for (const char* key : {".position", ".semi_major_axis", ".pericentre", ".radius"})
      all.push_back({.path = table + key,
                     .what = "the radius of a planet of this mass with 30 g/cm3",
                     .value = measure::least_planet_radius(planet.mass),
                     .least = 0.01});
  }
  return all;
}

}  // namespace

std::vector<TypicalValue> typical_values(const Pile& pile, const External& external, double gravitational_constant,
                                         double step) {
  std::vector<TypicalValue> all = {{.path = "run.duration", .what = "the length of a step", .value = step, .least = 1},
                                   {.path = "run.duration",
                                    .what = "the dynamical time of the pile",
                                    .value = dynamical_time(pile, external, gravitational_constant),
                                    .least = 0.02,
                                    .most = 1e8},
                                   {.path = "box.amplitude",
                                    .what = "the radius of the pile",
                                    .value = measure::half_mass_equivalent_radius(pile),
                                    .most = 10}};
  for (std::size_t i = 0; i < external.planets.size(); ++i)
    for (TypicalValue& value : typical_values_of(i, external.planets[i], measure::total_mass(pile)))
      all.push_back(std::move(value));
  return all;
}

}  // namespace rubble::run
