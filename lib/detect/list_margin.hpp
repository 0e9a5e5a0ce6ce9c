#pragma once
// Margin of a neighbour list, and the rule of all methods for how long a list holds.
#include "base/parallel.hpp"
#include "base/vec.hpp"

namespace rubble::detect {

// (mean distance that a body moves in a step [m], mean diameter [m]) => margin of the list with the least cost [m].
// A list lasts for margin / (2 path) steps, and its number of pairs grows with the margin. New lists and additional
// pairs cost equally much at a margin of sqrt(20 path / diameter) diameters, where the factor 20 is measured. The
// margin is at least 0.02 and at most 0.3 diameters. Results do not depend on it.
double list_margin(double path, double diameter);

// (bound of the displacement of every body until the next test of the list, displacement that the margins allow [m]) =>
// true if the list has all pairs that may touch until then. Displacements count from the time of the list and relative
// to the common motion of all bodies. A NaN gives no bound, so the list does not hold.
inline bool list_holds(double displacement, double allowed) { return displacement <= allowed; }

// (number of bodies, functions that give both numbers of list_holds() for each body) => true if the list holds for all
// bodies.
template <class Displacement, class Allowed>
bool list_holds(std::size_t bodies, Displacement&& displacement, Allowed&& allowed) {
  return all_of(bodies, [&](std::size_t i) { return list_holds(displacement(i), allowed(i)); });
}

// (positions at present and at the time of the list [m]) => common displacement of all bodies: the mean [m].
Vec3 mean_displacement(const Vec3s& position, const Vec3s& listed_at);

}  // namespace rubble::detect
