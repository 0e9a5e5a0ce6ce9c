#pragma once
// How large a pile is, and whether its sizes are mixed: radii about the centre of mass.
#include "model/pile.hpp"

namespace rubble::measure {

// (pile, fraction in (0, 1)) => radius of the sphere about the centre of mass that holds this fraction of the mass [m].
// Bodies that its surface cuts count with the part inside: of spheres the lens, of hulls shape/within.hpp.
double mass_radius(const Pile& pile, double fraction);

// (pile) => R such that half of the mass lies within 2^(-1/3) R: the radius of a uniform ball with the same half-mass
// radius, blind to stray bodies far outside [m].
double half_mass_equivalent_radius(const Pile& pile);

// (pile) => radius of the smallest sphere about the centre of mass that holds every grain whole [m].
double encompassing_radius(const Pile& pile);

// (pile, radius [m]) => solid volume inside the sphere of that radius about the centre of mass / the sphere's. Of a
// grain whose masses count overlaps once, each member counts with its share of the solid volume.
double solid_fraction_within(const Pile& pile, double radius);

// Mean radii of the grains (grain_radii(), each at its centre of mass) of the inner and of the outer half of the mass,
// ordered by distance from the centre of mass.
struct Segregation {
  double inner = 0, outer = 0;  // [m]; 0 where a half holds no grain
  double mean = 0;              // of all grains [m]
  double noise = 0;             // standard deviation of difference() if sizes were dealt out at random
  double difference() const { return (inner - outer) / mean; }  // relative; > 0: larger grains inside
};
Segregation segregation(const Pile& pile);

}  // namespace rubble::measure
