// Time of first contact of two moving bodies, compared with their separations at many times of the move.
#include "base/random.hpp"
#include "shape/first_touch.hpp"
#include "shape/hull.hpp"
#include "unit/hulls.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::shape {
namespace {

struct Encounter {
  PlacedShape a, b;
  Move move_a, move_b;
};

// Deepest overlap [m] and first fraction with an overlap of `enough` [m]; above 1 if there is none.
struct Sampled {
  double deepest = 0;
  double first = 2;
};

constexpr int kSamples = 2000;

Sampled sample(const Encounter& e, const PreparedShape& a, const PreparedShape& b, double enough) {
  Sampled found;
  SeparationCache cache;
  for (int k = 0; k <= kSamples; ++k) {
    const double part = double(k) / kSamples;
    const Placement at_a = moved(e.a.placement, e.move_a, part);
    const Placement at_b = moved(e.b.placement, e.move_b, part);
    const double depth = -separation(a, at_a, b, at_b, cache).gap;
    found.deepest = std::max(found.deepest, depth);
    if (depth >= enough) found.first = std::min(found.first, part);
  }
  return found;
}

// (seed, share of the motion by rotation) => two hulls that are apart and move near each other.
Encounter encounter(std::uint64_t seed, double spinning) {
  Random random(seed, Purpose::kMotion);
  Encounter e{make_hull("a", random_points(9, 2 * seed)), make_hull("b", random_points(9, 2 * seed + 1)), {}, {}};
  const double distance = 1.5 * (e.a.placement.radius + e.b.placement.radius);
  e.a.placement.centre.setZero();
  e.b.placement.centre = distance * (Vec3::UnitX() + 0.2 * random.in_ball());
  e.move_a.turn = 2 * spinning * random.in_ball();
  e.move_b.turn = 2 * spinning * random.in_ball();
  e.move_b.shift = (1 - spinning) * -Vec3::UnitX() + 0.2 * random.in_ball();
  return e;
}

// Rotation contributes most of the bound on the motion, so that the bodies close much more slowly than the bound.
TEST(ShapeFirstTouch, FindsEachOverlapOfTwoHulls) {
  int met = 0;
  int missed = 0;
  for (const double spinning : {0.2, 0.7, 0.95})
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
      const Encounter e = encounter(seed, spinning);
      const PreparedShape a(e.a.shape);
      const PreparedShape b(e.b.shape);
      const double radius = std::min(e.a.placement.radius, e.b.placement.radius);
      SeparationCache cache;
      if (!(separation(a, e.a.placement, b, e.b.placement, cache).gap > 0)) continue;
      const Sampled wanted = sample(e, a, b, 1e-3 * radius);
      const auto found = first_touch(a, e.a.placement, e.move_a, b, e.b.placement, e.move_b);
      if (wanted.deepest > 0.01 * radius) {
        ++met;
        missed += !found;
      }
      if (wanted.deepest <= 0) {
        EXPECT_FALSE(found) << seed << ' ' << spinning;
      }
      if (!found) continue;
      EXPECT_LE(*found, wanted.first) << seed << ' ' << spinning;
      const double gap =
          separation(a, moved(e.a.placement, e.move_a, *found), b, moved(e.b.placement, e.move_b, *found), cache).gap;
      EXPECT_NEAR(gap, 0, 1.01 * kTouchGap * radius) << seed << ' ' << spinning;
    }
  EXPECT_GT(met, 100);
  EXPECT_EQ(missed, 0);
}

// A square plate turns about an axis through its centre. Its corner reaches a wall-like cube when the corner's height
// sqrt(2) sin(angle + 45 degrees) equals the distance of the cube's face.
TEST(ShapeFirstTouch, CornerOfATurningPlate) {
  const PlacedShape plate = make_hull("plate", box({2, 2, 0.5}));
  const PlacedShape cube = make_hull("cube", box({4, 4, 4}));
  Placement at = cube.placement;
  at.centre = Vec3(0, 2 + 1.2, 0);
  const Move turn{Vec3::Zero(), 0.4 * Vec3::UnitZ()};
  const auto found = first_touch(PreparedShape(plate.shape), plate.placement, turn, PreparedShape(cube.shape), at, {});
  ASSERT_TRUE(found.has_value());
  const double angle = std::asin(1.2 / std::numbers::sqrt2) - std::numbers::pi / 4;
  EXPECT_NEAR(*found, angle / 0.4, 1e-5);
}

// A cube slides along the face of another one without overlap, then into it.
TEST(ShapeFirstTouch, GrazingIsNoContact) {
  const PlacedShape cube = make_hull("cube", box({2, 2, 2}));
  Placement at = cube.placement;
  at.centre = Vec3(2 + 1e-7, -3, 0);
  const Move along{Vec3(0, 6, 0), Vec3::Zero()};
  EXPECT_FALSE(first_touch(PreparedShape(cube.shape), cube.placement, {}, PreparedShape(cube.shape), at, along));
  const Move into{Vec3(-0.01, 6, 0), Vec3::Zero()};
  EXPECT_TRUE(first_touch(PreparedShape(cube.shape), cube.placement, {}, PreparedShape(cube.shape), at, into));
}

}  // namespace
}  // namespace rubble::shape
