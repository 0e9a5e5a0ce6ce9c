#pragma once
// A pile as a solid: the tetrahedra of its grains' surfaces, or of its spheres, and what fills an alpha shape of them.
// docs/theory.md 5.13.
#include "measure/alpha_shape.hpp"
#include "model/pile.hpp"

namespace rubble::measure {

class Solid {
 public:
  // (pile, which outlives this; whether its spheres are taken as they are, by their centres, rather than points on the
  // grains' surfaces). InputError if balls are asked for and not all bodies are spheres.
  Solid(const Pile& pile, bool balls);

  const Tetrahedra& tetrahedra() const { return tetrahedra_; }

  // (alpha [m], its shape) => volume of the grains, of balls that of their parts in it, / what the outer surface
  // encloses; nan where that cannot hold the grains, because alpha is too small.
  double filled(double alpha, const AlphaShape& shape) const;

  // (N >= 1) => N radii from a quarter of the usual one to 16 times it, each the same factor above the one before,
  // and infinity [m].
  Reals spectrum(int n) const;

 private:
  const Pile& pile_;
  bool balls_;
  Tetrahedra tetrahedra_;
};

}  // namespace rubble::measure
