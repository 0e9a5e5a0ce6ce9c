#pragma once
// Figures of equilibrium of a homogeneous fluid that rotates as a whole. docs/theory.md 7.6.
#include "base/vec.hpp"

#include <string>
#include <vector>

namespace rubble::measure {

// An ellipsoid with the semi-axes a >= b >= c that rotates about the shortest one. M is its mass, rho its density and
// r = (a b c)^(1/3) the radius of the ball of equal volume.
struct FluidFigure {
  std::string sequence;     // "maclaurin": a = b; "jacobi": three different axes
  double middle = 1;        // b / a
  double flat = 1;          // c / a
  double rate_squared = 0;  // w^2 / (pi G rho)
  double momentum = 0;      // L / sqrt(G M^3 r)
  double kinetic = 0;       // energy of the rotation / (G M^2 / r)
  double potential = 0;     // energy of gravity / (G M^2 / r), < 0

  // (density [kg m-3], G) => rate of rotation [rad s-1].
  double rate(double density, double constant) const;
};

// (c / a, 0 < c / a <= 1) => the Maclaurin spheroid. Chandrasekhar 1969, section 32.
FluidFigure maclaurin(double flat);

// (b / a, 0 < b / a <= 1) => the Jacobi ellipsoid; for b / a = 1 the spheroid from which the sequence branches.
// Chandrasekhar 1969, section 39.
FluidFigure jacobi(double middle);

// (L / sqrt(G M^3 r), 0 ... kGreatestMomentum) => the figures with this angular momentum: the Maclaurin spheroid and,
// above the bifurcation, the Jacobi ellipsoid.
inline constexpr double kGreatestMomentum = 2;
std::vector<FluidFigure> figures_of_momentum(double momentum);

}  // namespace rubble::measure
