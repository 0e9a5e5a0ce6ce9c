#include "gravity/near.hpp"

namespace rubble::gravity {
namespace {

// m d / r^3 and its kin for two targets and four sources at once.
template <bool exact, bool potential, bool tide>
struct Kernel {
  struct Target {
    Four x, y, z;
    Four ax = all(0), ay = all(0), az = all(0), inverse = all(0);
    Four xx = all(0), xy = all(0), xz = all(0), yy = all(0), yz = all(0);
    Target(const Bodies& b, std::int32_t i) : x(all(b.x[i])), y(all(b.y[i])), z(all(b.z[i])) {}

  };
  [[gnu::always_inline]] static void add(Bodies& b, std::int32_t i, const Target& t, const Target& u) {
    add_across(&b.ax[i], t.ax, u.ax), add_across(&b.ay[i], t.ay, u.ay), add_across(&b.az[i], t.az, u.az);
    if constexpr (potential) add_across(&b.inverse[i], t.inverse, u.inverse);
    if constexpr (tide) {
      add_across(&b.xx[i], t.xx, u.xx), add_across(&b.xy[i], t.xy, u.xy), add_across(&b.xz[i], t.xz, u.xz);
      add_across(&b.yy[i], t.yy, u.yy), add_across(&b.yz[i], t.yz, u.yz);
    }
  }

  // What a pair shares: d from target to source, 1/r, 1/r^3.
  struct Pair {
    Four dx, dy, dz, square, inverse, cube;
    [[gnu::always_inline]] Pair(const Target& t, Four x, Four y, Four z)
        : dx(x - t.x), dy(y - t.y), dz(z - t.z), square(fused(dx, dx, fused(dy, dy, dz * dz))) {}

    // From 1 / sqrt(square) to 2e-7: with e = 1 - square s^2, 1 / r = s (1 + e/2 + 3 e^2/8), 1 / r^3 = s^3 (1 + 3 e/2 +
    // 15 e^2/8). At d = 0 the cube is finite, so that the force is 0.
    [[gnu::always_inline]] void refine(Four s) {
      const Four s2 = s * s;
      cube = s2 * s, inverse = s;
      if constexpr (exact) {
        const Four e = unfused(square, s2, all(1));
        cube = fused(cube * e, fused(e, all(1.875), all(1.5)), cube);
        if constexpr (potential || tide) inverse = fused(inverse * e, fused(e, all(0.375), all(0.5)), inverse);
      }
      if constexpr (tide) cube = where_apart(square, cube);
      if constexpr (potential) inverse = where_apart(square, inverse);
    }
  };

  [[gnu::always_inline]] static void pull(Target& t, const Pair& p, Four m) {
    const Four f = m * p.cube;
    t.ax = fused(f, p.dx, t.ax), t.ay = fused(f, p.dy, t.ay), t.az = fused(f, p.dz, t.az);
    if constexpr (potential) t.inverse = fused(m, p.inverse, t.inverse);
    if constexpr (tide) {
      const Four h = all(3) * f * p.inverse * p.inverse, hx = h * p.dx, hy = h * p.dy;
      t.xx += fused(hx, p.dx, -f), t.yy += fused(hy, p.dy, -f);
      t.xy = fused(hx, p.dy, t.xy), t.xz = fused(hx, p.dz, t.xz), t.yz = fused(hy, p.dz, t.yz);
    }
  }

  // The source's side: sums kept in memory.
  struct Back {
    Four ax, ay, az, inverse, xx, xy, xz, yy, yz;
    [[gnu::always_inline]] Back(const Bodies& b, std::int32_t j)
        : ax(load(&b.ax[j])), ay(load(&b.ay[j])), az(load(&b.az[j])) {
      if constexpr (potential) inverse = load(&b.inverse[j]);
      if constexpr (tide)
        xx = load(&b.xx[j]), xy = load(&b.xy[j]), xz = load(&b.xz[j]), yy = load(&b.yy[j]), yz = load(&b.yz[j]);
    }
    [[gnu::always_inline]] void pull(const Pair& p, Four m) {
      const Four f = m * p.cube;
      ax = unfused(f, p.dx, ax), ay = unfused(f, p.dy, ay), az = unfused(f, p.dz, az);
      if constexpr (potential) inverse = fused(m, p.inverse, inverse);
      if constexpr (tide) {
        const Four h = all(3) * f * p.inverse * p.inverse, hx = h * p.dx, hy = h * p.dy;
        xx += fused(hx, p.dx, -f), yy += fused(hy, p.dy, -f);
        xy = fused(hx, p.dy, xy), xz = fused(hx, p.dz, xz), yz = fused(hy, p.dz, yz);
      }
    }
    [[gnu::always_inline]] void put(Bodies& b, std::int32_t j) const {
      store(&b.ax[j], ax), store(&b.ay[j], ay), store(&b.az[j], az);
      if constexpr (potential) store(&b.inverse[j], inverse);
      if constexpr (tide)
        store(&b.xx[j], xx), store(&b.xy[j], xy), store(&b.xz[j], xz), store(&b.yy[j], yy), store(&b.yz[j], yz);
    }
  };

  // Two targets i, i + 1 (targets are padded to fours: i + 1 exists) and one vector of sources.
  template <bool both>
  [[gnu::always_inline]] static void meet(Bodies& b, Target& t0, Target& t1, Four m0, Four m1, std::int32_t j) {
    const Four x = load(&b.x[j]), y = load(&b.y[j]), z = load(&b.z[j]), m = load(&b.mass[j]);
    Pair p0(t0, x, y, z), p1(t1, x, y, z);
    Four s0 = p0.square, s1 = p1.square;
    inverse_roots(s0, s1);
    p0.refine(s0), p1.refine(s1);
    pull(t0, p0, m), pull(t1, p1, m);
    if constexpr (both) {
      Back back(b, j);
      back.pull(p0, m0), back.pull(p1, m1);
      back.put(b, j);
    }
  }

  static void one_way(Bodies& b, Span targets, Span sources) {
    for (std::int32_t i = targets.first; i < targets.last; i += 2) {
      Target t0(b, i), t1(b, i + 1);
      for (std::int32_t j = sources.first; j < sources.end(); j += 4) meet<false>(b, t0, t1, all(0), all(0), j);
      add(b, i, t0, t1);
    }
  }

  static void mutual(Bodies& b, Span targets, const std::int32_t* sources, std::size_t count) {
    for (std::int32_t i = targets.first; i < targets.last; i += 2) {
      Target t0(b, i), t1(b, i + 1);
      const Four m0 = all(b.mass[i]), m1 = all(b.mass[i + 1]);
      for (std::size_t k = 0; k < count; ++k) meet<true>(b, t0, t1, m0, m1, sources[k]);
      add(b, i, t0, t1);
    }
  }

  static constexpr Near near{one_way, mutual};
};

template <bool exact>
const Near& choose(bool potential, bool tide) {
  if (tide) return potential ? Kernel<exact, true, true>::near : Kernel<exact, false, true>::near;
  return potential ? Kernel<exact, true, false>::near : Kernel<exact, false, false>::near;
}

}  // namespace

const Near& near_kernels(unsigned want, bool exact) {
  const bool potential = wants(want, Want::potential), tide = wants(want, Want::tide);
  return exact ? choose<true>(potential, tide) : choose<false>(potential, tide);
}

}  // namespace rubble::gravity
