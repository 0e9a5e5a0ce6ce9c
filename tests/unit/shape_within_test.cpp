// The part of a hull inside a ball, compared with analytic cases, sums of parts, and counted points.
#include "base/ball.hpp"
#include "base/error.hpp"
#include "shape/kind.hpp"
#include "shape/surface.hpp"
#include "shape/within.hpp"
#include "unit/hulls.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

using std::numbers::pi;

// (corners, centre and radius of a ball) => common volume of hull and ball, in the given coordinates.
double shared(const Vec3s& points, const Vec3& centre, double radius) {
  const auto [hull, at] = make_hull("hull", points);
  const Vec3 own = at.turn.conjugate() * (centre - at.centre) / at.radius;
  return std::pow(at.radius, 3) * volume_within(hull, own, radius / at.radius);
}

// Two spherical caps (Weisstein, MathWorld "Sphere-Sphere Intersection", Eq. 16).
double lens(double a, double b, double distance) {
  const double depth = a + b - distance;
  return pi * depth * depth * (distance * distance + 2 * distance * (a + b) - 3 * (a - b) * (a - b)) / (12 * distance);
}

const Vec3s kCube = box({2, 2, 2});

TEST(ShapeWithin, BallInACube) {
  EXPECT_NEAR(shared(kCube, {0, 0, 0}, 0.7), ball_volume(0.7), 1e-14);
  EXPECT_NEAR(shared(kCube, {0.2, -0.1, 0.3}, 0.7), ball_volume(0.7), 1e-14);
  EXPECT_NEAR(shared(kCube, {0, 0, 0}, 1), ball_volume(1), 1e-14);  // touches all faces
  EXPECT_EQ(shared(kCube, {0, 0, 0}, 0), 0);
}

TEST(ShapeWithin, BallThatHoldsAll) {
  EXPECT_NEAR(shared(kCube, {0, 0, 0}, std::sqrt(3.0)), 8, 1e-13);
  EXPECT_NEAR(shared(kCube, {0.3, 2, 0.1}, 9), 8, 1e-12);
  EXPECT_NEAR(shared(kCube, {5, 0, 0}, 3), 0, 1e-13);
  EXPECT_NEAR(shared(kCube, {3, 3, 3}, 3), 0, 1e-13);
}

// On a face half of the ball is in the cube, on an edge a quarter, at a corner an eighth, for any position on them.
TEST(ShapeWithin, BallOnTheSurface) {
  EXPECT_NEAR(shared(kCube, {1, 0.1, 0.2}, 0.5), ball_volume(0.5) / 2, 1e-14);
  EXPECT_NEAR(shared(kCube, {1, -1, 0.2}, 0.5), ball_volume(0.5) / 4, 1e-14);
  EXPECT_NEAR(shared(kCube, {1, -1, 1}, 0.5), ball_volume(0.5) / 8, 1e-14);
  EXPECT_NEAR(shared(kCube, {1, -1, 1}, 2), ball_volume(2) / 8, 1e-13);  // up to the opposite faces
}

// Caps beyond the faces are cut off: each pi c^2 (3 R - c) / 3, c = R - 1. Larger caps would meet beyond the edges.
TEST(ShapeWithin, CubeWithCapsCutOff) {
  for (const double R : {1.05, 1.2, 1.4}) {
    const double c = R - 1;
    EXPECT_NEAR(shared(kCube, {0, 0, 0}, R), ball_volume(R) - 6 * pi * c * c * (3 * R - c) / 3, 1e-13);
  }
  EXPECT_NEAR(shared(kCube, {1.3, 0.1, -0.1}, 0.5), pi * 0.04 * (1.5 - 0.2) / 3, 1e-14);  // one cap, from outside
}

// A hull of many points on a ball, with nearly the ball's volume.
TEST(ShapeWithin, HullOfABall) {
  const auto [ball, at] = make_hull("ball", sphere_points(3000));
  for (const double R : {0.3, 1.0, 2.5, 30.0})
    for (const double share : {0.2, 0.5, 0.9}) {
      const double distance = std::abs(R - 1) + share * (R + 1 - std::abs(R - 1));
      EXPECT_NEAR(volume_within(ball, {0, 0.6 * distance, 0.8 * distance}, R), lens(1, R, distance), 0.006);
    }
}

// A box divided by a plane: the parts add up for any ball, up to rounding, which grows with the ball.
TEST(ShapeWithin, PartsAddUp) {
  Random random(3, Purpose::kPlace);
  for (const double size : {1.0, 3.0, 30.0, 300.0}) {
    for (int k = 0; k < 200; ++k) {
      const Vec3 centre = (k % 2 == 0 ? size : size + 1) * random.on_sphere();
      const double cut = random.uniform(-0.9, 0.9);
      Vec3s low = kCube;
      Vec3s high = kCube;
      for (Vec3& x : low) x.x() = std::min(x.x(), cut);
      for (Vec3& x : high) x.x() = std::max(x.x(), cut);
      const double whole = shared(kCube, centre, size);
      EXPECT_NEAR(shared(low, centre, size) + shared(high, centre, size), whole, 1e-15 * (10 + std::pow(size, 3)));
      EXPECT_GE(whole, 0);
    }
  }
}

// Random hulls and balls compared with counted points of a grid.
TEST(ShapeWithin, CountedPoints) {
  Random random(9, Purpose::kPlace);
  for (std::uint64_t k = 0; k < 20; ++k) {
    const Shape hull = make_hull("hull", random_points(12, 50 + k)).shape;
    const Vec3 centre = 1.5 * random.in_ball();
    const double radius = random.uniform(0.3, 1.5);
    const int steps = 60;
    const double pitch = 2 * radius / steps;
    int inside = 0;
    for (int i = 0; i < steps * steps * steps; ++i) {
      const Vec3 place(i % steps, i / steps % steps, i / steps / steps);
      const Vec3 x = pitch * (place + Vec3::Constant(0.5)) - Vec3::Constant(radius);
      inside += x.norm() < radius && distance(hull, centre + x) <= 0;
    }
    EXPECT_NEAR(volume_within(hull, centre, radius), inside * std::pow(pitch, 3), 0.01);
  }
}

TEST(ShapeWithin, RefusesSpheres) { EXPECT_THROW(volume_within(sphere(), {0, 0, 0}, 1), InputError); }

}  // namespace
}  // namespace rubble::shape
