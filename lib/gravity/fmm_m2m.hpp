#pragma once
// M2M, multipole to multipole: shifts the moments of a child to the centre of its parent. A body at u from the child's
// centre is at u + s from the parent's. From (u + s)^k / k! = sum over i + j = k of (s^i / i!) (u^j / j!) follows
//   M'_k = sum over i + j = k of (s^i / i!) M_j,
// which is the product of two polynomials. Dehnen 2002, doi:10.1006/jcph.2002.7026; docs/theory.md 4.3, 4.4.
#include "gravity/expansion.hpp"

namespace rubble::gravity {

// (s from the parent's centre to the child's, terms(P) moments of the child) Adds to the moments of the parent.
template <int P>
RUBBLE_INLINE void m2m(double x, double y, double z, const double* child, double* parent) {
  double power[terms(P)];
  monomials<P>(x, y, z, power);
  add_product<P>(power, child, parent);
}

}  // namespace rubble::gravity
