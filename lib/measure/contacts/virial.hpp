#pragma once
// The virial theorem of a pile at rest or in steady motion: contact forces balance gravity.
#include "model/pile.hpp"

namespace rubble::measure {

// Both sides of 2 K + 3 P V = load for the cluster of heaviest_cluster(), without any other bodies. Positions and
// velocities are relative to its centre of mass, so that a uniform field has no effect. For free spheres at rest
// without walls, load = |W|. docs/theory.md 5.1.
struct Virial {
  Reals contacts;   // trace of the contact moment of each of the pile's grains, 0 outside the cluster; sum: 3 P V [J]
  Reals motion;     // m V^2 of the centre of mass of each of the pile's grains, 0 outside the cluster; sum: 2 K [J]
  double load = 0;  // sum of three terms [J]: -sum X.F with the cluster's gravity F on a grain, -sum f.x over the
                    // contacts with walls, and the contribution of contacts across the faces of a periodic box
};

// (pile with contacts; G; highest order of the multipoles of hulls, 0: hulls count as points) => both sides. The tide
// of a planet is not part of a pile and is not included. InputError if there are no bodies.
Virial virial(const Pile& pile, double G, int multipoles = 0);

}  // namespace rubble::measure
