// Time until two points approach to a given distance, compared with uniform motion, free fall from rest, and Kepler's
// equation.
#include "measure/scaling/approach.hpp"
#include "model/kepler.hpp"

#include <cmath>

#include <gtest/gtest.h>

using namespace rubble;
using measure::approach_time;

TEST(Approach, GoesStraightWithoutGravity) {
  // From 5 m with an offset of 3 m: 4 m before the nearest point; a distance of sqrt(10) m is reached 1 m before it.
  EXPECT_NEAR(approach_time({5, 3, 2, 0}, std::sqrt(10)), 1.5, 1e-12);
  EXPECT_EQ(approach_time({5, 3, 2, 0}, 5), 0);
  EXPECT_TRUE(std::isinf(approach_time({5, 3, 0, 0}, 4)));
}

// From rest at r0 to x r0: sqrt(r0^3 / (2 G M)) (acos(sqrt(x)) + sqrt(x (1 - x))). Bate, Mueller & White 1971,
// section 4.
TEST(Approach, FallsFromRest) {
  for (const double x : {0.9, 0.3, 0.01}) {
    const double wanted = std::sqrt(8 / (2 * 7.0)) * (std::acos(std::sqrt(x)) + std::sqrt(x * (1 - x)));
    EXPECT_NEAR(approach_time({2, 0, 0, 7}, 2 * x), wanted, 1e-11 * wanted) << x;
  }
}

// The time of approach agrees with that of the orbit with given pericentre and eccentricity.
TEST(Approach, FollowsTheConic) {
  for (const double eccentricity : {0.4, 1.0, 3.0}) {
    const Conic conic{1.5, eccentricity, 7, 0};
    const OrbitalMotion start = motion_on(conic, -1.2);
    const double separation = start.position.norm(), speed = start.velocity.norm();
    const double offset = start.position.cross(start.velocity).norm() / speed;
    const double near = 1.7;
    EXPECT_NEAR(approach_time({separation, offset, speed, 7}, near), 1.2 - time_to(conic, near), 1e-10) << eccentricity;
  }
}
