#pragma once
// How fast a body held together by its gravity may turn and how near to a planet it may come, from a few numbers.
// docs/theory.md 7.5.
#include "base/vec.hpp"

namespace rubble::measure {

// (bulk density [kg m-3], G) => sqrt(4 pi G rho / 3), at which a grain on the equator of a sphere is weightless [rad
// s-1]; the period is sqrt(3 pi / (G rho)).
double critical_rate(double density, double constant);

// (planet's mass [kg], bulk density of what passes [kg m-3]) => 1.26 (3 M / (4 pi rho))^(1/3), the distance in units of
// which ratios are given: 1.26 R (rho_planet / rho)^(1/3); at 2^(1/3) the tide takes a grain off a rigid sphere [m].
double disruption_distance(double planet_mass, double density);

// Likewise for a fluid body in a circular orbit that always shows the planet one side, 2.44 [m].
double fluid_distance(double planet_mass, double density);

// (planet's mass [kg]) => the radius that no planet of this mass falls below: that of a ball of 30 g/cm3, denser than
// any known planet (iron spheres of up to 20 Earth masses stay below 21 g/cm3: Seager et al. 2007, eq. 23); 0 from
// 2.47e28 kg on, 13 masses of Jupiter, where brown dwarfs and stars begin [m].
double least_planet_radius(double planet_mass);

// A solid ellipsoid that obeys the Drucker-Prager criterion.
struct Solid {
  Vec3 axes = Vec3::Zero();   // semi-axes [m] > 0; it turns about the third
  double friction_angle = 0;  // [rad], 0 ... pi/2
  double cohesion = 0;        // [Pa]
};

// (solid, bulk density [kg m-3], G) => the fastest rotation at which its mean stresses are within the criterion [rad
// s-1]; NaN if none is. Holsapple 2007, doi:10.1016/j.icarus.2006.08.012.
double failure_rate(const Solid& solid, double density, double constant);

// (semi-axes) => A_i of the ellipsoid: inside, gravity is -2 pi G rho A_i x_i; they add up to 2.
Vec3 gravity_coefficients(const Vec3& axes);

}  // namespace rubble::measure
