#pragma once
// How many neighbours hold a body.
#include "measure/clusters.hpp"

namespace rubble::measure {

struct Coordination {
  std::size_t bodies = 0;
  std::size_t contacts = 0;
  double number = 0;  // Z: contacts of the mean body, 2 N_c / N where no walls are touched; 0 without bodies
};

// (number of bodies, pairs a < b that touch; b >= n is a wall) => coordination of all bodies.
Coordination coordination(std::size_t n, const std::vector<Pair>& pairs);

// (..., k) => coordination of the k-core: bodies with fewer than k contacts, which carry no load, are removed again and
// again until none is left. k = 4 leaves what can carry load without friction, k = 2 with friction.
Coordination core_coordination(std::size_t n, const std::vector<Pair>& pairs, int k);

}  // namespace rubble::measure
