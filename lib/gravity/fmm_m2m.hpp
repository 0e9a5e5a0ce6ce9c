#pragma once
// M2M, multipole to multipole: the moments of a child about the centre of its parent. A body at u from the child's
// centre is at u + s from the parent's, and (u + s)^k / k! = sum over i + j = k of (s^i / i!) (u^j / j!), so that
//   M'_k = sum over i + j = k of (s^i / i!) M_j,
// the product of two polynomials. Dehnen 2002, doi:10.1006/jcph.2002.7026; docs/theory.md 4.3, 4.4.
#include "gravity/expansion.hpp"

namespace rubble::gravity {

// (s from the parent's centre to the child's, terms(P) moments of the child) => added to those of the parent
template <int P>
RUBBLE_INLINE void m2m(double x, double y, double z, const double* child, double* parent) {
  double power[terms(P)];
  monomials<P>(x, y, z, power);
  add_product<P>(power, child, parent);
}

}  // namespace rubble::gravity
