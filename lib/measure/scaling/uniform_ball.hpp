#pragma once
// A uniform ball under its own gravity: pressure, escape speed, and its collapse from rest. docs/theory.md 7.7.

namespace rubble::measure {

struct UniformBall {
  double density = 0;   // > 0 [kg m-3]
  double radius = 0;    // > 0 [m]
  double constant = 0;  // G [m3 kg-1 s-2]

  double mass() const;              // [kg]
  double surface_gravity() const;   // G M / R^2 [m s-2]
  double escape_speed() const;      // sqrt(2 G M / R) from the surface [m s-1]
  double central_pressure() const;  // of a fluid at rest [Pa]
  double mean_pressure() const;     // mean over the volume of a fluid at rest [Pa]
  double momentum_unit() const;     // sqrt(G M^3 R) [kg m2 s-1]
};

// (density of a ball of dust at rest, density at the end [kg m-3], G) => time of its collapse without pressure [s];
// 0 if it is not denser at the end.
double fall_time(double start, double end, double constant);

}  // namespace rubble::measure
