#pragma once
// Bodies as a few points of mass whose gravity is theirs.
#include "shape/shape.hpp"

namespace rubble::shape {

// Points in the frame of a shape, in units of its radius, with their shares of its mass: all positive, their sum is 1.
struct MassPoints {
  Vec3s place;
  Reals share;

  std::size_t size() const { return place.size(); }
};

inline constexpr int kHighestMultipole = 5;

// (hull, order L from 0 to kHighestMultipole) => at most (L + 1)^2 points within it that have its multipoles up to that
// order: the sums of share times r^l Y_lm are the means of r^l Y_lm over the hull, all l <= L, to 1e-11. L = 0: its
// centre. They exist by Tchakaloff's theorem; docs/theory.md 4.9.
MassPoints mass_points(const Shape& hull, int order);

}  // namespace rubble::shape
