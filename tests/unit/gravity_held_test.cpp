// Held gravity between evaluations, and the absence of a spurious torque.
#include "base/random.hpp"
#include "gravity/held.hpp"
#include "gravity/torque.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble {
namespace {

struct Points {
  Reals mass;
  Vec3s position, acceleration;
};
Points points(std::size_t n) {
  Points p;
  for (std::size_t i = 0; i < n; ++i) {
    Random random(5, Purpose::kPlace, i);
    p.mass.push_back(1 + random.uniform());
    p.position.push_back(Vec3(3, -2, 7) + random.in_ball());
    p.acceleration.push_back(random.in_ball());
  }
  return p;
}
Vec3 force_of(const Points& p) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < p.mass.size(); ++i) sum += p.mass[i] * p.acceleration[i];
  return sum;
}
Vec3 torque_of(const Points& p) {
  Vec3 centre = Vec3::Zero(), sum = Vec3::Zero();
  double mass = 0;
  for (std::size_t i = 0; i < p.mass.size(); ++i) centre += p.mass[i] * p.position[i], mass += p.mass[i];
  for (std::size_t i = 0; i < p.mass.size(); ++i)
    sum += p.mass[i] * (p.position[i] - centre / mass).cross(p.acceleration[i]);
  return sum;
}

TEST(RemoveTorque, LeavesTheForceAndNoTorque) {
  Points p = points(500);
  const Vec3 force = force_of(p), torque = torque_of(p);
  ASSERT_GT(torque.norm(), 1);
  EXPECT_LT((gravity::remove_torque(p.mass, p.position, p.acceleration) - torque).norm(), 1e-10);
  EXPECT_LT(torque_of(p).norm(), 1e-12 * torque.norm());
  EXPECT_LT((force_of(p) - force).norm(), 1e-12 * force.norm());
}

TEST(RemoveTorque, BodiesOnOneLine) {
  Points p = points(2);
  gravity::remove_torque(p.mass, p.position, p.acceleration);
  EXPECT_LT(torque_of(p).norm(), 1e-14);
  for (const Vec3& a : p.acceleration) EXPECT_TRUE(a.allFinite());
}

// A rotating field: the error of linear extrapolation grows as the square of the interval, so that the interval
// converges to that with the wanted error.
TEST(Held, IntervalFollowsTheFieldsCurvature) {
  for (const double wanted : {1e-3, 1e-5}) {
    const double turn = 1e-3;  // [rad] per step
    gravity::Held held;
    Vec3s missed;
    double error = 0;
    std::int64_t evaluations = 0;
    for (std::int64_t step = 0; step < 3000; ++step) {
      if (!held.due(step)) continue;
      const double angle = turn * static_cast<double>(step);
      error = gravity::renew(held, step, Vec3s(8, Vec3(std::cos(angle), std::sin(angle), 0)), wanted, missed);
      ++evaluations;
    }
    // The line through two points n apart is followed for n more steps: its error is (n turn)^2.
    const auto expected = std::clamp(std::sqrt(wanted) / turn, 1.0, static_cast<double>(gravity::kLongestHold));
    EXPECT_GT(static_cast<double>(held.interval), 0.6 * expected) << wanted;
    EXPECT_LT(static_cast<double>(held.interval), 1.05 * expected) << wanted;
    EXPECT_LT(error, 1.1 * wanted);
    EXPECT_LT(evaluations, 3000 / (0.6 * expected) + 20);
  }
}

TEST(Held, EvaluatedAtEachStepForZeroError) {
  gravity::Held held;
  Vec3s missed;
  for (std::int64_t step = 0; step < 5; ++step) {
    ASSERT_TRUE(held.due(step));
    gravity::renew(held, step, Vec3s(3, Vec3(1.0 + static_cast<double>(step), 0, 0)), 0, missed);
    EXPECT_EQ(held.value[1].x(), 1.0 + static_cast<double>(step));
    EXPECT_EQ(held.slope[1], Vec3(Vec3::Zero()));
  }
}

}  // namespace
}  // namespace rubble
