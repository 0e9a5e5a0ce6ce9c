// Times of contact of moving spheres compared with closed forms.
#include "hsdem/contact_time.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::hsdem {
namespace {

using test::Dice;

// b passes a at the height y. They touch when their distance equals the sum of the radii.
TEST(ContactTime, ObliqueFlight) {
  const double y = 1.2, reach = 3, speed = 0.7;
  const Vec3 separation(10, y, 0), velocity(-speed, 0, 0);
  const double expected = (10 - std::sqrt(reach * reach - y * y)) / speed;
  EXPECT_NEAR(contact_time(separation, velocity, reach), expected, 1e-12);
  EXPECT_EQ(contact_time(separation, -velocity, reach), kNever);
  EXPECT_EQ(contact_time(Vec3(10, 3.1, 0), velocity, reach), kNever);
  EXPECT_EQ(contact_time(Vec3(2, 0, 0), velocity, reach), 0);
}

// The spheres almost touch and are slow: the direct formula would lose all digits.
TEST(ContactTime, KeepsDigitsOfSmallGaps) {
  const double gap = 1e-12;
  EXPECT_NEAR(contact_time(Vec3(2 + gap, 0, 0), Vec3(-1e-3, 1e-3, 0), 2) / (gap / 1e-3), 1, 1e-3);
}

// Two points with bounded accelerations cannot touch before this time, for any motion.
TEST(ContactTime, SafeTimeIsBeforeTheContact) {
  Dice dice(4);
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 axis = dice.vector().normalized(), centre = 6 * dice.vector().normalized(), arm = dice.vector();
    const double rate = 0.5 + std::abs(dice.number());
    const auto separation = [&](double t) -> Vec3 {
      return centre - 0.3 * t * centre + Eigen::AngleAxisd(rate * t, axis) * arm;
    };
    const auto gap = [&](double t) { return separation(t).norm() - 1; };
    const Vec3 velocity = -0.3 * centre + rate * axis.cross(arm);
    const double safe = safe_time(gap(0), velocity.dot(separation(0).normalized()), rate * rate * arm.norm());
    for (int k = 0; k <= 100; ++k) EXPECT_GE(gap(safe * std::min(1.0, k / 100.0)), -1e-12);
  }
  EXPECT_EQ(safe_time(1, 0, 0), kNever);
  EXPECT_NEAR(safe_time(2, -0.5, 0), 4, 1e-15);
  EXPECT_NEAR(safe_time(2, 0, 1), 2, 1e-15);
}

}  // namespace
}  // namespace rubble::hsdem
