#pragma once
// Representation of a body's gravity by a few mass points.
#include "shape/shape.hpp"

namespace rubble::shape {

// Points in the frame of a shape, in units of its radius, with their shares of its mass. All shares are positive, and
// their sum is 1.
struct MassPoints {
  Vec3s place;
  Reals share;

  std::size_t size() const { return place.size(); }
};

// Highest order of mass_points(), limited by the degree up to which its quadrature is exact.
inline constexpr int kHighestMultipole = 5;

// (hull, order L from 0 to kHighestMultipole) => at most (L + 1)^2 points within the hull with its multipoles up to
// that order. For all l <= L, the sums of share times r^l Y_lm are the means of r^l Y_lm over the hull, to 1e-11. The
// result is the centre alone if the hull has no multipoles from 1 to L. Such points exist by Tchakaloff's theorem;
// docs/theory.md 4.9.
MassPoints hull_mass_points(const Shape& hull, int order);

}  // namespace rubble::shape
