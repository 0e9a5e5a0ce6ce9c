// The order along the curve, compared with a comparison of points without keys: the axis whose cells differ in the
// highest bit decides (Chan 2002, "Closest-point problems simplified on the RAM", SODA).
#include "base/random.hpp"
#include "spatial/morton.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

namespace rubble::spatial {
namespace {

using Cell = std::array<std::uint32_t, 3>;

bool before(const Cell& a, const Cell& b) {
  int axis = 2;
  for (const int other : {1, 0}) {
    const std::uint32_t mine = a[static_cast<std::size_t>(axis)] ^ b[static_cast<std::size_t>(axis)];
    const std::uint32_t theirs = a[static_cast<std::size_t>(other)] ^ b[static_cast<std::size_t>(other)];
    if (mine < theirs && mine < (mine ^ theirs)) axis = other;
  }
  return a[static_cast<std::size_t>(axis)] < b[static_cast<std::size_t>(axis)];
}

// Few bodies are sorted by comparison, many by digits; if bodies share a cell, their index decides.
TEST(Morton, OrderAlongTheCurve) {
  for (const std::size_t n : {1, 2, 100, 1023, 1024, 50000}) {
    Vec3s position(n);
    for (std::size_t i = 0; i < n; ++i) {
      Random random(9, Purpose::kPlace, i);
      position[i] = random.in_ball();
      if (i % 7 == 6) position[i] = position[i - 1];
      if (i % 5 == 0) position[i] *= 1e-4;  // a dense cluster: many with the same upper digits
    }
    Vec3 low = position[0], high = low;
    for (const Vec3& x : position) low = low.cwiseMin(x), high = high.cwiseMax(x);
    const double side = (high - low).maxCoeff();
    std::vector<Cell> cell(n, Cell{0, 0, 0});
    if (side > 0)
      for (std::size_t i = 0; i < n; ++i)
        for (int axis = 0; axis < 3; ++axis)
          cell[i][static_cast<std::size_t>(axis)] =
              static_cast<std::uint32_t>((position[i][axis] - low[axis]) * (2097151.0 / side));
    std::vector<Index> expected(n);
    std::iota(expected.begin(), expected.end(), 0);
    std::stable_sort(expected.begin(), expected.end(), [&](Index a, Index b) {
      return before(cell[static_cast<std::size_t>(a)], cell[static_cast<std::size_t>(b)]);
    });
    EXPECT_EQ(morton_order(position), expected) << n;
  }
}

// A coordinate that is not finite has no cell. Then the order stays, wherever the body is in the list.
TEST(Morton, NumbersThatAreNotFinite) {
  Vec3s position(100);
  for (std::size_t i = 0; i < position.size(); ++i) position[i] = Random(9, Purpose::kPlace, i).in_ball();
  std::vector<Index> unsorted(position.size());
  std::iota(unsorted.begin(), unsorted.end(), 0);
  EXPECT_NE(morton_order(position), unsorted);
  for (const double lost : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (const std::size_t i : {0, 50, 99})
      for (int axis = 0; axis < 3; ++axis) {
        Vec3s some = position;
        some[i][axis] = lost;
        EXPECT_EQ(morton_order(some), unsorted) << i << " " << axis;
      }
}

}  // namespace
}  // namespace rubble::spatial
