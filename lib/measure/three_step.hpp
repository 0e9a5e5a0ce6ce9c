#pragma once
// The collision study's search for remnants: a peak of the smoothed mass, touching bodies, bound bodies.
#include "model/pile.hpp"

#include <vector>

namespace rubble::measure {

struct ThreeStep {
  double G = 0;              // [m3 kg-1 s-2]
  std::size_t least = 0;     // grains that make a cluster
  double smoothing = 10;     // width of the Gaussians, in radii of the grains (grain_radii())
  double tolerance = 1e-3;   // touching: gap below this times the sum of radii
  std::size_t tries = 1000;  // peaks in a row that may yield fewer before the search ends
};

// (pile, parameters) => clusters as lists of bodies in rising order, the heaviest first; bodies of none are left out.
// Grains are never cut: each moves and is massive at its centre of mass, its members touch.
// Repeated on the grains that remain: (1) seed: the grain at the peak of the map of mass smoothed by Gaussians (equal
// peaks: the first); (2) all that hang together with it by touching; (3) all that are slower, seen from the
// cluster's centre of mass, than the escape speed sqrt(2 G M / distance) there, in batches with M and the centre of the
// batch before, until none is added. A seed that yields too few, say one that flies through the midst of a
// cluster, is passed over for the next lower place of the map. Source: the collision study's section 2.7. A companion
// in orbit about a cluster is swallowed by (3); bound_pairs over touching components finds it.
std::vector<std::vector<Index>> three_step(const Pile& pile, const ThreeStep& parameters);

}  // namespace rubble::measure
