#pragma once
// L2L, local to local: shifts the local expansion of a cell to the centre of a child, which is at s from its own
// centre. From
//   phi(s + y) = sum_k L_k (s + y)^k / k!   follows   L'_i = sum_j L_(i+j) s^j / j!.
// Dehnen 2002, doi:10.1006/jcph.2002.7026; docs/theory.md 4.3, 4.4.
#include "gravity/fmm_expansions.hpp"

namespace rubble::gravity {

RUBBLE_INLINE void put_everywhere(double& to, double v) { to = v; }
RUBBLE_INLINE void put_everywhere(Pack& to, double v) { to = all(v); }

// (stored local expansion) => extended(P) terms, each as a double or in all lanes. If L_0 is not stored, it is set to
// 0.
template <int P, bool potential, class T>
RUBBLE_INLINE void load_local(const double* stored, T* out) {
  using Layout = ExpansionLayout<P, potential>;
  out[0] = T{};
  unroll<Layout::kFirst, terms(P)>([&](auto k) { put_everywhere(out[k], stored[Layout::local_slot(k)]); });
  extend<P>(out);
}

// (s, extended terms of the parent) Adds to the stored local expansion of the child.
template <int P, bool potential>
RUBBLE_INLINE void l2l(double x, double y, double z, const double* parent, double* child) {
  using Layout = ExpansionLayout<P, potential>;
  double power[terms(P)];
  monomials<P>(x, y, z, power);
  unroll<Layout::kFirst, terms(P)>(
      [&](auto k) { child[Layout::local_slot(k)] += contract<P, k, double>(power, parent); });
}

// Shifts the expansion of a cell to both of its children.
template <int P, bool potential>
void l2l_children(const Expansions<P, potential>& e, std::int32_t c) {
  double parent[extended(P)];
  load_local<P, potential>(e.locals(c), parent);
  const CellGeometry& from = e.geometry(c);
  for (const std::int32_t child : {c + 1, e.cell(c).right}) {
    const CellGeometry& to = e.geometry(child);
    l2l<P, potential>(to.x - from.x, to.y - from.y, to.z - from.z, parent, e.locals(child));
  }
}

}  // namespace rubble::gravity
