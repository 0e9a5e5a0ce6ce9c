// Held gravity between evaluations, and the absence of a spurious torque.
#include "base/error.hpp"
#include "base/random.hpp"
#include "gravity/held.hpp"
#include "gravity/held_solver.hpp"
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

// Three sources on circular orbits of different periods; distances and speeds of order one.
Vec3s on_circles(double time) {
  Vec3s places;
  for (const double rate : {1.0, 0.7, 0.4})
    places.push_back({std::cos(rate * time) / rate, std::sin(rate * time) / rate, 0.1 * rate});
  return places;
}

struct HeldRun {
  gravity::HeldSolver solver;
  int evaluations = 0;
  double made = 0;
  static constexpr double kStep = 1e-3;

  explicit HeldRun(double hold) : solver({.method = gravity::Summation::direct, .constant = 1, .hold = hold}) {}
  void step(std::int64_t k) {
    evaluations += solver.is_due(k);
    made += solver.update(
        k, kStep, {1, 2, 3}, on_circles(kStep * static_cast<double>(k)),
        [](Vec3s&) {
          return gravity::Sizes{5, 7};
        },
        [](const Vec3s& missed) { return missed[0].x(); });
  }
};

// Held accelerations keep the requested error against those of each step, with fewer evaluations.
TEST(HeldSolver, FollowsTheAccelerationsOfEachStep) {
  HeldRun each(0), held(1e-4);
  double worst = 0;
  for (std::int64_t k = 0; k < 2000; ++k) {
    each.step(k), held.step(k);
    double miss2 = 0, size2 = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      miss2 += (held.solver.acceleration(i) - each.solver.acceleration(i)).squaredNorm();
      size2 += each.solver.acceleration(i).squaredNorm();
    }
    worst = std::max(worst, std::sqrt(miss2 / size2));
  }
  EXPECT_EQ(each.evaluations, 2000);
  EXPECT_LT(held.evaluations, 400);
  EXPECT_LT(worst, 2e-4);
  EXPECT_GT(worst, 1e-6);
  EXPECT_EQ(each.made, 0);
  EXPECT_NE(held.made, 0);
  EXPECT_EQ(each.solver.held().within.force, 0);
  EXPECT_EQ(held.solver.held().within.force, 5);
}

TEST(HeldSolver, ResumesWithTheSameBits) {
  HeldRun whole(1e-4), half(1e-4);
  for (std::int64_t k = 0; k <= 300; ++k) whole.step(k), half.step(k);
  Resume resume;
  Archive save(resume);
  half.solver.archive(save, "test/gravity", 3);
  HeldRun resumed(1e-4);
  Archive load(std::as_const(resume));
  resumed.solver.archive(load, "test/gravity", 3);
  for (std::int64_t k = 301; k <= 600; ++k) whole.step(k), resumed.step(k);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(whole.solver.acceleration(i), resumed.solver.acceleration(i));
  HeldRun other(1e-4);
  Archive wrong(std::as_const(resume));
  EXPECT_THROW(other.solver.archive(wrong, "test/gravity", 4), InputError);
}

TEST(HeldSolver, WithoutAMethodNothingAttracts) {
  gravity::HeldSolver none({.method = gravity::Summation::none, .constant = 1, .hold = 1e-3});
  EXPECT_FALSE(none.attracts());
  EXPECT_FALSE(none.is_due(0));
  EXPECT_EQ(none.update(
                0, 1, {1}, {Vec3::Zero()}, [](Vec3s&) { return gravity::Sizes(); }, [](const Vec3s&) { return 1.0; }),
            0);
}

}  // namespace
}  // namespace rubble
