#pragma once
// Attraction of near pairs: docs/theory.md 11.3.
#include "contact/narrow.hpp"
#include "nscd/parameters.hpp"

namespace rubble::nscd {

// The share of a point in the attraction of its pair.
struct PointCohesion {
  double attraction = 0;  // [N]
  double energy = 0;      // [J]
};

// (points in the order of their keys, law) => of each point. Points within the distance share their pair's force
// evenly, and its energy, which is that of the least gap: a pair attracts alike wherever it touches.
std::vector<PointCohesion> cohesion_of(const contact::Touching& found, const Cohesion& law);

}  // namespace rubble::nscd
