#include "spatial/morton.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

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

bool before(const Place& a, const Place& b) { return a.key != b.key ? a.key < b.key : a.body < b.body; }

// Sorts the upper 33 bits by digits, and the rest, which few bodies need, by comparison.
void sort_range(Place* places, Place* spare, std::size_t n) {
  if (n < 1024) return std::sort(places, places + n, before);
  sort_digit(places, spare, n, 30);
  sort_digit(spare, places, n, 41);
  sort_digit(places, spare, n, 52);
  for (std::size_t i = 0; i < n;) {
    std::size_t end = i + 1;
    while (end < n && spare[end].key >> 30 == spare[i].key >> 30) ++end;
    if (end - i > 1) std::sort(spare + i, spare + end, before);
    std::copy(spare + i, spare + end, places + i);
    i = end;
  }
}

}  // namespace

void sort_digit(const Place* from, Place* to, std::size_t n, int shift) {
  std::array<std::uint32_t, 2048> start{};
  for (std::size_t i = 0; i < n; ++i) ++start[from[i].key >> shift & 2047];
  std::uint32_t sum = 0;
  for (std::uint32_t& s : start) {
    const std::uint32_t count = s;
    s = sum, sum += count;
  }
  for (std::size_t i = 0; i < n; ++i) to[start[from[i].key >> shift & 2047]++] = from[i];
}

void place(std::vector<Place>& places, std::size_t begin, std::size_t end, const Vec3s& position,
           std::vector<Place>& spare) {
  if (begin == end) return;
  const auto at = [&](std::size_t i) -> const Vec3& { return position[static_cast<std::size_t>(places[i].body)]; };
  Vec3 low = at(begin), high = low, nothing = Vec3::Zero();
  for (std::size_t i = begin; i < end; ++i) {
    low = low.cwiseMin(at(i)), high = high.cwiseMax(at(i));
    nothing += 0 * at(i);  // NaN if a coordinate is not finite
  }
  const double side = (high - low).maxCoeff();
  if (!(side > 0) || !std::isfinite(side) || !nothing.allFinite()) {
    for (std::size_t i = begin; i < end; ++i) places[i].key = 0;
    return;
  }
  const double scale = 2097151.0 / side;
  parallel_for(end - begin, [&](std::size_t k) {
    Place& p = places[begin + k];
    const Vec3 c = (at(begin + k) - low) * scale;
    p.key = spread(static_cast<std::uint64_t>(c.x())) | spread(static_cast<std::uint64_t>(c.y())) << 1 |
            spread(static_cast<std::uint64_t>(c.z())) << 2;
  });
  spare.resize(std::max(spare.size(), end));
  sort_range(&places[begin], &spare[begin], end - begin);
}

std::vector<Index> morton_order(const Vec3s& position) {
  const std::size_t n = position.size();
  std::vector<Place> places(n), spare;
  for (std::size_t i = 0; i < n; ++i) places[i].body = static_cast<Index>(i);
  place(places, 0, n, position, spare);
  std::vector<Index> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = places[i].body;
  return order;
}

}  // namespace rubble::spatial
