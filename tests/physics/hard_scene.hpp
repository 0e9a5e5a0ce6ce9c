#pragma once
// Small scenes for tests of hard spheres.
#include "hsdem/stepper.hpp"
#include "unit/measure_piles.hpp"

namespace rubble::test {

// Impacts without friction and without gravity (ledgers use a gravitational constant of 1): tests replace the values
// that they need.
inline hsdem::Parameters hard_spheres(double dt, double restitution) {
  hsdem::Parameters p;
  p.gravity.method = gravity::Summation::none;
  p.gravity.constant = 1;
  p.step.dt = dt;
  p.contact.restitution = restitution;
  p.contact.slow = 0;
  return p;
}

// An empty pile for spheres of one material.
inline Pile spheres() {
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  return pile;
}

// A swarm of forty spheres: slow ones stick, and fast ones break off.
inline Pile swarm() {
  Dice dice(3);
  Pile pile = spheres();
  for (int k = 0; k < 40; ++k) {
    const Vec3 place = 2.5 * Vec3(k % 4, k / 4 % 4, k / 16);
    add(pile, 1 + dice.in_ball().squaredNorm(), 0.5, place, 0.3 * (Vec3(3.75, 3.75, 2.5) - place) + 0.1 * dice.vector(),
        dice.vector());
  }
  return pile;
}

// True if both piles have the same groups and lineages, and the same bits of motion.
inline bool same(const Pile& a, const Pile& b) {
  bool all = a.state.grouping.grain == b.state.grouping.grain &&
             values_in<std::int64_t>(a.state, kLineage) == values_in<std::int64_t>(b.state, kLineage);
  for (std::size_t i = 0; i < a.size(); ++i)
    all = all && a.state.position[i] == b.state.position[i] && a.state.velocity[i] == b.state.velocity[i] &&
          a.state.spin[i] == b.state.spin[i];
  for (std::size_t g = 0; g < a.state.grouping.grains.size() && all; ++g)
    all = a.state.orientation[g].coeffs() == b.state.orientation[g].coeffs();
  return all;
}

}  // namespace rubble::test
