#include "gravity/p2p.hpp"

#include "simd/inverse_root.hpp"

// A target i feels a source j, with d = x_j - x_i and r = |d| (docs/theory.md 4.1):
//   - acceleration  m_j d / r^3
//   - potential     m_j / r
//   - tide          m_j (3 d d / r^2 - 1) / r^3, the gradient of the acceleration with respect to the target's place
//
// The sums of the source have m_i and -d in place of m_j and d, so that only the acceleration changes its sign. Both
// bodies share 1 / r. The lanes of a pack hold four sources. Two targets are evaluated together, so that their eight
// roots fill one vector of floats. Sums of targets are in registers, sums of sources in memory.
// tests/unit/gravity_twin.hpp has the same formulas for one pair.
namespace rubble::gravity {
namespace {

// Sums at one position, in the lanes of a pack.
template <bool potential, bool tide>
struct Sums {
  Pack ax = all(0), ay = all(0), az = all(0), phi = all(0);
  Pack xx = all(0), xy = all(0), xz = all(0), yy = all(0), yz = all(0);
};

// v in lanes with a positive square, else 0.
RUBBLE_INLINE Pack where_apart(Pack square, Pack v) {
  return reinterpret_cast<Pack>((square > 0.0) & reinterpret_cast<Mask>(v));
}

// Quantities that both bodies of a pair share. For d = 0 the cube is finite, so that the force vanishes without a test.
// Potential and tide need a test.
template <bool exact, bool potential, bool tide>
struct Separation {
  Pack dx, dy, dz;  // from target to source
  Pack square;      // r^2
  Pack inverse;     // 1 / r
  Pack cube;        // 1 / r^3

  RUBBLE_INLINE Separation(Pack x, Pack y, Pack z) : dx(x), dy(y), dz(z), square(fma(dx, dx, fma(dy, dy, dz * dz))) {}

  // s: 1 / r to 2e-7
  RUBBLE_INLINE void refine(Pack s) {
    cube = s * s * s;
    inverse = s;
    if constexpr (exact) {
      const Pack residual = residual_of(square, s);
      cube = refined_inverse_cube(cube, residual);
      if constexpr (potential || tide) inverse = refined_inverse(inverse, residual);
    }
    if constexpr (tide) cube = where_apart(square, cube);
    if constexpr (potential) inverse = where_apart(square, inverse);
  }
};

// Adds the pull of a mass m at the other end of d to the sums at one end; away: d points away from the mass.
template <bool away, bool exact, bool potential, bool tide>
RUBBLE_INLINE void add_pull(Sums<potential, tide>& sums, const Separation<exact, potential, tide>& d, Pack m) {
  const Pack f = m * d.cube;
  sums.ax = away ? fnma(f, d.dx, sums.ax) : fma(f, d.dx, sums.ax);
  sums.ay = away ? fnma(f, d.dy, sums.ay) : fma(f, d.dy, sums.ay);
  sums.az = away ? fnma(f, d.dz, sums.az) : fma(f, d.dz, sums.az);
  if constexpr (potential) sums.phi = fma(m, d.inverse, sums.phi);
  if constexpr (tide) {
    const Pack h = all(3) * f * d.inverse * d.inverse;  // 3 m / r^5
    const Pack hx = h * d.dx;
    const Pack hy = h * d.dy;
    sums.xx += fma(hx, d.dx, -f);
    sums.yy += fma(hy, d.dy, -f);
    sums.xy = fma(hx, d.dy, sums.xy);
    sums.xz = fma(hx, d.dz, sums.xz);
    sums.yz = fma(hy, d.dz, sums.yz);
  }
}

template <bool exact, bool potential, bool tide>
struct Kernel {
  using Sum = Sums<potential, tide>;
  using Between = Separation<exact, potential, tide>;

  struct Target {
    Pack x, y, z;
    Sum sums;
    RUBBLE_INLINE Target(const Particles& p, std::int32_t i) : x(all(p.x[i])), y(all(p.y[i])), z(all(p.z[i])) {}
  };

  // Adds the sums over the lanes of targets i and i + 1 to the sums in memory.
  RUBBLE_INLINE static void store_targets(Particles& p, std::int32_t i, const Sum& s, const Sum& t) {
    add_sums(&p.ax[i], s.ax, t.ax);
    add_sums(&p.ay[i], s.ay, t.ay);
    add_sums(&p.az[i], s.az, t.az);
    if constexpr (potential) add_sums(&p.potential[i], s.phi, t.phi);
    if constexpr (tide) {
      add_sums(&p.xx[i], s.xx, t.xx);
      add_sums(&p.xy[i], s.xy, t.xy);
      add_sums(&p.xz[i], s.xz, t.xz);
      add_sums(&p.yy[i], s.yy, t.yy);
      add_sums(&p.yz[i], s.yz, t.yz);
    }
  }

  // Loads the sums of the sources j to j + 3.
  RUBBLE_INLINE static Sum load_sources(const Particles& p, std::int32_t j) {
    Sum s;
    s.ax = load_aligned(&p.ax[j]);
    s.ay = load_aligned(&p.ay[j]);
    s.az = load_aligned(&p.az[j]);
    if constexpr (potential) s.phi = load_aligned(&p.potential[j]);
    if constexpr (tide) {
      s.xx = load_aligned(&p.xx[j]);
      s.xy = load_aligned(&p.xy[j]);
      s.xz = load_aligned(&p.xz[j]);
      s.yy = load_aligned(&p.yy[j]);
      s.yz = load_aligned(&p.yz[j]);
    }
    return s;
  }
  RUBBLE_INLINE static void store_sources(Particles& p, std::int32_t j, const Sum& s) {
    store_aligned(&p.ax[j], s.ax);
    store_aligned(&p.ay[j], s.ay);
    store_aligned(&p.az[j], s.az);
    if constexpr (potential) store_aligned(&p.potential[j], s.phi);
    if constexpr (tide) {
      store_aligned(&p.xx[j], s.xx);
      store_aligned(&p.xy[j], s.xy);
      store_aligned(&p.xz[j], s.xz);
      store_aligned(&p.yy[j], s.yy);
      store_aligned(&p.yz[j], s.yz);
    }
  }

  // Interaction of two targets with masses m0 and m1 and one pack of sources.
  template <bool both>
  RUBBLE_INLINE static void interact(Particles& p, Target& t0, Target& t1, Pack m0, Pack m1, std::int32_t j) {
    const Pack x = load_aligned(&p.x[j]);
    const Pack y = load_aligned(&p.y[j]);
    const Pack z = load_aligned(&p.z[j]);
    const Pack m = load_aligned(&p.mass[j]);
    Between d0(x - t0.x, y - t0.y, z - t0.z);
    Between d1(x - t1.x, y - t1.y, z - t1.z);
    Pack s0 = d0.square;
    Pack s1 = d1.square;
    rough_inverse_roots(s0, s1);
    d0.refine(s0);
    d1.refine(s1);
    add_pull<false>(t0.sums, d0, m);
    add_pull<false>(t1.sums, d1, m);
    if constexpr (both) {
      Sum back = load_sources(p, j);
      add_pull<true>(back, d0, m0);
      add_pull<true>(back, d1, m1);
      store_sources(p, j, back);
    }
  }

  // Targets are padded to multiples of four, so that i + 1 exists.
  static void one_way(Particles& p, ParticleRange targets, ParticleRange sources) {
    for (std::int32_t i = targets.first; i < targets.last; i += 2) {
      Target t0(p, i), t1(p, i + 1);
      for (std::int32_t j = sources.first; j < sources.end(); j += 4) interact<false>(p, t0, t1, all(0), all(0), j);
      store_targets(p, i, t0.sums, t1.sums);
    }
  }

  static void mutual(Particles& p, ParticleRange targets, const std::int32_t* sources, std::size_t count) {
    for (std::int32_t i = targets.first; i < targets.last; i += 2) {
      Target t0(p, i), t1(p, i + 1);
      const Pack m0 = all(p.mass[i]);
      const Pack m1 = all(p.mass[i + 1]);
      for (std::size_t k = 0; k < count; ++k) interact<true>(p, t0, t1, m0, m1, sources[k]);
      store_targets(p, i, t0.sums, t1.sums);
    }
  }

  static constexpr P2P kernels{one_way, mutual};
};

template <bool exact>
const P2P& choose(bool potential, bool tide) {
  if (tide) return potential ? Kernel<exact, true, true>::kernels : Kernel<exact, false, true>::kernels;
  return potential ? Kernel<exact, true, false>::kernels : Kernel<exact, false, false>::kernels;
}

}  // namespace

const P2P& p2p_kernels(unsigned want, bool exact) {
  const bool potential = wants(want, Want::potential), tide = wants(want, Want::tide);
  return exact ? choose<true>(potential, tide) : choose<false>(potential, tide);
}

}  // namespace rubble::gravity
