#pragma once
// P2M, particle to multipole: moments of the bodies of a leaf about its centre x_c, M_k = sum_j m_j (x_j - x_c)^k / k!.
// docs/theory.md 4.3.
#include "gravity/expansion.hpp"
#include "gravity/particles.hpp"

namespace rubble::gravity {

// (particles, range, centre) => terms(P) moments
template <int P>
RUBBLE_INLINE void p2m(const Particles& p, ParticleRange range, const Vec3& centre, double* moments) {
  Pack m[terms(P)];
  for (Pack& v : m) v = all(0);
  for (std::int32_t i = range.first; i < range.end(); i += 4) {
    Pack power[terms(P)];
    monomials<P>(load_aligned(&p.x[i]) - centre.x(), load_aligned(&p.y[i]) - centre.y(),
                 load_aligned(&p.z[i]) - centre.z(), power);
    const Pack mass = load_aligned(&p.mass[i]);
    unroll<0, terms(P)>([&](auto k) { m[k] = fma(mass, power[k], m[k]); });
  }
  unroll<0, terms(P)>([&](auto k) { moments[k] = sum(m[k]); });
}

}  // namespace rubble::gravity
