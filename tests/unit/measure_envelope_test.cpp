#include "base/error.hpp"
#include "measure/extent/envelope.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::add;
using test::Dice;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Envelope, HullOfACubeWithPointsInside) {
  Vec3s points;
  for (int corner = 0; corner < 8; ++corner) points.push_back(2.0 * Vec3(corner & 1, (corner >> 1) & 1, corner >> 2));
  EXPECT_NEAR(envelope(points, 1).hull, 8, 1e-14);
  Dice dice(5);
  for (int k = 0; k < 100; ++k) points.push_back(Vec3::Ones() + 0.9 * dice.vector());
  const Envelope e = envelope(points, kInfinity);
  EXPECT_NEAR(e.hull, 8, 1e-13);
  EXPECT_NEAR(e.alpha, 8, 1e-13);
  EXPECT_NEAR(e.area, 6 * 4, 1e-12);
}

// Edge 2 sqrt 2: volume 8/3, circumradius sqrt 3.
TEST(Envelope, TetrahedronOpensAtItsCircumradius) {
  const Vec3s points{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  EXPECT_NEAR(envelope(points, 1.001 * std::sqrt(3.0)).alpha, 8.0 / 3, 1e-14);
  EXPECT_EQ(envelope(points, 0.999 * std::sqrt(3.0)).alpha, 0);
  EXPECT_NEAR(envelope(points, 1).hull, 8.0 / 3, 1e-14);
  EXPECT_NEAR(envelope(points, 1.001 * std::sqrt(3.0)).area, 4 * 2 * std::sqrt(3.0), 1e-13);
  EXPECT_EQ(envelope(points, 1).area, 0);
}

// A lattice of n^3 points: cubes with all their slivers, closed at a circumradius of sqrt(3)/2. Without its central
// points the lattice has a cavity, whose walls are an octahedron with edges of sqrt(2).
TEST(Envelope, AreaOfALatticeAndOfACaveInIt) {
  for (const bool cave : {false, true}) {
    Vec3s points;
    for (int i = 0; i < 125; ++i) {
      const Vec3 x(i % 5, i / 5 % 5, i / 25);
      if (!cave || x != Vec3(2, 2, 2)) points.push_back(x);
    }
    const Envelope e = envelope(points, 0.9);
    EXPECT_NEAR(e.hull, 64, 1e-11);
    EXPECT_NEAR(e.alpha, cave ? 64 - 4.0 / 3 : 64, 1e-11);
    EXPECT_NEAR(e.area, cave ? 96 + 4 * std::sqrt(3.0) : 96, 1e-11);
  }
}

TEST(Envelope, AlphaMustBePositive) {
  EXPECT_THROW(envelope({{0, 0, 0}}, 0), InputError);
  EXPECT_THROW(envelope({{0, 0, 0}}, std::nan("")), InputError);
  EXPECT_NEAR(envelope({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1e200).alpha, 1.0 / 6, 1e-15);
}

TEST(Envelope, PointsInAPlaneHaveNoVolume) {
  const Envelope e = envelope({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.2, 0}}, 10);
  EXPECT_EQ(e.hull, 0);
  EXPECT_EQ(e.alpha, 0);
  EXPECT_EQ(envelope({}, 1).hull, 0);
  EXPECT_EQ(envelope({{1, 2, 3}, {1, 2, 3}}, 1).hull, 0);
}

// Balls given by points on and below their surface. The hull of both also spans the gap: it is a capsule of two half
// balls and a cylinder as long as the distance of their centres.
TEST(Envelope, TwoBallsApartHaveTwiceTheVolumeOfOne) {
  Pile ball;
  add(ball, 1, 1, {0, 0, 0});
  Vec3s one = surface_points(ball, 3000);
  Dice dice(11);
  for (int k = 0; k < 3000; ++k) one.push_back(dice.in_ball());
  Vec3s two = one;
  for (const Vec3& p : one) two.push_back(p + Vec3(8, 0, 0));
  const double alpha = 0.5, volume = 4.0 / 3.0 * std::numbers::pi;
  EXPECT_NEAR(envelope(one, alpha).alpha / volume, 1, 0.005);
  const Envelope both = envelope(two, alpha);
  EXPECT_NEAR(both.alpha / (2 * volume), 1, 0.005);
  EXPECT_NEAR(both.area / (2 * 4 * std::numbers::pi), 1, 0.005);
  EXPECT_NEAR(both.hull / (volume + 8 * std::numbers::pi), 1, 0.005);
}

// 32 points per sphere give a polyhedron of the sphere's volume: a ball fills its hull and its alpha shape, and distant
// balls fill their alpha shape. No solid fraction exceeds 1.
TEST(Envelope, ABallFillsItsEnvelopes) {
  Pile pile;
  add(pile, 1, 2, {3, 4, 5});
  const double ball = 4.0 / 3.0 * std::numbers::pi * 8;
  Envelope e = envelope(surface_points(pile), default_alpha(pile));
  EXPECT_NEAR(e.hull / ball, 1, 1e-12);
  EXPECT_NEAR(e.alpha / ball, 1, 1e-12);
  EXPECT_GT(e.area, 16 * std::numbers::pi);
  EXPECT_LT(e.area, 1.1 * 16 * std::numbers::pi);
  add(pile, 1, 1, {300, 0, 0});
  e = envelope(surface_points(pile), default_alpha(pile));
  EXPECT_NEAR(e.alpha / (9.0 / 8 * ball), 1, 1e-12);
}

// Two half balls and a cylinder between.
TEST(Envelope, HullOfATouchingPairIsACapsule) {
  for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(1, 2, 3)}) {
    Pile pile;
    add(pile, 1, 1, -axis.normalized());
    add(pile, 1, 1, axis.normalized());
    const double capsule = (4.0 / 3.0 + 2) * std::numbers::pi;
    EXPECT_NEAR(envelope(surface_points(pile), kInfinity).hull / capsule, 1, 0.03);
  }
}

TEST(Envelope, SurfacePointsLieAboutTheSpheres) {
  Pile pile;
  add(pile, 1, 2, {3, 4, 5});
  add(pile, 1, 0.1, {-3, 4, 5});
  const Vec3s points = surface_points(pile, 32);
  ASSERT_EQ(points.size(), 64u);
  Vec3 mean = Vec3::Zero();
  for (std::size_t k = 0; k < 32; ++k) {
    EXPECT_NEAR((points[k] - pile.state.position[0]).norm() / 2, 1.068, 0.001);
    EXPECT_NEAR((points[32 + k] - pile.state.position[1]).norm() / 0.1, 1.068, 0.001);
    mean += points[k] / 32;
  }
  EXPECT_LT((mean - pile.state.position[0]).norm(), 0.1);
}

TEST(Envelope, ManySurfacePointsGiveTheSphere) {
  Pile pile;
  add(pile, 1, 2, {1e6, 0, 0});
  const double volume = envelope(surface_points(pile, 5000), kInfinity).hull;
  EXPECT_NEAR(volume / (4.0 / 3.0 * std::numbers::pi * 8), 1, 0.002);
}

// Sums must not depend on addresses: another memory layout gives the same bits.
TEST(Envelope, SameBitsForAnyMemoryLayout) {
  Dice dice(2);
  Vec3s points;
  for (int k = 0; k < 4000; ++k) points.push_back(dice.in_ball());
  const Envelope expected = envelope(points, 0.12);
  for (std::size_t trial = 1; trial < 8; ++trial) {
    std::vector<std::vector<char>> blocks;
    for (std::size_t k = 0; k < 400; ++k) blocks.emplace_back(1000 * trial + 4000 * (k % 40));
    for (std::size_t k = 0; k < blocks.size(); k += 2) std::vector<char>().swap(blocks[k]);
    const Envelope found = envelope(points, 0.12);
    EXPECT_EQ(found.area, expected.area);
    EXPECT_EQ(found.alpha, expected.alpha);
    EXPECT_EQ(found.hull, expected.hull);
  }
}

// The alpha shape of a packed ball closes its pores: with alpha of a grain's size it is nearly the hull, and far more
// than the grains.
TEST(Envelope, AlphaShapeOfAPackedBallClosesItsPores) {
  const Pile ball = test::close_packed(0.1, 9, [](const Vec3& x) { return x.norm() < 0.9; });
  EXPECT_NEAR(default_alpha(ball), 0.3, 1e-13);
  const Envelope e = envelope(surface_points(ball), default_alpha(ball));
  EXPECT_LT(e.alpha, e.hull);
  EXPECT_GT(e.alpha, 0.9 * e.hull);
}

}  // namespace
}  // namespace rubble::measure
