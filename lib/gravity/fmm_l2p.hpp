#pragma once
// L2P, local to particle: evaluates the local expansion of a leaf at its bodies, at y from its centre. Derivatives of
//   phi = sum_j L_j y^j / j!   are   d phi / d y_i = sum_j L_(j + i) y^j / j!.
// Acceleration and tide are the same sum with the index shifted by one or two. docs/theory.md 4.3, 4.4.
#include "gravity/fmm_l2l.hpp"

namespace rubble::gravity {

// (particles, range, centre, extended terms in all lanes, true to include tides) Adds to the sums of the particles.
template <int P, bool potential>
RUBBLE_INLINE void l2p(Particles& p, ParticleRange range, const Vec3& centre, const Pack* local, bool tide) {
  const auto add = [](AlignedReals& column, std::int32_t i, Pack v) {
    store_aligned(&column[i], load_aligned(&column[i]) + v);
  };
  for (std::int32_t i = range.first; i < range.end(); i += 4) {
    Pack power[terms(P)];
    monomials<P>(load_aligned(&p.x[i]) - centre.x(), load_aligned(&p.y[i]) - centre.y(),
                 load_aligned(&p.z[i]) - centre.z(), power);
    add(p.ax, i, contract<P, index_of({1, 0, 0}), Pack>(power, local));
    add(p.ay, i, contract<P, index_of({0, 1, 0}), Pack>(power, local));
    add(p.az, i, contract<P, index_of({0, 0, 1}), Pack>(power, local));
    if constexpr (potential) add(p.potential, i, contract<P, 0, Pack>(power, local));
    if (!tide) continue;
    add(p.xx, i, contract<P, index_of({2, 0, 0}), Pack>(power, local));
    add(p.xy, i, contract<P, index_of({1, 1, 0}), Pack>(power, local));
    add(p.xz, i, contract<P, index_of({1, 0, 1}), Pack>(power, local));
    add(p.yy, i, contract<P, index_of({0, 2, 0}), Pack>(power, local));
    add(p.yz, i, contract<P, index_of({0, 1, 1}), Pack>(power, local));
  }
}

// Evaluates the expansion of a leaf at all its bodies.
template <int P, bool potential>
void l2p_leaf(const Expansions<P, potential>& e, std::int32_t c) {
  Pack local[extended(P)];
  load_local<P, potential>(e.locals(c), local);
  const CellGeometry& from = e.geometry(c);
  l2p<P, potential>(e.work.particles, e.cell(c).bodies, Vec3(from.x, from.y, from.z), local,
                    wants(e.work.want, Want::tide));
}

}  // namespace rubble::gravity
