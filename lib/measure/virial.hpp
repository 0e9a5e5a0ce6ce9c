#pragma once
// The virial theorem of a pile at rest, or in steady motion: what its contacts carry is what gravity asks.
#include "model/pile.hpp"

namespace rubble::measure {

// Both sides of 2 K + 3 P V = load, of the heaviest cluster of touching grains; stray bodies belong to neither. Places
// and velocities are seen from its centre of mass, so that a uniform field drops out. At rest, without walls and of
// free spheres, load = |W|. docs/theory.md 5.1.
struct Virial {
  Reals contacts;   // of each grain of the pile the trace of its contact moment, 0 outside the cluster; sum: 3 P V [J]
  Reals motion;     // of each grain m V^2 of its centre of mass, 0 outside the cluster; sum: 2 K [J]
  double load = 0;  // -sum X.F, F the cluster's gravity on a grain, -sum f.x over the contacts with walls, and what
                    // contacts across the faces of a periodic box add [J]
};

// (pile with contacts: at least one body; G; order up to which the multipoles of hulls attract) => both sides. A
// planet's tide is not in a pile and not counted.
Virial virial(const Pile& pile, double G, int multipoles = 0);

}  // namespace rubble::measure
