#include "base/error.hpp"
#include "measure/extent/ellipsoid.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::add;

TEST(Ellipsoid, OneSphereIsItself) {
  Pile pile;
  add(pile, 5, 2, {7, 8, 9});
  const Ellipsoid e = ellipsoid(pile);
  EXPECT_EQ(e.centre, Vec3(7, 8, 9));
  EXPECT_LT((e.moments - Vec3::Constant(0.4 * 5 * 4)).norm(), 1e-14);
  EXPECT_LT((e.semi_axes - Vec3::Constant(2)).norm(), 1e-14);
  EXPECT_LT((e.extents - Vec3::Constant(2)).norm(), 1e-14);
  EXPECT_DOUBLE_EQ(e.elongation(), 1);
}

// Two touching spheres: I = 2 (2/5) m r^2 along their line, 2 (2/5) m r^2 + 2 m r^2 perpendicular to it.
TEST(Ellipsoid, DumbbellByHand) {
  const Vec3 axis = Vec3(1, 2, -2) / 3;
  Pile pile;
  add(pile, 3, 1, Vec3(4, 4, 4) + axis);
  add(pile, 3, 1, Vec3(4, 4, 4) - axis);
  const Ellipsoid e = ellipsoid(pile);
  EXPECT_LT((e.moments - Vec3(2.4, 8.4, 8.4)).norm(), 1e-13);
  EXPECT_NEAR(e.elongation(), 3.5, 1e-13);
  EXPECT_NEAR(std::abs(e.axes.col(0).dot(axis)), 1, 1e-14);
  EXPECT_NEAR(e.axes.determinant(), 1, 1e-14);
  EXPECT_LT((e.extents - Vec3(2, 1, 1)).norm(), 1e-13);
  EXPECT_LT((e.inertia * axis - 2.4 * axis).norm(), 1e-13);
  // a'^2 = 5 (B + C - A) / (2 M), c'^2 = 5 (A + B - C) / (2 M)
  EXPECT_NEAR(e.semi_axes[0], std::sqrt(5 * 14.4 / 12), 1e-13);
  EXPECT_NEAR(e.semi_axes[2], std::sqrt(5 * 2.4 / 12), 1e-13);
}

// A box of cubes: M (b^2 + c^2) / 12. Spheres with (2/5) r^2 = h^2 / 6 have the cubes' own inertia, so this is exact.
TEST(Ellipsoid, BoxInertia) {
  const double h = 0.5;
  Pile pile;
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 8; ++j) {
      for (int k = 0; k < 4; ++k) add(pile, 1, h * std::sqrt(5.0 / 12), h * Vec3(i, j, k));
    }
  }
  const Ellipsoid e = ellipsoid(pile);
  const double M = 12 * 8 * 4;
  EXPECT_LT((e.moments - M / 12 * Vec3(16 + 4, 36 + 4, 36 + 16)).norm(), 1e-11 * M);
  EXPECT_LT((e.axes - Mat3::Identity()).norm(), 1e-12);
}

// Lattices cut out of a body represent it up to the roughness of their surface.
TEST(Ellipsoid, UniformBallHasItsRadius) {
  const Pile ball = test::close_packed(0.1, 20, [](const Vec3& x) { return x.norm() < 2; });
  const Ellipsoid e = ellipsoid(ball);
  const Vec3 d = deeve(e, 4.0 / 3.0 * std::numbers::pi * 8);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(e.semi_axes[k], 2, 0.01);
    EXPECT_NEAR(d[k], 2, 0.002);
  }
}

TEST(Ellipsoid, TurnedEllipsoidHasItsSemiAxes) {
  const Mat3 turn = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  const Vec3 semi(3, 2, 1);
  const Pile pile = test::close_packed(
      0.08, 30, [&](const Vec3& x) { return (turn.transpose() * x).cwiseQuotient(semi).squaredNorm() < 1; });
  const Ellipsoid e = ellipsoid(pile);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(e.semi_axes[k] / semi[k], 1, 0.01);
    EXPECT_NEAR(std::abs(e.axes.col(k).dot(turn.col(k))), 1, 1e-4);
  }
}

TEST(Ellipsoid, DeeveHasTheVolumeAsked) {
  Pile pile;
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 2, 1, {1.5, 0.5, 0});
  add(pile, 3, 1, {0, 2, 1});
  const Ellipsoid e = ellipsoid(pile);
  const Vec3 d = deeve(e, 42);
  EXPECT_NEAR(ellipsoid_volume(d), 42, 1e-12);
  EXPECT_NEAR(d[0] / d[2], e.semi_axes[0] / e.semi_axes[2], 1e-14);
}

TEST(Ellipsoid, NoBodiesNoEllipsoid) { EXPECT_THROW(ellipsoid(Pile{}), InputError); }

}  // namespace
}  // namespace rubble::measure
