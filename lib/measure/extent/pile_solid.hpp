#pragma once
// A pile as a solid: tetrahedra between points on its grains' surfaces, or between its spheres, and the solid fraction
// of their alpha shapes. docs/theory.md 5.13.
#include "measure/extent/alpha_shape.hpp"
#include "model/pile.hpp"

namespace rubble::measure {

class PileSolid {
 public:
  // (pile, which must outlive this object; balls: true to use the spheres themselves, false to use points on the
  // grains' surfaces). InputError if balls are requested and not all bodies are spheres.
  PileSolid(const Pile& pile, bool balls);

  const Tetrahedra& tetrahedra() const { return tetrahedra_; }

  // (alpha [m], its shape) => volume of the grains (for balls, of their parts within the shape) / volume within the
  // outer surface. NaN if that volume is less than that of the grains, because alpha is too small.
  double filled(double alpha, const AlphaShape& shape) const;

  // (N >= 1) => N radii [m] in geometric progression from a quarter of the default alpha to 16 times the default,
  // followed by infinity.
  Reals spectrum(int n) const;

 private:
  const Pile& pile_;
  bool balls_;
  Tetrahedra tetrahedra_;
};

}  // namespace rubble::measure
