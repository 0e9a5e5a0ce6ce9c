#include "gravity/direct.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <cmath>

#include <experimental/simd>

namespace rubble::gravity {
namespace {

namespace simd = std::experimental;

// Targets go side by side in the lanes, sources one after the other: no sum ever crosses lanes, so that the result does
// not depend on how wide the machine's vectors are.
constexpr std::size_t kLanes = 8;
using Lanes = simd::fixed_size_simd<double, kLanes>;

// Coordinates and masses as separate arrays; the tail is filled with copies of the last body (never used as sources).
struct Packed {
  Reals x, y, z, mass;
  Packed(const Reals& m, const Vec3s& position) {
    const std::size_t n = position.size(), padded = (n + kLanes - 1) / kLanes * kLanes;
    x.resize(padded), y.resize(padded), z.resize(padded), mass.resize(padded);
    for (std::size_t i = 0; i < padded; ++i) {
      const std::size_t k = std::min(i, n - 1);
      x[i] = position[k].x(), y[i] = position[k].y(), z[i] = position[k].z(), mass[i] = m[k];
    }
  }
};

Lanes load(const Reals& values, std::size_t first) { return Lanes(&values[first], simd::element_aligned); }

// Calls block(first target) for each block of kLanes targets.
template <class Block>
void for_target_blocks(std::size_t n, Block&& block) {
  const auto blocks = static_cast<std::ptrdiff_t>((n + kLanes - 1) / kLanes);
#pragma omp parallel for schedule(static) if (n >= 128)
  for (std::ptrdiff_t b = 0; b < blocks; ++b) block(static_cast<std::size_t>(b) * kLanes);
}

}  // namespace

void direct_accelerations(const Reals& mass, const Vec3s& position, double G, Vec3s& acceleration) {
  const std::size_t n = position.size();
  acceleration.resize(n);
  if (n == 0) return;
  const Packed p(mass, position);
  for_target_blocks(n, [&](std::size_t i0) {
    const Lanes tx = load(p.x, i0), ty = load(p.y, i0), tz = load(p.z, i0);
    Lanes ax = 0.0, ay = 0.0, az = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      const Lanes dx = p.x[j] - tx, dy = p.y[j] - ty, dz = p.z[j] - tz;
      Lanes r2 = dx * dx + dy * dy + dz * dz;
      where(r2 == 0.0, r2) = Lanes(1.0);  // the body itself: d = 0, no force
      const Lanes f = p.mass[j] / (r2 * sqrt(r2));
      ax += f * dx, ay += f * dy, az += f * dz;
    }
    for (std::size_t k = 0; k < kLanes && i0 + k < n; ++k) acceleration[i0 + k] = G * Vec3(ax[k], ay[k], az[k]);
  });
}

void direct_potentials(const Reals& mass, const Vec3s& position, double G, Reals& potential) {
  const std::size_t n = position.size();
  potential.resize(n);
  if (n == 0) return;
  const Packed p(mass, position);
  for_target_blocks(n, [&](std::size_t i0) {
    const Lanes tx = load(p.x, i0), ty = load(p.y, i0), tz = load(p.z, i0);
    Lanes sum = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      const Lanes dx = p.x[j] - tx, dy = p.y[j] - ty, dz = p.z[j] - tz;
      const Lanes r2 = dx * dx + dy * dy + dz * dz;
      Lanes term = p.mass[j] / sqrt(r2);
      where(r2 == 0.0, term) = Lanes(0.0);
      sum += term;
    }
    for (std::size_t k = 0; k < kLanes && i0 + k < n; ++k) potential[i0 + k] = -G * sum[k];
  });
}

double direct_energy(const Reals& mass, const Vec3s& position, double G) {
  Reals potential;
  direct_potentials(mass, position, G, potential);
  return 0.5 * blocked_sum(mass.size(), 0.0, [&](std::size_t i) { return mass[i] * potential[i]; });
}

}  // namespace rubble::gravity
