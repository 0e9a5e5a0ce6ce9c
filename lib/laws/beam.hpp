#pragma once
// A bond as an elastic beam of circular cross-section between the centres of two bodies. docs/theory.md 2.15.
#include <cmath>
#include <numbers>

namespace rubble::laws {

// Stiffness of a beam against displacements and rotations of its ends, and its cross-section.
struct Beam {
  double normal = 0;      // E A / L [N m-1]
  double shear = 0;       // 1 / (L^3 / (12 E I) + L / (kappa G A)) [N m-1]
  double bending = 0;     // E I / L [N m]
  double twisting = 0;    // G J / L [N m]
  double area = 0;        // A = pi R^2 [m2]
  double resistance = 0;  // I / R = pi R^3 / 4, and J / R is twice as large [m3]
};

// (Young's modulus E and shear modulus G [Pa], radius R and length L [m]) => the beam. It is the element of
// Timoshenko's beam theory, whose end displacements are exact (Przemieniecki 1968, section 5.6). The second moments of
// area are I = pi R^4 / 4 and J = 2 I, and kappa = 3 E / (3 E + G) is the shear coefficient of a circle. It equals 6 (1
// + nu) / (7 + 6 nu) of Cowper 1966, doi:10.1115/1.3625046, with Poisson's ratio nu = E / (2 G) - 1.
inline Beam beam_of(double young_modulus, double shear_modulus, double radius, double length) {
  const double area = std::numbers::pi * radius * radius;
  const double second = area * radius * radius / 4;
  const double bends = length * length * length / (12 * young_modulus * second);
  const double shears = length * (1 / shear_modulus + 1 / (3 * young_modulus)) / area;
  return {young_modulus * area / length,
          1 / (bends + shears),
          young_modulus * second / length,
          shear_modulus * 2 * second / length,
          area,
          second / radius};
}

}  // namespace rubble::laws
