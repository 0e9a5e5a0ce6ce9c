#pragma once
// How many neighbours hold a grain.
#include "measure/grains.hpp"

namespace rubble::measure {

struct Coordination {
  std::size_t grains = 0;
  std::size_t contacts = 0;  // pairs of grains, or of a grain and a wall, that touch
  std::size_t points = 0;    // where they do: more than contacts if two grains touch at several points
  double number = 0;         // Z: contacts of the mean grain, 2 N_c / N where no walls are touched; 0 without grains
};

// (number of grains, their contacts, once for each point) => coordination of all grains. Of a pile: between_grains() of
// its contacts.
Coordination coordination(std::size_t n, const std::vector<ContactKey>& keys);

// (..., k) => coordination of the k-core: grains that touch at fewer than k points, which carry no load, are removed
// again and again until none is left. k = 4 leaves spheres that can carry load without friction, k = 2 with friction.
Coordination core_coordination(std::size_t n, const std::vector<ContactKey>& keys, int k);

}  // namespace rubble::measure
