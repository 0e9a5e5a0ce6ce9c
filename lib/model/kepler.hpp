#pragma once
// Motion of two bodies about each other.
#include "base/vec.hpp"

namespace rubble {

// Orbit in the x-y plane, counter-clockwise, with the pericentre on the positive x axis.
struct Conic {
  double pericentre = 0;    // distance [m] > 0
  double eccentricity = 0;  // >= 0; all conics are allowed
  double strength = 0;      // G times the sum of both masses [m3 s-2] > 0
  double time = 0;          // time of a pericentre passage [s]
};

struct OrbitalMotion {
  Vec3 position, velocity;  // of one body relative to the other [m], [m s-1]
};

// (conic, time [s]) => position and velocity at that time, from Kepler's equation in universal variables. The relative
// error is a few rounding errors. Bate, Mueller & White 1971, Fundamentals of Astrodynamics, section 4.3;
// docs/theory.md 7.3.
OrbitalMotion motion_on(const Conic& conic, double time);

// (conic) => greatest distance of the orbit [m]; infinity if the orbit is not an ellipse
double apocentre(const Conic& conic);

// (conic, distance [m]) => time from the pericentre to that distance [s]. InputError if the orbit does not reach it.
double time_to(const Conic& conic, double distance);

}  // namespace rubble
