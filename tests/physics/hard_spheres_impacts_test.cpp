// Impacts of hard spheres and of rigid bodies of them, compared with closed forms.
#include "measure/ledger/ledger.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kPi = std::numbers::pi;

// Oblique collision: times and velocities are exact up to rounding, for any step.
TEST(HardSpheres, ObliqueCollision) {
  for (const double dt : {0.013, 1.0, 100.0}) {
    Pile pile = spheres();
    add(pile, 2, 1, {0, 0, 0}, {0.3, 0, 0});
    add(pile, 1, 0.5, {10, 1.0, 0}, {-0.7, 0, 0});
    const double contact = 10 - std::sqrt(1.5 * 1.5 - 1), time = contact / 1.0;
    hsdem::Stepper stepper(hard_spheres(dt, 0.5), pile, {});
    stepper.advance(pile.model, pile.state, {}, 100);
    const Vec3 normal = Vec3(std::sqrt(1.25), 1, 0) / 1.5;
    const double along = Vec3(-1, 0, 0).dot(normal), impulse = -1.5 * along * (2.0 / 3);
    const Vec3 v0 = Vec3(0.3, 0, 0) - impulse / 2 * normal, v1 = Vec3(-0.7, 0, 0) + impulse * normal;
    EXPECT_LT((pile.state.velocity[0] - v0).norm(), 1e-9) << dt;
    EXPECT_LT((pile.state.velocity[1] - v1).norm(), 1e-9) << dt;
    const Vec3 x0 = Vec3(0.3 * time, 0, 0) + (pile.state.time - time) * v0;
    EXPECT_LT((pile.state.position[0] - x0).norm(), 1e-7) << dt;
    EXPECT_NEAR(stepper.account()[Channel::impact], 0.5 * (2.0 / 3) * 0.75 * along * along, 1e-12);
  }
}

// Newton's cradle: the last of seven spheres takes all momentum at once.
TEST(HardSpheres, CradleOfTouchingSpheres) {
  Pile pile = spheres();
  add(pile, 1, 1, {-5, 0, 0}, {1, 0, 0});
  for (int k = 0; k < 6; ++k) add(pile, 1, 1, {2.0 * k, 0, 0});
  hsdem::Stepper stepper(hard_spheres(10, 1), pile, {});
  stepper.advance(pile.model, pile.state, {}, 10);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(pile.state.velocity[k].x(), 0, 1e-12);
  EXPECT_NEAR(pile.state.velocity[6].x(), 1, 1e-12);
}

// A rotating dumbbell hits a sphere at rest: the time is the root of the distance to the moving end, and the impulse is
// that of rigid bodies.
TEST(HardSpheres, RotatingDumbbellMeetsASphere) {
  for (const double dt : {0.05, 2.0}) {
    Pile pile = spheres();
    const double rate = 0.8;
    for (const double x : {-1.0, 1.0}) add(pile, 1, 1, {x, 0, 0}, {0, rate * x, 0}, {0, 0, rate});
    add(pile, 5, 0.5, {0.6, 2.3, 0});
    glue_bodies(pile, {0, 0, -1}, {Mat3::Zero()});
    const auto gap = [&](double t) {
      return (Vec3(std::cos(rate * t), std::sin(rate * t), 0) - Vec3(0.6, 2.3, 0)).norm() - 1.5;
    };
    double low = 0, high = 1.5;
    ASSERT_GT(gap(low), 0);
    ASSERT_LT(gap(high), 0);
    for (int k = 0; k < 100; ++k) (gap(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);

    const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
    hsdem::Stepper stepper(hard_spheres(dt, 0.7), pile, {});
    stepper.advance(pile.model, pile.state, {}, 2);
    const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
    EXPECT_LT((after.angular() - before.angular()).norm(), 1e-12);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12);
    EXPECT_NEAR(after.total(), before.total(), 1e-12);
    ASSERT_GT(stepper.account()[Channel::impact], 0);
    // After the contact, the sphere moves along the normal of the contact.
    const Vec3 normal = (Vec3(0.6, 2.3, 0) - Vec3(std::cos(rate * low), std::sin(rate * low), 0)).normalized();
    EXPECT_LT(pile.state.velocity[2].cross(normal).norm(), 1e-5);
    // 1 / m_eff = 1 / m + 1 / M + (arm x n)^2 / C with C = 2 (2/5 + 1): appendix B of Richardson et al. 2009 by hand.
    const Vec3 arm = Vec3(std::cos(rate * low), std::sin(rate * low), 0) + normal;
    const double meets = Vec3(0, 0, rate).cross(arm).dot(normal);
    const double yields = 1.0 / 5 + 1.0 / 2 + arm.cross(normal).squaredNorm() / 2.8;
    EXPECT_NEAR(pile.state.velocity[2].norm(), 1.7 * meets / yields / 5, 1e-5);
    const double way = (pile.state.position[2] - Vec3(0.6, 2.3, 0)).norm();
    EXPECT_NEAR(pile.state.time - way / pile.state.velocity[2].norm(), low, 1e-5);
  }
}

// A heavy rotating aggregate in a shower of light spheres, within one step. Predictions for its many spheres remain
// valid after small hits, and expire before the error matters. No spheres overlap unnoticed, and perfectly elastic
// impacts conserve energy.
TEST(HardSpheres, PredictionsExpireAsAnAggregateIsHit) {
  for (const double mass : {1e-3, 0.05, 1.0}) {
    Dice dice(5);
    Pile pile = spheres();
    std::vector<Index> groups;
    const Vec3 spin = Vec3(0.03, -0.02, 0.04);
    for (int k = 0; k < 125; ++k) {
      const Vec3 place = 2.0 * Vec3(k % 5 - 2, k / 5 % 5 - 2, k / 25 - 2);
      add(pile, 1, 1, place, spin.cross(place), spin);
      groups.push_back(0);
    }
    for (int k = 0; k < 300; ++k) {
      const Vec3 way = dice.in_ball().normalized();
      add(pile, mass, 0.5, (12 + 0.1 * k) * way, -way + 0.3 * dice.vector());
      groups.push_back(-1);
    }
    glue_bodies(pile, groups, {Mat3::Zero()});
    const measure::Ledger before = measure::ledger(pile, {}, 1, false, {});
    hsdem::Stepper stepper(hard_spheres(40, 1), pile, {});
    const StepReport report = stepper.advance(pile.model, pile.state, {}, 40);
    const measure::Ledger after = measure::ledger(pile, {}, 1, false, stepper.account());
    EXPECT_GT(report.remark("impacts"), 200) << mass;
    EXPECT_EQ(report.remark("pairs that overlapped before they were looked at"), 0) << mass;
    EXPECT_LT(report.audits[0].worst, 1e-5) << mass;
    EXPECT_NEAR(after.total(), before.total(), 1e-11 * before.total()) << mass;
    EXPECT_LT((after.angular() - before.angular()).norm(), 1e-11 * before.angular().norm()) << mass;
  }
}

// Two bodies at rest are not predicted to collide. Then one of them is hit at its centre and moves to the second body.
TEST(HardSpheres, HitsThatPushAnAggregateOn) {
  Pile pile = spheres();
  for (const double y : {-2.0, 0.0, 2.0}) add(pile, 5, 1, {0, y, 0});
  add(pile, 15, 1, {-5, 0, 0}, {1, 0, 0});
  add(pile, 1, 1, {3.5, 2, 0});
  glue_bodies(pile, {0, 0, 0, -1, -1}, {Mat3::Zero()});
  hsdem::Stepper stepper(hard_spheres(20, 1), pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 20);
  // At t = 3, mass 15 hits mass 15: the first stops, the second continues at its speed. At t = 4.5 it hits the last
  // sphere with the lever arm 2. 1 / m_eff = 1 / 15 + 1 / 1 + 4 / C with C = 15 (2/5) + 2 x 5 x 4.
  EXPECT_EQ(report.remark("impacts"), 2);
  EXPECT_NEAR(pile.state.velocity[3].norm(), 0, 1e-9);
  const double speed = 2 / (1.0 / 15 + 1 + 4.0 / 46);
  EXPECT_NEAR(pile.state.velocity[4].x(), speed, 1e-5);
  EXPECT_NEAR(pile.state.position[4].x(), 3.5 + (20 - 4.5) * speed, 1e-4);
}

// A rod is hit at one end. Its far end rotates backwards and hits a sphere 2.5 behind it.
TEST(HardSpheres, HitsThatTurnAnAggregate) {
  Pile pile = spheres();
  for (int k = -4; k <= 4; ++k) add(pile, 1, 1, {2.0 * k, 0, 0});
  add(pile, 0.1, 1, {8, -4, 0}, {0, 1, 0});
  const double way = 0.1;
  add(pile, 0.1, 1, {-8, -2 - way, 0});
  glue_bodies(pile, {0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1}, {Mat3::Zero()});
  hsdem::Parameters p = hard_spheres(6, 1);
  hsdem::Stepper stepper(p, pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 6);
  // I = sum x^2 + 9 (2/5) = 243.6; p = 2 / (1 / 0.1 + 1 / 9 + 64 / I); the far end moves at p (1 / 9 - 64 / I).
  const double inertia = 240 + 9 * 0.4, pushed = 2 / (10 + 1.0 / 9 + 64 / inertia);
  const double speed = pushed * (64 / inertia - 1.0 / 9);
  ASSERT_LT(2 + way / speed, 6);
  EXPECT_EQ(report.remark("impacts"), 2);
  const double yields = 10 + 1.0 / 9 + 64 / inertia;
  EXPECT_NEAR(pile.state.velocity[10].y(), -2 * speed / yields * 10, 1e-3 * speed);
}

// Within one step a sphere bounces off a floor and meets another sphere that still falls: their relative motion is
// uniform, although they were last updated at different times.
TEST(HardSpheres, MeetsAfterABounce) {
  const double g = 2, low = 3, high = 9;
  Pile pile = spheres();
  add(pile, 1, 1, {0, 0, low});
  add(pile, 1, 1, {0, 0, high});
  External external;
  external.uniform = Vec3(0, 0, -g);
  external.planes.push_back({Vec3::Zero(), Vec3::UnitZ()});
  const double bounce = std::sqrt(2 * (low - 1) / g), speed = g * bounce;
  const double gap = high - g * bounce * bounce / 2 - 1 - 2, meet = bounce + gap / (2 * speed);
  const double end = meet + 0.1, up = speed - g * (meet - bounce), down = -g * meet;
  hsdem::Stepper stepper(hard_spheres(end, 1), pile, external);
  EXPECT_EQ(stepper.advance(pile.model, pile.state, external, end).remark("impacts"), 2);
  EXPECT_NEAR(pile.state.velocity[0].z(), down - g * 0.1, 1e-12);  // equal masses exchange their velocities
  EXPECT_NEAR(pile.state.velocity[1].z(), up - g * 0.1, 1e-12);
  const double height = high - g * meet * meet / 2;
  EXPECT_NEAR(pile.state.position[1].z(), height + 0.1 * up - g * 0.005, 1e-12);
}

// Impacts slower than `slow` lose no energy. By default, uniform gravity without walls makes no impact slow.
TEST(HardSpheres, SlowImpactsLoseNoEnergy) {
  const double dt = 0.1, slow = 0.6;
  External external;
  external.uniform = {0, 0, -2};  // both fall equally
  for (const bool given : {false, true})
    for (const double factor : {0.99, 1.01}) {
      Pile pile = spheres();
      const double speed = factor * slow;
      add(pile, 1, 0.5, {0, 0, 0}, {speed / 2, 0, 0});
      add(pile, 1, 0.5, {1.01, 0, 0}, {-speed / 2, 0, 0});
      hsdem::Parameters p = hard_spheres(dt, 0.5);
      p.contact.slow.reset();
      if (given) p.contact.slow = slow;
      hsdem::Stepper stepper(p, pile, external);
      stepper.advance(pile.model, pile.state, external, dt);
      const double restitution = given && factor < 1 ? 1 : 0.5;
      EXPECT_NEAR(pile.state.velocity[1].x(), restitution * speed / 2, 1e-12) << given << ' ' << factor;
    }
}

// Collision rate of a gas of hard spheres, for each sphere: Enskog's rate 4 n sigma^2 chi sqrt(pi kT / m) with Carnahan
// and Starling's contact value (Chapman & Cowling, The Mathematical Theory of Non-Uniform Gases).
TEST(HardSpheres, CollisionRateOfADenseGas) {
  Dice dice(11);
  Pile pile = spheres();
  constexpr int kSide = 12;
  const double fraction = 0.2, count = kSide * kSide * kSide;
  const double side = std::cbrt(count * kPi / 6 / fraction);  // diameter 1, mass 1
  External external;
  external.period = Vec3::Constant(side);
  double energy = 0;
  Vec3 momentum = Vec3::Zero();
  for (int k = 0; k < count; ++k) {
    const Vec3 cell(k % kSide, k / kSide % kSide, k / kSide / kSide);
    Vec3 v = Vec3::Zero();
    for (int n = 0; n < 12; ++n) v += dice.vector();
    add(pile, 1, 0.5, side / kSide * (cell + 0.5 * Vec3::Ones()), v);
    momentum += v;
  }
  for (Vec3& v : pile.state.velocity) {
    v -= momentum / count;
    energy += 0.5 * v.squaredNorm();
  }
  hsdem::Stepper stepper(hard_spheres(0.05, 1), pile, external);
  stepper.advance(pile.model, pile.state, external, 2);  // melts the lattice
  const double start = stepper.advance(pile.model, pile.state, external, 2.1).remark("impacts");
  const double end = stepper.advance(pile.model, pile.state, external, 12.1).remark("impacts");
  const double rate = 2 * (end - start) / count / 10;
  const double temperature = 2 * energy / (3 * count), density = count / (side * side * side);
  const double chi = (1 - fraction / 2) / std::pow(1 - fraction, 3);
  EXPECT_NEAR(rate / (4 * density * chi * std::sqrt(kPi * temperature)), 1, 0.02);
  EXPECT_EQ(stepper.advance(pile.model, pile.state, external, 12.2)
                .remark("pairs that overlapped before they were looked at"),
            0);
  double after = 0;
  for (const Vec3& v : pile.state.velocity) after += 0.5 * v.squaredNorm();
  EXPECT_NEAR(after / energy, 1, 1e-11);
}

}  // namespace
}  // namespace rubble::test
