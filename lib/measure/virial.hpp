#pragma once
// The virial theorem of a pile at rest or in steady motion: contact forces balance gravity.
#include "model/pile.hpp"

namespace rubble::measure {

// Both sides of 2 K + 3 P V = load for the heaviest cluster of touching grains, without any other bodies. Positions and
// velocities are relative to its centre of mass, so that a uniform field has no effect. For free spheres at rest
// without walls, load = |W|. docs/theory.md 5.1.
struct Virial {
  Reals contacts;   // trace of each grain's contact moment, 0 outside the cluster; sum: 3 P V [J]
  Reals motion;     // m V^2 of each grain's centre of mass, 0 outside the cluster; sum: 2 K [J]
  double load = 0;  // -sum X.F, F the cluster's gravity on a grain, -sum f.x over the contacts with walls, and the
                    // contribution of contacts across the faces of a periodic box [J]
};

// (pile with contacts, at least one body; G; highest order of the multipoles of hulls) => both sides. The tide of a
// planet is not part of a pile and is not included.
Virial virial(const Pile& pile, double G, int multipoles = 0);

}  // namespace rubble::measure
