// Manifolds carried along with bodies that hardly move: as accurate as newly computed ones, and discarded before errors
// grow.
#include "shape/hull.hpp"
#include "shape/persistent.hpp"
#include "unit/hulls.hpp"

#include <algorithm>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

constexpr double kAlert = 0.01;

struct Pair {
  PreparedShape a, b;
  Placement at_a, at_b;

  Manifold found(Points most = Points::three) const {
    SeparationCache cache;
    return touch(a, at_a, b, at_b, cache, kAlert, most);
  }
  double radius() const { return std::min(at_a.radius, at_b.radius); }
};

// Two random polyhedra, the second pushed along a random direction until the gap is as given.
Pair random_pair(std::uint64_t seed, double gap) {
  Random random(seed, Purpose::kPlace);
  const PlacedShape first = make_hull("a", random_points(20, 2 * seed));
  const PlacedShape second = make_hull("b", random_points(30, 2 * seed + 1));
  Pair pair{PreparedShape(first.shape), PreparedShape(second.shape), first.placement, second.placement};
  pair.at_a.turn = quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 0.5);
  pair.at_b.turn = quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 0.5);
  const Vec3 way = random.on_sphere();
  double low = 0, high = 10;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    pair.at_b.centre = pair.at_a.centre + middle * way;
    SeparationCache cache;
    (separation(pair.a, pair.at_a, pair.b, pair.at_b, cache).gap < gap ? low : high) = middle;
  }
  return pair;
}

// (pair, largest displacement of points of b [m], seed) => the pair with b slightly moved and rotated.
Pair nudged(Pair pair, double most, std::uint64_t seed) {
  Random random(seed, Purpose::kPlace);
  pair.at_b.centre += 0.5 * most * random.in_ball();
  const double angle = 0.5 * most / (pair.at_b.radius * pair.b.reach);
  pair.at_b.turn = Quaternion(Eigen::AngleAxisd(angle, random.on_sphere())) * pair.at_b.turn;
  return pair;
}

std::vector<Index> features(const Manifold& m) {
  std::vector<Index> out;
  for (const TouchPoint& p : m.points()) out.push_back(p.feature);
  return out;
}

double deepest(const Manifold& m) {
  double gap = std::numeric_limits<double>::infinity();
  for (const TouchPoint& p : m.points()) gap = std::min(gap, p.gap);
  return gap;
}

// Overlapping bodies touch by corners in faces and by crossing edges: the greatest depth agrees to second order of the
// motion, normals to first order. Points beside the deepest one, on inclined surfaces, agree to the motion times the
// slope.
TEST(ShapePersistent, CarriedAsInANewSearch) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Pair pair = random_pair(seed, -0.01);
    const double still = 0.99 * kStill * pair.radius();
    const Manifold found = pair.found();
    const PersistentManifold fixed = kept(found, pair.at_a, pair.at_b, kAlert);
    ASSERT_EQ(fixed.count > 0, found.lasts) << seed;
    if (!found.lasts) continue;
    const Pair now = nudged(pair, still, 1000 + seed);
    const auto along = carried(fixed, now.b, now.at_a, now.at_b, kAlert);
    ASSERT_TRUE(along) << seed;
    const Manifold fresh = now.found();
    if (features(*along) != features(fresh)) continue;
    ++compared;
    EXPECT_LT((along->normal - fresh.normal).norm(), 30 * kStill) << seed;
    EXPECT_NEAR(deepest(*along), deepest(fresh), 1e-7 * pair.radius()) << seed;
    for (std::size_t k = 0; k < fresh.count; ++k) {
      EXPECT_NEAR(along->point[k].gap, fresh.point[k].gap, 0.1 * still) << seed;
      EXPECT_LT((along->point[k].place - fresh.point[k].place).norm(), 10 * kStill) << seed;
    }
  }
  EXPECT_GT(compared, 150);
}

// The direction of the distance between adjacent corners changes quickly: no smallest gap is wrong by more than twice
// the motion.
TEST(ShapePersistent, NeverOffByMoreThanTwiceTheMotion) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Pair pair = random_pair(seed, 1e-4);
    const PersistentManifold fixed = kept(pair.found(), pair.at_a, pair.at_b, kAlert);
    if (fixed.count == 0) continue;
    ++compared;
    const double still = 0.99 * kStill * pair.radius();
    const Pair now = nudged(pair, still, 1000 + seed);
    const auto along = carried(fixed, now.b, now.at_a, now.at_b, kAlert);
    ASSERT_TRUE(along) << seed;
    EXPECT_NEAR(deepest(*along), deepest(now.found()), 2 * still) << seed;
  }
  EXPECT_GT(compared, 150);
}

// A pair in common motion counts as still.
TEST(ShapePersistent, BothMayMoveTogether) {
  const Pair pair = random_pair(7, -0.01);
  const Manifold before = pair.found();
  const PersistentManifold fixed = kept(before, pair.at_a, pair.at_b, kAlert);
  const Quaternion turn = quaternion(1, 2, -1, 0.5);
  const Vec3 way(100, -20, 3);
  Pair now = pair;
  for (Placement* at : {&now.at_a, &now.at_b}) {
    at->centre = way + turn * at->centre;
    at->turn = turn * at->turn;
  }
  const auto along = carried(fixed, now.b, now.at_a, now.at_b, kAlert);
  ASSERT_TRUE(along);
  EXPECT_EQ(features(*along), features(before));
  EXPECT_EQ(along->weight, before.weight);
  EXPECT_LT((along->normal - turn * before.normal).norm(), 1e-13);
  for (std::size_t k = 0; k < before.count; ++k) {
    EXPECT_NEAR(along->point[k].gap, before.point[k].gap, 1e-13);
    EXPECT_LT((along->point[k].place - (way + turn * before.point[k].place)).norm(), 1e-12);
  }
}

// q and -q are the same rotation.
TEST(ShapePersistent, SignOfAQuaternionDoesNotMatter) {
  Pair pair = random_pair(7, -0.01);
  const PersistentManifold fixed = kept(pair.found(), pair.at_a, pair.at_b, kAlert);
  pair.at_b.turn.coeffs() *= -1;
  EXPECT_TRUE(carried(fixed, pair.b, pair.at_a, pair.at_b, kAlert));
}

TEST(ShapePersistent, GivenUpBeyondTheMotion) {
  const Pair pair = random_pair(7, -0.01);
  const PersistentManifold fixed = kept(pair.found(), pair.at_a, pair.at_b, kAlert);
  ASSERT_GT(fixed.count, 0);
  const auto stands = [&](double moved, double turned) {
    Pair now = pair;
    now.at_b.centre += moved * pair.radius() * Vec3(0.6, 0, 0.8);
    const Quaternion by(Eigen::AngleAxisd(turned * pair.radius() / (pair.at_b.radius * pair.b.reach), Vec3::UnitY()));
    now.at_b.turn = by * now.at_b.turn;
    return carried(fixed, now.b, now.at_a, now.at_b, kAlert).has_value();
  };
  EXPECT_TRUE(stands(0.99 * kStill, 0));
  EXPECT_FALSE(stands(1.01 * kStill, 0));
  EXPECT_TRUE(stands(0, 0.99 * kStill));
  EXPECT_FALSE(stands(0, 1.01 * kStill));
  EXPECT_FALSE(stands(0.6 * kStill, 0.6 * kStill));
}

TEST(ShapePersistent, GivenUpBeyondTheAlertDistance) {
  const Pair pair = random_pair(7, 1e-3);
  const PersistentManifold fixed = kept(pair.found(), pair.at_a, pair.at_b, kAlert);
  ASSERT_GT(fixed.count, 0);
  EXPECT_TRUE(carried(fixed, pair.b, pair.at_a, pair.at_b, 1.01e-3));
  EXPECT_FALSE(carried(fixed, pair.b, pair.at_a, pair.at_b, 0.99e-3));
}

// Points beyond the alert distance are not searched. A manifold is therefore not reused if the alert distance grows, or
// if such points may have come within it.
TEST(ShapePersistent, GivenUpWhereTheAlertDistanceGrows) {
  const Pair pair = random_pair(7, -0.01);
  const PersistentManifold fixed = kept(pair.found(), pair.at_a, pair.at_b, kAlert);
  ASSERT_GT(fixed.count, 0);
  EXPECT_TRUE(carried(fixed, pair.b, pair.at_a, pair.at_b, 1.04 * kAlert));
  EXPECT_FALSE(carried(fixed, pair.b, pair.at_a, pair.at_b, 1.06 * kAlert));
  const PersistentManifold soon = kept(pair.found(), pair.at_a, pair.at_b, 1e-5);
  Pair now = pair;
  now.at_b.centre.x() += 0.9e-6;
  EXPECT_TRUE(carried(soon, now.b, now.at_a, now.at_b, 1e-5));
  now.at_b.centre.x() += 0.2e-6;
  EXPECT_FALSE(carried(soon, now.b, now.at_a, now.at_b, 1e-5));
}

// For a cube on a cube, the contact area is an octagon, and three or four of its corners are points. The other corners
// could penetrate undetected, so the manifold is not reused.
TEST(ShapePersistent, NoneWherePointsWereLeftOut) {
  const PlacedShape cube = make_hull("cube", box({1, 1, 1}));
  Pair pair{PreparedShape(cube.shape), PreparedShape(cube.shape), cube.placement, cube.placement};
  pair.at_b.centre += Vec3(0.1, 0.05, 1);
  pair.at_b.turn = quaternion(1, 0, 0, 0.2);
  for (const Points most : {Points::three, Points::four}) {
    ASSERT_EQ(pair.found(most).count, static_cast<std::size_t>(most));
    EXPECT_EQ(kept(pair.found(most), pair.at_a, pair.at_b, kAlert).count, 0);
  }
}

// Two cubes edge on edge: the crossing point moves along the edges faster the more parallel they are.
TEST(ShapePersistent, NoneWhereEdgesAreNearlyParallel) {
  const PlacedShape cube = make_hull("cube", box({1, 1, 1}));
  const Quaternion upright(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitX()));
  for (const double angle : {0.02, 0.09, 0.11, 1.0}) {
    Pair pair{PreparedShape(cube.shape), PreparedShape(cube.shape), cube.placement, cube.placement};
    pair.at_a.turn = upright;
    pair.at_b.turn = Quaternion(Eigen::AngleAxisd(angle, Vec3::UnitZ())) * upright;
    pair.at_b.centre.z() += std::sqrt(2.0) - 1e-3;
    const Manifold found = pair.found();
    ASSERT_EQ(found.count, 1u) << angle;
    EXPECT_EQ(found.lasts, angle > 0.1) << angle;
    EXPECT_EQ(kept(found, pair.at_a, pair.at_b, kAlert).count, angle > 0.1 ? 1 : 0) << angle;
  }
}

TEST(ShapePersistent, EmptyManifoldIsNotCarried) {
  const Pair pair = random_pair(7, -0.01);
  EXPECT_FALSE(carried(PersistentManifold{}, pair.b, pair.at_a, pair.at_b, kAlert));
}

TEST(ShapePersistent, RefusesInvalidManifolds) {
  const Pair pair = random_pair(7, -0.01);
  const PersistentManifold fixed = kept(pair.found(), pair.at_a, pair.at_b, kAlert);
  EXPECT_FALSE(violation(fixed));
  EXPECT_FALSE(violation(PersistentManifold{}));
  PersistentManifold wrong = fixed;
  wrong.count = 5;
  EXPECT_EQ(violation(wrong).value_or(""), "5 points");
  wrong = fixed;
  wrong.weight = 0;
  EXPECT_EQ(violation(wrong).value_or(""), "a weight of 0");
  wrong = fixed;
  wrong.normal = Vec3(0, 0, 2);
  EXPECT_EQ(violation(wrong).value_or(""), "a normal of length 2");
  wrong = fixed;
  wrong.seen.turn = Quaternion(2, 0, 0, 0);
  EXPECT_EQ(violation(wrong).value_or(""), "a turn of length 2");
  wrong = fixed;
  wrong.feature[0] = -1;
  EXPECT_EQ(violation(wrong).value_or(""), "a feature -1");
  wrong = fixed;
  wrong.count = 2;
  wrong.feature = {7, 7, 0, 0};
  wrong.on_a[1] = wrong.on_a[0];
  wrong.on_b[1] = wrong.on_b[0];
  EXPECT_EQ(violation(wrong).value_or(""), "a feature 7");
  wrong = fixed;
  wrong.on_a[0] += 0.1 * wrong.normal.unitOrthogonal();
  EXPECT_EQ(violation(wrong).value_or(""), "a point off the normal");
  wrong = fixed;
  wrong.on_a[0].x() = 1e300;
  EXPECT_EQ(violation(wrong).value_or(""), "a point that is not finite");
  wrong = PersistentManifold{};
  wrong.on_b[3].z() = 1e300;
  EXPECT_EQ(violation(wrong).value_or(""), "a position without a point");
  wrong = fixed;
  wrong.alert = -0.1;
  EXPECT_EQ(violation(wrong).value_or(""), "an alert distance of -0.1 m");
  wrong = fixed;
  wrong.on_a[0] -= 0.1 * wrong.normal;
  EXPECT_EQ(violation(wrong).value_or(""), "a gap beyond the alert distance");
}

}  // namespace
}  // namespace rubble::shape
