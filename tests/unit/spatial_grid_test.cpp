// Close pairs by grids compared with all pairs: equal and very different sizes, dense and sparse clouds, near and
// extremely distant positions.
#include "base/random.hpp"
#include "spatial/grid.hpp"

#include <array>
#include <chrono>
#include <cmath>

#include <gtest/gtest.h>

namespace rubble::spatial {
namespace {

using Found = std::vector<std::array<Index, 2>>;

struct Balls {
  Reals radius;
  Vec3s position;

  void add(double r, const Vec3& x) { radius.push_back(r), position.push_back(x); }
  std::size_t size() const { return radius.size(); }
};

// The condition of grid.hpp, for each pair.
Found all_pairs(const Balls& balls, double gap) {
  Found pairs;
  for (std::size_t i = 0; i < balls.size(); ++i)
    for (std::size_t j = i + 1; j < balls.size(); ++j) {
      const double reach = balls.radius[i] + balls.radius[j] + gap;
      if ((balls.position[i] - balls.position[j]).squaredNorm() < reach * reach)
        pairs.push_back({static_cast<Index>(i), static_cast<Index>(j)});
    }
  return pairs;
}

// Also checks the indices at which rows begin.
Found by_grid(const Balls& balls, double gap, const std::vector<Index>* group = nullptr) {
  const Pairs found = close_pairs(balls.radius, balls.position, gap, group);
  EXPECT_EQ(found.begin.size(), balls.size() + 1);
  EXPECT_EQ(found.begin.back(), found.partner.size());
  Found pairs;
  for (std::size_t i = 0; i < balls.size(); ++i)
    for (std::size_t k = found.begin[i]; k < found.begin[i + 1]; ++k)
      pairs.push_back({static_cast<Index>(i), found.partner[k]});
  return pairs;
}

// n balls in a ball of radius `extent`, radii from 1 / ratio to 1, equal numbers in each octave; every third is moved
// to touch its neighbour.
Balls cloud(std::size_t n, double extent, double ratio, std::uint64_t seed) {
  Balls balls;
  for (std::size_t i = 0; i < n; ++i) {
    Random random(seed, Purpose::kPlace, i);
    const double r = std::pow(ratio, -random.uniform());
    Vec3 x = extent * random.in_ball();
    if (i % 3 == 2) x = balls.position[i - 1] + (balls.radius[i - 1] + r) * 0.999 * random.in_ball().normalized();
    balls.add(r, x);
  }
  return balls;
}

TEST(Grid, FindsAllPairs) {
  for (const double ratio : {1.0, 3.0, 100.0, 1e6})
    for (const double extent : {0.5, 8.0, 300.0, 1e5})
      for (const double gap : {0.0, 0.3}) {
        const Balls balls = cloud(700, extent, ratio, 1);
        const Found wanted = all_pairs(balls, gap);
        EXPECT_GT(wanted.size(), 150u);
        EXPECT_EQ(by_grid(balls, gap), wanted) << ratio << " " << extent << " " << gap;
      }
}

// One large group that fills whole cells, small groups, and balls without a group.
TEST(Grid, MembersOfOneGroupDoNotMeet) {
  for (const double ratio : {1.0, 30.0})
    for (const double extent : {4.0, 30.0}) {
      Balls balls = cloud(700, extent, ratio, 5);
      std::vector<Index> group;
      for (std::size_t i = 0; i < balls.size(); ++i) {
        const bool inner = balls.position[i].norm() < 0.7 * extent;
        group.push_back(inner ? Index{3} : i % 4 == 0 ? Index{-1} : static_cast<Index>(10 + i % 20));
      }
      Found wanted;
      for (const auto& [a, b] : all_pairs(balls, 0.3)) {
        const Index one = group[static_cast<std::size_t>(a)], other = group[static_cast<std::size_t>(b)];
        if (one < 0 || one != other) wanted.push_back({a, b});
      }
      EXPECT_GT(wanted.size(), 30u);
      EXPECT_LT(wanted.size(), all_pairs(balls, 0.3).size());
      EXPECT_EQ(by_grid(balls, 0.3, &group), wanted) << ratio << " " << extent;
    }
}

TEST(Grid, FewBodies) {
  Balls balls;
  EXPECT_EQ(by_grid(balls, 1), Found{});
  balls.add(1, Vec3(3, 2, 1));
  EXPECT_EQ(by_grid(balls, 1), Found{});
  balls.add(2, Vec3(3, 2, 3.5));
  EXPECT_EQ(by_grid(balls, 0), (Found{{0, 1}}));
  balls.position[1].z() = 4.5;
  EXPECT_EQ(by_grid(balls, 0), Found{});
  EXPECT_EQ(by_grid(balls, 0.51), (Found{{0, 1}}));
}

// Touching pairs at the corners of a box of any size, two balls or clouds at each.
TEST(Grid, FarApartOnEachAxis) {
  for (const double far : {1e4, 1e6, 3e6, 1e7, 1e9, 1e12, 1e15, 1e100, 1e307, 1.7e308})
    for (const std::size_t each : {std::size_t{1}, std::size_t{60}}) {
      Balls balls;
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3 at = Vec3(corner & 1 ? far : -far, corner & 2 ? far : -far, corner & 4 ? far : -far);
        const Balls here = cloud(each, 4, 100, 2);
        // Beyond 1e15 the spacing of numbers exceeds the balls: all balls of a cloud are at one position.
        for (std::size_t i = 0; i < each; ++i) balls.add(here.radius[i], at + here.position[i]);
      }
      EXPECT_EQ(by_grid(balls, 0.1), all_pairs(balls, 0.1)) << far << " " << each;
    }
}

// One ball at each power of ten along a line, and a touching one beside it.
TEST(Grid, AllScalesAtOnce) {
  Balls balls;
  for (int power = -3; power < 300; power += 4)
    for (const double side : {0.0, 1.9}) {
      const double x = std::pow(10.0, power);
      balls.add(1, Vec3(x, side, -x));
    }
  const Found wanted = all_pairs(balls, 0);
  EXPECT_GE(wanted.size(), balls.size() / 2);
  EXPECT_EQ(by_grid(balls, 0), wanted);
}

// Distant bodies cost nothing: the remaining bodies are not searched as if they were in one cell.
TEST(Grid, AnOutlierDoesNotSlowTheRest) {
  using Clock = std::chrono::steady_clock;
  Balls balls;
  for (int k = 0; k < 100000; ++k) balls.add(0.5, 1.01 * Vec3(k % 50, k / 50 % 50, k / 2500));
  const auto seconds = [&] {  // the shortest of several times, because other work on the machine only makes them longer
    double shortest = HUGE_VAL;
    for (int repeat = 0; repeat < 5; ++repeat) {
      const auto begin = Clock::now();
      EXPECT_EQ(by_grid(balls, 0.1).size(), 3u * 100000 - 50 * 50 - 2 * 50 * 40);
      shortest = std::min(shortest, std::chrono::duration<double>(Clock::now() - begin).count());
    }
    return shortest;
  };
  const double together = seconds();
  balls.add(0.5, Vec3(-1e9, 2e12, 1e30));
  EXPECT_LT(seconds(), 10 * together + 0.1);
}

}  // namespace
}  // namespace rubble::spatial
