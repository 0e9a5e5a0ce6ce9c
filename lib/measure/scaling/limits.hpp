#pragma once
// Limits of the rotation rate of a self-gravitating body and of its distance from a planet. docs/theory.md 7.5.
#include "base/vec.hpp"

namespace rubble::measure {

// (bulk density [kg m-3], G) => the rate sqrt(4 pi G rho / 3) at which a grain on the equator of a sphere is weightless
// [rad s-1]. The period is sqrt(3 pi / (G rho)).
double critical_rate(double density, double constant);

// (semi-axes [m] of an ellipsoid that rotates about the third, density [kg m-3], G) => the rate sqrt(2 pi G rho A_i) at
// which the end of the longer one of the other two semi-axes is weightless [rad s-1]. docs/theory.md 7.5.
double weightless_rate(const Vec3& axes, double density, double constant);

// (planet's mass [kg], bulk density of the passing body [kg m-3]) => 1.26 (3 M / (4 pi rho))^(1/3), the unit in which
// distances from planets are often given: 1.26 R (rho_planet / rho)^(1/3) [m], with 1.26 = 2^(1/3). At this distance
// the tide lifts a grain off a rigid sphere that does not rotate.
double disruption_distance(double planet_mass, double density);

// (planet's mass [kg], bulk density [kg m-3]) => the limit for a fluid body in synchronous rotation on a circular
// orbit, at 2.44 (3 M / (4 pi rho))^(1/3) [m].
double fluid_distance(double planet_mass, double density);

// (planet's mass [kg]) => lower bound of a planet's radius [m]: that of a ball of 30 g/cm3, denser than any known
// planet. Iron spheres of up to 20 Earth masses stay below 21 g/cm3 (Seager et al. 2007, eq. 23). From 2.47e28 kg on,
// 13 masses of Jupiter, the bound is 0, because brown dwarfs and stars begin there.
double least_planet_radius(double planet_mass);

// A solid ellipsoid that obeys the Drucker-Prager criterion.
struct SolidEllipsoid {
  Vec3 axes = Vec3::Zero();   // semi-axes > 0 [m]; it rotates about the third
  double friction_angle = 0;  // [rad], 0 ... pi/2
  double cohesion = 0;        // [Pa]
};

// (solid, bulk density [kg m-3], G) => the fastest rotation at which its mean stresses meet the criterion [rad s-1];
// NaN if there is none. Holsapple 2007, doi:10.1016/j.icarus.2006.08.012.
double failure_rate(const SolidEllipsoid& solid, double density, double constant);

// (semi-axes [m] of an ellipsoid that rotates about the third, its cohesion [Pa], rate [rad s-1], bulk density [kg
// m-3], G) => the least friction angle with which its mean stresses meet the same criterion, 0 ... pi/2 [rad]; NaN if
// there is none. docs/theory.md 7.5.
double mobilised_friction_angle(const Vec3& axes, double cohesion, double rate, double density, double constant);

// (semi-axes > 0 in any one unit) => coefficients A_i of the ellipsoid (docs/theory.md 7.5). Gravity inside it is
// -2 pi G rho A_i x_i, and the sum of the A_i is 2.
Vec3 gravity_coefficients(const Vec3& axes);

}  // namespace rubble::measure
