#pragma once
// Radii of a pile about its centre of mass, and the radial segregation of grain sizes. All functions throw InputError
// for a pile without bodies.
#include "model/pile.hpp"

namespace rubble::measure {

// (pile, fraction in (0, 1)) => radius of the sphere about the centre of mass that contains this fraction of the mass
// [m]. Bodies that its surface cuts count with the part inside: volume_within() of shape/kind.hpp.
double mass_radius(const Pile& pile, double fraction);

// (pile) => R such that half of the mass lies within 2^(-1/3) R, the radius of a uniform ball with the same half-mass
// radius [m]. A few distant bodies do not change it.
double half_mass_equivalent_radius(const Pile& pile);

// (pile) => radius of the smallest sphere about the centre of mass that contains all grains [m].
double encompassing_radius(const Pile& pile);

// (pile, radius [m]) => solid volume inside the sphere of that radius about the centre of mass / volume of the sphere.
// If a grain's mass counts overlaps once, each member counts with its share of the solid volume.
double solid_fraction_within(const Pile& pile, double radius);

// Mean grain radii in the inner and in the outer half of the mass, ordered by distance from the centre of mass. Each
// grain counts at its centre of mass with its radius from grain_radii().
struct Segregation {
  double inner = 0, outer = 0;  // [m]; 0 if a half contains no grain
  double mean = 0;              // mean radius of all grains [m]
  double noise = 0;             // standard deviation of difference() for randomly assigned sizes; 0 if a half is empty
  double difference() const { return (inner - outer) / mean; }  // relative difference; > 0: larger grains inside
};
Segregation segregation(const Pile& pile);

}  // namespace rubble::measure
