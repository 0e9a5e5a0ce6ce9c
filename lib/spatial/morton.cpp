#include "spatial/morton.hpp"

#include <algorithm>
#include <numeric>

namespace rubble::spatial {
namespace {

// Puts two zero bits between the lower 21 bits of v.
std::uint64_t spread(std::uint64_t v) {
  v &= 0x1fffff;
  v = (v | v << 32) & 0x1f00000000ffff;
  v = (v | v << 16) & 0x1f0000ff0000ff;
  v = (v | v << 8) & 0x100f00f00f00f00f;
  v = (v | v << 4) & 0x10c30c30c30c30c3;
  v = (v | v << 2) & 0x1249249249249249;
  return v;
}

}  // namespace

std::vector<Index> morton_order(const Vec3s& position) {
  const std::size_t n = position.size();
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), 0);
  if (n < 2) return order;
  Vec3 low = position[0], high = position[0];
  for (const Vec3& x : position) low = low.cwiseMin(x), high = high.cwiseMax(x);
  const double side = (high - low).maxCoeff();
  if (!(side > 0)) return order;
  const double scale = 2097151.0 / side;
  std::vector<std::uint64_t> key(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 c = (position[i] - low) * scale;
    key[i] = spread(static_cast<std::uint64_t>(c.x())) | spread(static_cast<std::uint64_t>(c.y())) << 1 |
             spread(static_cast<std::uint64_t>(c.z())) << 2;
  }
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const auto ka = key[static_cast<std::size_t>(a)], kb = key[static_cast<std::size_t>(b)];
    return ka != kb ? ka < kb : a < b;
  });
  return order;
}

}  // namespace rubble::spatial
