#pragma once
// Sizes of cells and the acceptance criterion, which decides on pairs of cells that may use expansions. Dehnen 2014,
// doi:10.1186/s40668-014-0001-7; docs/theory.md 4.5.
#include "gravity/fmm_expansions.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::gravity {

inline constexpr double kOpening = 1.2;  // smallest distance of two cells / sum of their radii

template <int n, class T>
RUBBLE_INLINE T integer_power(T v) {
  if constexpr (n == 1)
    return v;
  else if constexpr (n % 2 == 0)
    return integer_power<n / 2>(T(v * v));
  else
    return v * integer_power<n / 2>(T(v * v));
}

// Computes two sizes of a cell from its bodies: the largest distance from the centre, and the mass-weighted mean (mean
// of distance^q)^(1/q), which determines errors. The power q is P if P is even. If P is odd, q is 2 P, which needs no
// square roots and gives a mean that is not smaller.
template <int P, bool potential>
void measure_size(const Expansions<P, potential>& e, std::int32_t c) {
  constexpr int power = P % 2 == 0 ? P / 2 : P;  // exponent for the square
  const Particles& p = e.work.particles;
  const ParticleRange range = e.cell(c).bodies;
  CellGeometry& to = e.geometry(c);
  Pack farthest = all(0);
  Pack source = all(0);
  for (std::int32_t i = range.first; i < range.end(); i += 4) {
    const Pack x = load_aligned(&p.x[i]) - to.x;
    const Pack y = load_aligned(&p.y[i]) - to.y;
    const Pack z = load_aligned(&p.z[i]) - to.z;
    const Pack square = fma(x, x, fma(y, y, z * z));
    farthest = max(square, farthest);
    source = fma(load_aligned(&p.mass[i]), integer_power<power>(square), source);
  }
  to.radius = std::sqrt(largest(farthest));
  to.source = to.mass > 0 ? std::pow(sum(source) / to.mass, (P % 2 == 0 ? 1.0 : 0.5) / P) : 0;
}

// Upper bounds of these sizes from those of the children, and from the farthest corner of the box around all bodies.
template <int P, bool potential>
void bound_size(const Expansions<P, potential>& e, std::int32_t c) {
  CellGeometry& to = e.geometry(c);
  const Vec3 centre(to.x, to.y, to.z);
  to.radius = 0;
  to.source = 0;
  for (const std::int32_t i : {c + 1, e.cell(c).right}) {
    const CellGeometry& child = e.geometry(i);
    const double move = Vec3(child.x - to.x, child.y - to.y, child.z - to.z).norm();
    to.radius = std::max(to.radius, child.radius + move);
    to.source = std::max(to.source, child.source + move);
  }
  const double corner = (centre - e.low(c)).cwiseMax(e.high(c) - centre).norm();
  to.radius = std::min(to.radius, corner);
  to.source = std::min(to.source, corner);
}

// True if all bodies of two cells are at the same position, so that they do not act on each other.
RUBBLE_INLINE bool at_one_point(const CellGeometry& a, const CellGeometry& b) {
  return a.radius + b.radius == 0 && a.x == b.x && a.y == b.y && a.z == b.z;
}

// True if two cells may act on each other through expansions. The expansions must converge, d > 1.2 (r_a + r_b), and
// their error, estimated as u^4 (M / d^2) (s / d)^P, must not exceed the limits of both cells. Here M is the mass of
// the acting cell, s its size as a source plus the radius of the other cell, and u = 2 max(r_a, r_b) / (r_a + r_b).
// Both sides are squared and multiplied by d^(2 P + 4) (r_a + r_b)^8, which avoids roots and quotients.
template <int P>
RUBBLE_INLINE bool well_separated(const CellGeometry& a, const CellGeometry& b) {
  const double x = b.x - a.x;
  const double y = b.y - a.y;
  const double z = b.z - a.z;
  const double square = x * x + y * y + z * z;
  const double radii = a.radius + b.radius;
  const double reach = kOpening * radii;
  if (!(square > reach * reach)) return false;
  const double size_at_b = a.source + b.radius;
  const double size_at_a = b.source + a.radius;
  const double unlike = integer_power<8>(2 * std::max(a.radius, b.radius));
  const double far = integer_power<P + 2>(square) * integer_power<8>(radii);
  return a.mass * a.mass * unlike * integer_power<P>(size_at_b * size_at_b) <= b.limit * b.limit * far &&
         b.mass * b.mass * unlike * integer_power<P>(size_at_a * size_at_a) <= a.limit * a.limit * far;
}

}  // namespace rubble::gravity
