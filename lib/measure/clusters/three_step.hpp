#pragma once
// The collision study's search for remnants, in three steps: peaks of the smoothed mass, touching bodies, bound bodies.
#include "model/pile.hpp"

#include <vector>

namespace rubble::measure {

struct ThreeStep {
  double G = 0;              // [m3 kg-1 s-2]
  std::size_t least = 0;     // smallest number of grains of a cluster
  double smoothing = 10;     // width of the Gaussians, in radii of the grains (grain_radii())
  double tolerance = 1e-3;   // bodies touch if their gap is below this times the sum of their radii
  std::size_t tries = 1000;  // number of consecutive seeds without a cluster after which the search ends
};

// (pile, parameters) => clusters as ascending lists of bodies, the heaviest first. Bodies in no cluster are left out.
// Grains are never divided: a grain's mass and velocity are those of its centre of mass, and contacts are those of its
// members. The steps are repeated on the remaining grains:
// - Seed: the grain with the largest smoothed mass (of equal grains, the first).
// - Contacts: all grains connected to the seed by touching grains.
// - Bound grains: all grains slower than the escape speed sqrt(2 G M / distance), relative to the cluster's centre of
//   mass. They are added in batches. Each batch uses the mass and the centre after the previous one, until none is
//   added.
//
// If a cluster has too few grains, for example because the seed flies through another cluster, the grain with the next
// lower smoothed mass is tried. The third step also captures a companion in orbit; bound_pairs() over touching
// components finds it. InputError as in touching_pairs(). Source: the collision study (doi:10.33232/001c.143461),
// section 2.7; docs/theory.md 5.7.
std::vector<std::vector<Index>> three_step(const Pile& pile, const ThreeStep& parameters);

}  // namespace rubble::measure
