#pragma once
// Bodies in the layout of the kernels: one array for each coordinate, lengths scaled by a power of two, and groups of
// bodies padded to whole packs. The arrays of sums are filled by the kernels.
#include "gravity/pull.hpp"
#include "simd/aligned.hpp"
#include "simd/pack.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::gravity {

struct Particles {
  AlignedReals x, y, z, mass;       // padding has mass 0
  AlignedReals ax, ay, az;          // sum m d / r^3
  AlignedReals potential;           // sum m / r, which is minus the potential
  AlignedReals xx, xy, xz, yy, yz;  // tide, sum m (3 d d / r^2 - 1) / r^3; zz = -xx - yy
  std::size_t size() const { return x.size(); }

  void resize(std::size_t n, unsigned want) {
    for (AlignedReals* column : {&x, &y, &z, &mass}) column->resize(n);
    for (AlignedReals* sum : {&ax, &ay, &az}) sum->assign(n, 0.0);
    if (wants(want, Want::potential)) potential.assign(n, 0.0);
    if (!wants(want, Want::tide)) return;
    for (AlignedReals* sum : {&xx, &xy, &xz, &yy, &yz}) sum->assign(n, 0.0);
  }
};

// Particles [first, last). `first` is a multiple of kLanes, and padding fills packs up to end().
struct ParticleRange {
  std::int32_t first = 0, last = 0;
  std::int32_t end() const { return (last + 3) & ~3; }
  std::int32_t count() const { return last - first; }
};

// (particles, range, Want bits, G / scale of masses, scale of lengths) Writes the sums of the particles in SI units to
// `out`, each at target(index).
template <class Target>
void unpack(const Particles& p, ParticleRange range, unsigned want, double unit, double scale, Pull& out,
            Target&& target) {
  for (std::int32_t k = 0; k < range.count(); ++k) {
    const auto i = static_cast<std::size_t>(range.first + k);
    const auto to = static_cast<std::size_t>(target(k));
    out.acceleration[to] = unit * scale * scale * Vec3(p.ax[i], p.ay[i], p.az[i]);
    if (wants(want, Want::potential)) out.potential[to] = -unit * scale * p.potential[i];
    if (!wants(want, Want::tide)) continue;
    Mat3& tide = out.tide[to];
    tide << p.xx[i], p.xy[i], p.xz[i], p.xy[i], p.yy[i], p.yz[i], p.xz[i], p.yz[i], -p.xx[i] - p.yy[i];
    tide *= unit * scale * scale * scale;
  }
}

// (largest extent of the bodies) => power of two that scales it to about 2^30. Products with it are exact, and squares
// of distances then fit into single precision down to 2^-93 of the extent.
inline double unit_scale(double extent) {
  if (!(extent > 0) || !std::isfinite(extent)) return 1;
  int exponent = 0;
  std::frexp(extent, &exponent);
  return std::ldexp(1.0, std::clamp(30 - exponent, -1020, 1020));
}

}  // namespace rubble::gravity
