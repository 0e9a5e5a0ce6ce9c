#pragma once
// The kernels of gravity for one pair and one coefficient at a time, as an explanation of the method and as a
// reference. Near field: the same operations in the same order as lib/gravity/p2p.cpp, for equal bits. Expansions: all
// coefficients of all multi-indices (not the reduced sets of lib/gravity/expansion.hpp), in long double, straight from
// docs/theory.md 4.3 and 4.4.
#include "gravity/particles.hpp"
#include "simd/inverse_root.hpp"

#include <array>
#include <cmath>
#include <map>
#include <vector>

namespace rubble::test {

// --- near field
// -------------------------------------------------------------------------------------------------------

// acceleration, potential, tide xx, xy, xz, yy, yz.
using PairSums = std::array<double, 9>;

// Adds the effect of a mass m at d to `sums`. The sign is -1 for the opposite body, whose acceleration points along -d.
inline void feel(PairSums& sums, const Vec3& d, double m, int sign, bool exact, unsigned want) {
  using gravity::Want;
  const bool potential = wants(want, Want::potential), tide = wants(want, Want::tide);
  const double square = std::fma(d.x(), d.x(), std::fma(d.y(), d.y(), d.z() * d.z()));
  const double s = rough_inverse_root(square);
  double inverse = s, cube = s * s * s;
  if (exact) {
    const double e = std::fma(-square, s * s, 1.0);
    inverse = std::fma(s * e, std::fma(e, 3.0 / 8, 1.0 / 2), s);
    cube = std::fma(cube * e, std::fma(e, 15.0 / 8, 3.0 / 2), cube);
  }
  const bool apart = square > 0;
  if (tide && !apart) cube = 0;
  if (potential && !apart) inverse = 0;
  const double f = m * cube;
  for (int k = 0; k < 3; ++k) sums[k] = std::fma(sign * f, d[k], sums[k]);
  if (potential) sums[3] = std::fma(m, inverse, sums[3]);
  if (!tide) return;
  const double h = 3 * f * inverse * inverse, hx = h * d.x(), hy = h * d.y();
  sums[4] += std::fma(hx, d.x(), -f);
  sums[5] = std::fma(hx, d.y(), sums[5]);
  sums[6] = std::fma(hx, d.z(), sums[6]);
  sums[7] += std::fma(hy, d.y(), -f);
  sums[8] = std::fma(hy, d.z(), sums[8]);
}

inline Vec3 place_of(const gravity::Particles& p, std::int32_t i) { return Vec3(p.x[i], p.y[i], p.z[i]); }
inline std::vector<AlignedReals*> columns_of(gravity::Particles& p, unsigned want) {
  std::vector<AlignedReals*> columns = {&p.ax, &p.ay, &p.az, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
  if (wants(want, gravity::Want::potential)) columns[3] = &p.potential;
  if (wants(want, gravity::Want::tide)) columns = {&p.ax, &p.ay, &p.az, columns[3], &p.xx, &p.xy, &p.xz, &p.yy, &p.yz};
  return columns;
}

// Adds the gravity of the sources to the targets. Sources are given by the first index of each group of four. If `both`
// is true, targets also act on sources. A target sums every fourth source separately, and adds the four sums at the
// end. A source adds to one sum from target to target.
inline void near_field(gravity::Particles& p, gravity::ParticleRange targets, const std::vector<std::int32_t>& fours,
                       bool both, bool exact, unsigned want) {
  const std::vector<AlignedReals*> columns = columns_of(p, want);
  for (std::int32_t i = targets.first; i < targets.last + targets.count() % 2; ++i) {
    std::array<PairSums, 4> lanes{};
    for (const std::int32_t four : fours)
      for (std::int32_t lane = 0; lane < 4; ++lane) {
        const std::int32_t j = four + lane;
        const Vec3 d = place_of(p, j) - place_of(p, i);
        feel(lanes[static_cast<std::size_t>(lane)], d, p.mass[j], 1, exact, want);
        if (!both) continue;
        PairSums back{};
        for (std::size_t k = 0; k < 9; ++k) back[k] = columns[k] != nullptr ? (*columns[k])[j] : 0;
        feel(back, d, p.mass[i], -1, exact, want);
        for (std::size_t k = 0; k < 9; ++k)
          if (columns[k] != nullptr) (*columns[k])[j] = back[k];
      }
    for (std::size_t k = 0; k < 9; ++k)
      if (columns[k] != nullptr) (*columns[k])[i] += (lanes[0][k] + lanes[1][k]) + (lanes[2][k] + lanes[3][k]);
  }
}

// --- expansions
// -------------------------------------------------------------------------------------------------------

using Real = long double;
using Triple3 = std::array<Real, 3>;
using Multi = std::array<int, 3>;            // multi-index k
using Coefficients = std::map<Multi, Real>;  // of all k with |k| <= P

inline int order_of(const Multi& k) { return k[0] + k[1] + k[2]; }
inline Multi plus(const Multi& a, const Multi& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline std::vector<Multi> all_multis(int P) {  // by order
  std::vector<Multi> all;
  for (int n = 0; n <= P; ++n)
    for (int z = 0; z <= n; ++z)
      for (int y = 0; y + z <= n; ++y) all.push_back({n - y - z, y, z});
  return all;
}

// x^k / k!
inline Real monomial(const Triple3& x, const Multi& k) {
  Real v = 1;
  for (std::size_t i = 0; i < 3; ++i)
    for (int n = 1; n <= k[i]; ++n) v *= x[i] / n;
  return v;
}

// P2M: M_k = sum m x^k / k!
inline Coefficients p2m(const std::vector<Triple3>& x, const std::vector<Real>& m, int P) {
  Coefficients out;
  for (const Multi& k : all_multis(P))
    for (std::size_t j = 0; j < x.size(); ++j) out[k] += m[j] * monomial(x[j], k);
  return out;
}

// M2M: M'_k = sum over i + j = k of s^i / i! M_j
inline Coefficients m2m(const Triple3& s, const Coefficients& child, int P) {
  Coefficients out;
  for (const Multi& i : all_multis(P))
    for (const auto& [j, M] : child)
      if (order_of(i) + order_of(j) <= P) out[plus(i, j)] += monomial(s, i) * M;
  return out;
}

// Derivatives of 1 / |d|: n d^2 D_k = -(2 n - 1) sum_a k_a d_a D_(k-a) - (n - 1) sum_a k_a (k_a - 1) D_(k-2a)
inline Coefficients derivatives(const Triple3& d, int P) {
  const Real square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  Coefficients D;
  for (const Multi& k : all_multis(P)) {
    const int n = order_of(k);
    if (n == 0) {
      D[k] = 1 / std::sqrt(square);
      continue;
    }
    Real sum = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      Multi one = k, two = k;
      one[a] -= 1, two[a] -= 2;
      if (k[a] >= 1) sum -= (2 * n - 1) * k[a] * d[a] * D[one];
      if (k[a] >= 2) sum -= (n - 1) * k[a] * (k[a] - 1) * D[two];
    }
    D[k] = sum / (n * square);
  }
  return D;
}

// M2L: the local expansion at d from the centre of M: L_i = sum_j (-1)^|j| M_j D_(i+j)(d)
inline Coefficients m2l(const Triple3& d, const Coefficients& M, int P) {
  const Coefficients D = derivatives(d, P);
  Coefficients L;
  for (const Multi& i : all_multis(P))
    for (const auto& [j, m] : M)
      if (order_of(i) + order_of(j) <= P) L[i] += (order_of(j) % 2 == 0 ? 1 : -1) * m * D.at(plus(i, j));
  return L;
}

// L2L, about a centre at s; and L2P: the derivative i of the potential at s. L'_i = sum_j L_(i+j) s^j / j!
inline Coefficients l2l(const Triple3& s, const Coefficients& L, int P) {
  Coefficients out;
  for (const Multi& i : all_multis(P))
    for (const Multi& j : all_multis(P - order_of(i))) out[i] += L.at(plus(i, j)) * monomial(s, j);
  return out;
}

// Moments with the same effect but without z^2: where D is harmonic, M_k D_k with z^2 is -M_k (D with x^2 + D with
// y^2).
inline Coefficients reduced(Coefficients M, int P) {
  for (int z = P; z >= 2; --z)
    for (const Multi& k : all_multis(P)) {
      if (k[2] != z) continue;
      M[{k[0] + 2, k[1], z - 2}] -= M[k];
      M[{k[0], k[1] + 2, z - 2}] -= M[k];
      M[k] = 0;
    }
  return M;
}

}  // namespace rubble::test
