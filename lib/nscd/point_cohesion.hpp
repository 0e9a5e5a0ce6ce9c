#pragma once
// Attraction of near pairs: docs/theory.md 11.3.
#include "detect/narrow.hpp"
#include "nscd/parameters.hpp"

namespace rubble::nscd {

// The share of a point in the attraction of its pair.
struct PointCohesion {
  double attraction = 0;  // [N]
  double energy = 0;      // [J]
};

// (points in the order of their keys, parameters) => attraction and energy of each point. Points within the distance
// share the force of their pair evenly. They also share its energy, which follows from the smallest gap. The attraction
// of a pair thus does not depend on the number of its points.
std::vector<PointCohesion> cohesion_of(const detect::ContactPoints& found, const Parameters& p);

}  // namespace rubble::nscd
