// Distance of two convex bodies, compared with analytic cases and a search over all pairs of their features.
#include "base/error.hpp"
#include "shape/distance.hpp"
#include "shape/hull.hpp"
#include "shape/kind.hpp"
#include "unit/hull_features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

const Placement kUnit{Vec3::Zero(), Quaternion::Identity(), 1};

PlacedShape hull(const Vec3s& points) { return make_hull("hull", points); }

double distance(const PlacedShape& a, const PlacedShape& b) {
  return distance(a.shape, a.placement, b.shape, b.placement);
}

double distance(const PlacedShape& a, const Vec3& centre, double radius) {
  return distance(a.shape, a.placement, sphere(), {centre, Quaternion::Identity(), radius});
}

TEST(ShapeDistance, CubesFaceToFace) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  const Quaternion none = Quaternion::Identity();
  EXPECT_NEAR(distance(cube, moved(cube, none, {1.25, 0.3, -0.4})), 0.25, 1e-15);
  EXPECT_NEAR(distance(cube, moved(cube, none, {0, -1.25, 0})), 0.25, 1e-15);
  // Rotated about the axis between them.
  const Quaternion turn(Eigen::AngleAxisd(0.4, Vec3::UnitZ()));
  EXPECT_NEAR(distance(cube, moved(cube, turn, {0.1, 0, 3})), 2, 1e-14);
}

// Two edges cross at a right angle: the edge of a is along y at x = sqrt(1/2), and the edge of b is along z.
TEST(ShapeDistance, CubesEdgeToEdge) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  const PlacedShape a = moved(cube, Quaternion(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitY())), {0, 0, 0});
  const PlacedShape b = moved(cube, Quaternion(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ())), {2, 0.1, -0.2});
  EXPECT_NEAR(distance(a, b), 2 - std::sqrt(2.0), 1e-14);
  // Edges side by side, and corner to corner along the diagonal.
  EXPECT_NEAR(distance(cube, moved(cube, Quaternion::Identity(), {1.3, 1.4, 0.2})), 0.5, 1e-15);
  EXPECT_NEAR(distance(cube, moved(cube, Quaternion::Identity(), {2, 2, 2})), std::sqrt(3.0), 1e-14);
}

// A cube on its corner, sqrt(3)/2 below its centre, above a cube's face.
TEST(ShapeDistance, CubeCornerToFace) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  const Quaternion on_corner = Quaternion::FromTwoVectors(Vec3::Ones(), -Vec3::UnitZ());
  EXPECT_NEAR(distance(cube, moved(cube, on_corner, {0.2, -0.1, 2})), 1.5 - std::sqrt(0.75), 1e-14);
  // The cube is beside the face: its corner is 3 along x and 1.5 - sqrt(3)/2 along z from the nearest edge.
  const double beside = distance(cube, moved(cube, on_corner, {3.5, 0, 2}));
  EXPECT_LT(beside, std::hypot(3, 1.5 - std::sqrt(0.75)));
  EXPECT_NEAR(beside, by_features(cube, moved(cube, on_corner, {3.5, 0, 2})), 1e-14);
}

TEST(ShapeDistance, Spheres) {
  const auto ball = [](const Vec3& x, double r) { return PlacedShape{sphere(), {x, Quaternion::Identity(), r}}; };
  EXPECT_NEAR(distance(ball({0, 0, 0}, 1), ball({3, 4, 0}, 2)), 2, 1e-15);
  EXPECT_EQ(distance(ball({0, 0, 0}, 1), ball({1, 1, 0}, 2)), 0);
  EXPECT_EQ(distance(ball({1, 2, 3}, 1), ball({1, 2, 3}, 2)), 0);
  // No digits are lost far from the origin.
  EXPECT_EQ(distance(ball({1e9, 0, 0}, 1), ball({1e9 + 4, 0, 0}, 2)), 1);
}

// Spheres and hulls, compared with the distance of a point from a hull by a search over all faces.
TEST(ShapeDistance, SphereAndHull) {
  Random random(7, Purpose::kPlace);
  for (int k = 0; k < 500; ++k) {
    const PlacedShape body =
        moved(hull(random_points(4 + k % 30, 100 + k)), quaternion(1, k % 7, 2, 3), random.in_ball());
    const Vec3 x = 4 * random.in_ball();
    const double radius = random.uniform(0.01, 0.5);
    const Placement& at = body.placement;
    const double centre = at.radius * distance(body.shape, at.turn.conjugate() * (x - at.centre) / at.radius);
    EXPECT_NEAR(distance(body, x, radius), std::max(0.0, centre - radius), 1e-12);
    EXPECT_EQ(distance(body, x, radius) > 0, centre > radius);
  }
}

TEST(ShapeDistance, TouchingAndOverlapping) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  const Quaternion none = Quaternion::Identity();
  EXPECT_LT(distance(cube, moved(cube, none, {1, 0.3, 0.2})), 1e-15);
  EXPECT_EQ(distance(cube, moved(cube, none, {1 - 1e-9, 0.3, 0.2})), 0);
  EXPECT_NEAR(distance(cube, moved(cube, none, {1 + 1e-9, 0.3, 0.2})) / 1e-9, 1, 1e-6);
  EXPECT_EQ(distance(cube, cube), 0);
  EXPECT_EQ(distance(cube, moved(cube, quaternion(1, 2, 3, 4), {0.2, 0.1, 0.3})), 0);
  EXPECT_EQ(distance(cube, {0.1, 0.2, 0.3}, 0.01), 0);                         // within
  EXPECT_EQ(distance(hull(box({0.1, 0.1, 9})), hull(box({9, 0.1, 0.1}))), 0);  // a cross: no corner is inside
}

TEST(ShapeDistance, FarAway) {
  const PlacedShape cube = hull(box({1, 1, 1}));
  const PlacedShape there = moved(cube, quaternion(1, 2, 3, 4), {1e8, 2e8, -2e8});
  EXPECT_NEAR(distance(cube, there) / by_features(cube, there), 1, 1e-12);
  EXPECT_NEAR(
      distance(moved(cube, Quaternion::Identity(), {1e9, 0, 0}), moved(cube, Quaternion::Identity(), {1e9 + 2, 0, 0})),
      1, 1e-15);
}

// The distance does not depend on the order of the bodies or on the frame.
TEST(ShapeDistance, Symmetric) {
  Random random(11, Purpose::kPlace);
  for (int k = 0; k < 200; ++k) {
    const PlacedShape a = hull(random_points(12, 300 + k));
    const PlacedShape b = moved(hull(random_points(9, 700 + k)), quaternion(2, 1, k % 5, 1), 3 * random.on_sphere());
    const double d = distance(a, b);
    EXPECT_NEAR(distance(b, a), d, 1e-12 * d + 1e-15);
    const Quaternion turn = quaternion(1, -1, 2, 0.3);
    PlacedShape turned = moved(b, turn, Vec3::Zero());
    turned.placement.centre = a.placement.centre + turn * (b.placement.centre - a.placement.centre);
    EXPECT_NEAR(distance(moved(a, turn, Vec3::Zero()), turned), d, 1e-12 * d + 1e-14);
  }
}

// Random bodies, some ten thousand times flatter than wide, at all distances; every third pair is moved along its axis
// until a gap of 1e-12 to 1 is left.
TEST(ShapeDistance, AgreesWithTheSearchThroughAllFeatures) {
  Random random(5, Purpose::kPlace);
  int apart = 0;
  int overlapping = 0;
  for (int k = 0; k < 1000; ++k) {
    const auto body = [&](std::uint64_t seed) {
      Vec3s points = random_points(8 + static_cast<int>(seed) % 17, seed);
      const double flat = k % 4 == 0 ? 1e-4 : k % 4 == 1 ? 1e-2 : 1;
      for (Vec3& x : points) x.z() *= flat;
      const double size = std::pow(10, random.uniform(-1, 1));
      for (Vec3& x : points) x *= size;
      return hull(points);
    };
    const auto any_turn = [&] {
      return quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    };
    const PlacedShape a = moved(body(1000 + k), any_turn(), Vec3::Zero());
    const double way = (a.placement.radius * a.shape.reach) * random.uniform(0.2, 4);
    PlacedShape b = moved(body(3000 + k), any_turn(), way * random.on_sphere());
    const double size = a.placement.radius * a.shape.reach + b.placement.radius * b.shape.reach + way;
    if (k % 3 == 0) {
      const Gap gap = largest_gap(a, b);
      b.placement.centre -= (gap.size - std::pow(10, random.uniform(-12, 0))) * gap.axis;
    }
    const double expected = by_features(a, b);
    EXPECT_NEAR(distance(a, b), expected, 1e-12 * expected + 3e-15 * size) << k;
    EXPECT_GE(distance(a, b), largest_gap(a, b).size - 1e-14 * size) << k;
    (expected > 0 ? apart : overlapping) += 1;
  }
  EXPECT_GT(apart, 400);
  EXPECT_GT(overlapping, 150);
}

// Faces that are exactly parallel, at distances down to rounding: no pair is missed, and none counts as separate.
TEST(ShapeDistance, ParallelFacesAtAllDistances) {
  const PlacedShape prism = hull(box({3, 2, 0.01}));
  for (double gap = 1; gap > 1e-14; gap *= 0.1) {
    const PlacedShape above = moved(prism, Quaternion(Eigen::AngleAxisd(0.3, Vec3::UnitZ())), {0.5, 0.2, 0.01 + gap});
    EXPECT_NEAR(distance(prism, above), gap, 2e-15) << gap;
  }
}

TEST(ShapeDistance, RefusesAggregates) {
  const Shape rod = shape_of(aggregate("rod", 1));
  EXPECT_THROW(distance(rod, kUnit, sphere(), kUnit), InputError);
  EXPECT_THROW(distance(sphere(), kUnit, rod, kUnit), InputError);
}

}  // namespace
}  // namespace rubble::shape
