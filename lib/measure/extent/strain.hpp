#pragma once
// Local strain: deformation of the neighbourhood of each point since a reference time. docs/theory.md 5.21.
#include "spatial/grid.hpp"

#include <limits>

namespace rubble::measure {

// Both are NaN if the neighbours do not define a deformation gradient.
struct LocalStrain {
  double shear = std::numeric_limits<double>::quiet_NaN();      // shear_strain()
  double nonaffine = std::numeric_limits<double>::quiet_NaN();  // mean square of the displacements of neighbours
                                                                // relative to the fit, D2min / their number [m2]
};

// (deformation gradient F) => sqrt(2 E':E'), where E' is the deviator of the Green-Lagrange strain (F^T F - 1) / 2. It
// does not depend on rotation, and is 0 for a uniform change of size.
double shear_strain(const Mat3& gradient);

// (radii [m], positions [m], factor) => pairs of points whose distance is less than factor x (r_a + r_b).
spatial::Pairs neighbour_pairs(const Reals& radius, const Vec3s& position, double factor);

// (pairs of neighbours; positions at the reference time and now [m]; for each point, 1 if it takes part, else 0) => the
// strain of each point, from the least-squares fit of x_b - x_a = F (X_b - X_a) to its neighbours b (Falk and Langer
// 1998, doi:10.1103/PhysRevE.57.7192). Points that do not take part have none and are not neighbours. There is no fit
// if the neighbours lie nearly in one plane through the point: the mean squares of their distances along the principal
// axes differ by more than a factor of 100.
std::vector<LocalStrain> local_strains(const spatial::Pairs& pairs, const Vec3s& before, const Vec3s& now,
                                       const std::vector<char>& takes_part);

}  // namespace rubble::measure
