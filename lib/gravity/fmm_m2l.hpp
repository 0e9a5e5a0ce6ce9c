#pragma once
// M2L, multipole to local: two cells a and b act on each other through expansions about their centres. The vector d
// points from the centre of a to that of its partner. A mass m at u from one centre has the potential m / |d + y - u|
// at y from the other:
//   1 / |d + y - u| = sum_k D_k (y - u)^k / k! = sum_i sum_j (-1)^|j| D_(i+j) (y^i / i!) (u^j / j!)
//
// Here D_k are the derivatives of 1 / |d|. The sum over the bodies of one cell gives the local expansion at the other
// cell. Because D_k(-d) = (-1)^|k| D_k(d), the same derivatives serve both directions:
//   L_i(b) = sum_j (-1)^|j| M_j(a) D_(i+j),     L_i(a) = (-1)^|i| sum_j M_j(b) D_(i+j),     |i| + |j| <= P.
// Truncation at a total order makes the two forces exactly opposite (Dehnen 2002, doi:10.1006/jcph.2002.7026;
// docs/theory.md 4.3).
#include "gravity/fmm_expansions.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::gravity {

// (d, stored moments of a and b) Adds to the local expansion at a, and overwrites the one at b.
template <int P, bool potential>
RUBBLE_INLINE void m2l(Pack x, Pack y, Pack z, const Pack* moments_a, const Pack* moments_b, Pack* local_a,
                       Pack* local_b) {
  using Layout = ExpansionLayout<P, potential>;
  const Pack inverse_square = 1.0 / fma(x, x, fma(y, y, z * z));
  Pack inverse;
  for (std::size_t k = 0; k < kLanes; ++k) inverse[k] = std::sqrt(inverse_square[k]);
  Pack d[extended(P)];
  derivatives<P>(x, y, z, inverse_square, inverse, d);
  for (int i = terms(P) - Layout::kFirst; i < Layout::kLocals; ++i) local_b[i] = all(0);
  unroll<Layout::kFirst, terms(P)>([&](auto i) __attribute__((always_inline)) {
    constexpr MultiIndex e = multi_index(i);
    Pack to_a = moments_b[0] * d[i];
    Pack to_b = moments_a[0] * d[i];
    unroll<4, terms(P - e.order())>([&](auto j) __attribute__((always_inline)) {
      constexpr MultiIndex f = multi_index(j);
      constexpr int slot = Layout::moment_slot(j);
      const Pack both = d[extended_index<P>({e.x + f.x, e.y + f.y, e.z + f.z})];
      to_a = fma(moments_b[slot], both, to_a);
      to_b = f.order() % 2 == 0 ? fma(moments_a[slot], both, to_b) : fnma(moments_a[slot], both, to_b);
    });
    constexpr int slot = Layout::local_slot(i);
    if constexpr (e.order() % 2 == 0)
      local_a[slot] += to_a;
    else
      local_a[slot] -= to_a;
    local_b[slot] = to_b;
  });
}

// Centres of four cells.
template <int P, bool potential>
RUBBLE_INLINE Pack3 load_centres(const Expansions<P, potential>& e, const std::int32_t* c) {
  Pack x = load_aligned(&e.geometry(c[0]).x);
  Pack y = load_aligned(&e.geometry(c[1]).x);
  Pack z = load_aligned(&e.geometry(c[2]).x);
  Pack radius = load_aligned(&e.geometry(c[3]).x);
  transpose(x, y, z, radius);
  return {x, y, z};
}

// Moments of four cells.
template <int P, bool potential>
RUBBLE_INLINE void load_moments(const Expansions<P, potential>& e, const std::int32_t* c, Pack* out) {
  const double* cells[kLanes] = {e.moments(c[0]), e.moments(c[1]), e.moments(c[2]), e.moments(c[3])};
  unroll<0, Expansions<P, potential>::kMoments / 4>([&](auto k) __attribute__((always_inline)) {
    Pack m[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) m[lane] = load_aligned(cells[lane] + 4 * k);
    transpose(m[0], m[1], m[2], m[3]);
    for (std::size_t i = 0; i < kLanes; ++i) out[4 * k + static_cast<int>(i)] = m[i];
  });
}

// Adds the first `count` lanes to the local expansions of the cells, one after the other, because two lanes may belong
// to one cell.
template <int P, bool potential>
RUBBLE_INLINE void add_locals(const Expansions<P, potential>& e, const std::int32_t* c, Pack* in, std::size_t count) {
  constexpr int packs = Expansions<P, potential>::kLocals / 4;
  unroll<0, packs>([&](auto k) __attribute__((always_inline)) {
    transpose(in[4 * k], in[4 * k + 1], in[4 * k + 2], in[4 * k + 3]);
  });
  for (std::size_t lane = 0; lane < count; ++lane) {
    double* to = e.locals(c[lane]);
    unroll<0, packs>([&](auto k) __attribute__((always_inline)) {
      store_aligned(to + 4 * k, load_aligned(to + 4 * k) + in[4 * k + static_cast<int>(lane)]);
    });
  }
}

// M2L between one cell and a multiple of four partners.
template <int P, bool potential>
void m2l_one_cell(const Expansions<P, potential>& e, std::int32_t a, const CellPair* pairs, std::size_t count) {
  using Layout = ExpansionLayout<P, potential>;
  Pack moments_a[Layout::kMoments];
  Pack local_a[Layout::kLocals];
  for (int i = 0; i < Layout::kMoments; ++i) moments_a[i] = all(e.moments(a)[i]);
  for (Pack& v : local_a) v = all(0);
  const CellGeometry& from = e.geometry(a);
  for (std::size_t k = 0; k < count; k += kLanes) {
    const std::int32_t b[kLanes] = {pairs[k].b, pairs[k + 1].b, pairs[k + 2].b, pairs[k + 3].b};
    const Pack3 to = load_centres(e, b);
    Pack moments_b[Layout::kMoments];
    Pack local_b[Layout::kLocals];
    load_moments(e, b, moments_b);
    m2l<P, potential>(to.x - from.x, to.y - from.y, to.z - from.z, moments_a, moments_b, local_a, local_b);
    add_locals(e, b, local_b, kLanes);
  }
  double* to = e.locals(a);
  for (int i = 0; i < Layout::kLocals; i += 4) {
    transpose(local_a[i], local_a[i + 1], local_a[i + 2], local_a[i + 3]);
    const Pack sums = (local_a[i] + local_a[i + 1]) + (local_a[i + 2] + local_a[i + 3]);
    store_aligned(to + i, load_aligned(to + i) + sums);
  }
}

// M2L for up to four pairs of any cells. Unused lanes repeat the last pair and are not added.
template <int P, bool potential>
void m2l_four_pairs(const Expansions<P, potential>& e, const CellPair* pairs, std::size_t count) {
  using Layout = ExpansionLayout<P, potential>;
  std::int32_t a[kLanes];
  std::int32_t b[kLanes];
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const CellPair& p = pairs[std::min(lane, count - 1)];
    a[lane] = p.a;
    b[lane] = p.b;
  }
  const Pack3 d = load_centres(e, b) - load_centres(e, a);
  Pack moments_a[Layout::kMoments];
  Pack moments_b[Layout::kMoments];
  Pack local_a[Layout::kLocals];
  Pack local_b[Layout::kLocals];
  load_moments(e, a, moments_a);
  load_moments(e, b, moments_b);
  for (Pack& v : local_a) v = all(0);
  m2l<P, potential>(d.x, d.y, d.z, moments_a, moments_b, local_a, local_b);
  add_locals(e, a, local_a, count);
  add_locals(e, b, local_b, count);
}

// For each of any number of pairs, adds the field of each cell's expansion to the local expansion of the other cell.
template <int P, bool potential>
void m2l_pairs(const Expansions<P, potential>& e, const std::vector<CellPair>& pairs) {
  for (std::size_t k = 0; k < pairs.size(); k += kLanes)
    m2l_four_pairs(e, &pairs[k], std::min(kLanes, pairs.size() - k));
}

}  // namespace rubble::gravity
