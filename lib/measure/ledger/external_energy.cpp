#include "measure/ledger/external_energy.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::measure {
namespace {

// (masses of the sources of gravity [kg], mass points of hulls, external) => the masses, with 0 for frozen bodies.
Reals without_frozen(Reals mass, const Points& points, const External& external) {
  for (const FrozenBodies& group : external.frozen)
    for (const Index body : group.at_rest->body) {
      const auto i = static_cast<std::size_t>(body);
      const std::size_t first = points ? points->first(i) : i, last = points ? points->first(i + 1) : i + 1;
      std::fill(mass.begin() + first, mass.begin() + last, 0.0);
    }
  return mass;
}

// (planet whose field does not depend on time, G, masses [kg], their positions [m], time [s]) => their potential energy
Potential energy_at(const Planet& planet, double constant, const Reals& mass, const Vec3s& position, double time) {
  const PlanetAt unit = planet_at(
      {.mass = 1, .position = planet.position, .figure = planet.figure, .rotation = planet.rotation}, 1, time);
  const double energy = constant * planet.mass * blocked_sum(mass.size(), 0.0, [&](std::size_t i) {
                          if (planet.figure) return -mass[i] * unit.potential(position[i]);
                          return mass[i] / (position[i] - planet.position).norm();
                        });
  return {-energy, std::abs(energy)};
}

}  // namespace

Attracting attracting(const Model& model, const State& state, const Points& points) {
  if (!points) return {model.mass, state.position};
  Attracting all{points->mass(), {}, points->diameter()};
  points->place(model, state, all.position);
  return all;
}

Reals free_masses(const Model& model, const External& external) {
  Reals mass = model.mass;
  for (const FrozenBodies& group : external.frozen)
    for (const Index i : group.at_rest->body) mass[static_cast<std::size_t>(i)] = 0;
  return mass;
}

Potential external_energy(const Pile& pile, const Reals& mass, const Attracting& all, const Points& points,
                          const External& external, double gravitational_constant) {
  const auto& x = pile.state.position;
  if (external.varies()) return {};  // account.driven contains the work of the fields
  Potential potential = blocked_sum(pile.size(), Potential{}, [&](std::size_t i) -> Potential {
    return {-mass[i] * external.uniform.dot(x[i]), mass[i] * external.uniform.cwiseProduct(x[i]).lpNorm<1>()};
  });
  if (const Hill& hill = external.hill; hill.turns())
    potential += blocked_sum(pile.size(), Potential{}, [&](std::size_t i) -> Potential {
      const double energy = mass[i] * hill.potential(x[i]);
      return {energy, std::abs(energy)};
    });
  if (external.planets.empty()) return potential;
  const Reals attracting = without_frozen(all.mass, points, external);
  for (const Planet& planet : external.planets)
    potential += energy_at(planet, gravitational_constant, attracting, all.position, pile.state.time);
  return potential;
}

}  // namespace rubble::measure
