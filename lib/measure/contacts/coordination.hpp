#pragma once
// Coordination: number of neighbours in contact with a grain.
#include "measure/ledger/grain_sums.hpp"

namespace rubble::measure {

struct Coordination {
  std::size_t grains = 0;
  std::size_t contacts = 0;  // number of touching pairs of grains, or of a grain and a wall
  std::size_t points = 0;    // number of contact points, which exceeds `contacts` if two grains touch at several points
  double number = 0;         // Z: mean number of contacts per grain, 2 N_c / N without walls; 0 without grains
};

// (number of grains, their contacts, once for each point) => coordination of all grains. For a pile, pass
// between_grains() of its contacts.
Coordination coordination(std::size_t n, std::vector<ContactKey> keys);

// (arguments of coordination(), k) => coordination of the k-core. Grains with fewer than k contact points carry no load
// and are removed repeatedly until no such grain remains. k = 4 leaves spheres that can carry load without friction,
// k = 2 with friction.
Coordination core_coordination(std::size_t n, const std::vector<ContactKey>& keys, int k);

}  // namespace rubble::measure
