// Hard spheres on a floor in uniform gravity: bouncing, resting, shaken.
#include "measure/ledger/ledger.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// Dropped from the height d above a floor, with e = 0.5: first contact at sqrt(2 d / g), then flights of 2 e^k v / g.
TEST(HardSpheres, BouncingBallHasItsExactTimes) {
  const double g = 9.81, d = 3, e = 0.5;
  for (const double dt : {0.003, 0.7}) {
    Pile pile = spheres();
    add(pile, 2, 0.5, {0, 0, d + 0.5}, {0.2, 0, 0});
    External external;
    external.uniform = {0, 0, -g};
    external.planes.push_back({});
    hsdem::Stepper stepper(hard_spheres(dt, e), pile, external);
    const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
    stepper.advance(pile.model, pile.state, external, 1.4);
    const double v = std::sqrt(2 * g * d), t1 = v / g, t2 = t1 + 2 * e * v / g;
    ASSERT_LT(t1, pile.state.time);
    ASSERT_GT(t2, pile.state.time);
    const double since = pile.state.time - t1;
    EXPECT_NEAR(pile.state.position[0].z(), 0.5 + e * v * since - g / 2 * since * since, 1e-9) << dt;
    EXPECT_NEAR(pile.state.velocity[0].z(), e * v - g * since, 1e-9) << dt;
    EXPECT_NEAR(pile.state.velocity[0].x(), 0.2, 1e-14);
    const measure::Ledger after = measure::ledger(pile, external, 1, false, stepper.account());
    EXPECT_NEAR(after.total(), before.total(), 1e-10 * before.kinetic() + 1e-9);
    EXPECT_LT((after.momentum - before.momentum - stepper.account().impulse).norm(), 1e-12);
    EXPECT_LT((after.angular() - before.angular() - stepper.account().angular_impulse).norm(), 1e-9);
  }
}

// A sphere that rests on a floor at the start, or comes to rest there, stays there. It has few impacts per step, and
// the ledger closes. It rises no higher than the least speed and the fall of one step allow.
TEST(HardSpheres, RestsOnAFloor) {
  const double g = 9.81;
  const double dt = 0.05;
  External external;
  external.uniform = {0, 0, -g};
  external.planes.push_back({});
  for (const double height : {0.0, 1e-9, 0.3}) {
    for (const double restitution : {0.0, 0.5, 1.0}) {
      if (height > 1e-3 && restitution == 1) continue;  // never comes to rest: the test does not apply
      Pile pile = spheres();
      add(pile, 2, 0.5, {0, 0, 0.5 + height}, {0.1, 0, 0});
      hsdem::Stepper stepper(hard_spheres(dt, restitution), pile, external);
      const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
      stepper.advance(pile.model, pile.state, external, 10);
      double highest = 0;
      for (double t = 10; t < 20; t += dt) {
        stepper.advance(pile.model, pile.state, external, t + dt);
        highest = std::max(highest, pile.state.position[0].z() - 0.5);
      }
      const StepReport report = stepper.advance(pile.model, pile.state, external, 20 + 2 * dt);
      const measure::Ledger after = measure::ledger(pile, external, 1, false, stepper.account());
      const double slow = 3 * g * dt;  // impacts below it lose nothing
      EXPECT_LE(highest, slow * slow / (2 * g) * (1 + 1e-9)) << height << ' ' << restitution;
      EXPECT_LE(report.remark("impacts"), 41 * 400) << height << ' ' << restitution;  // flights last a tenth of a step
      EXPECT_EQ(report.remark("pairs passed over"), 0);
      EXPECT_LT(report.audits[0].worst, 1e-5);
      EXPECT_NEAR(after.total(), before.total(), 1e-10 * (before.kinetic() + 2 * g * (height + 0.5)));
      EXPECT_NEAR(pile.state.velocity[0].x(), 0.1, 1e-14);
      EXPECT_EQ(stepper.account()[Channel::correction] < 0, height < 1e-3);
    }
  }
}

// Contacts with a shaken floor have the gap and the point of the present state: the floor stands at a sin(2 pi f t).
TEST(HardSpheres, ContactsWithAShakenFloorAreOfTheirTime) {
  const double dt = 0.01;
  External external;
  external.uniform = {0, 0, -9.81};
  external.planes.push_back({Vec3::Zero(), Vec3::UnitZ(), Vec3(0, 0, 0.05), 3});
  Pile pile = spheres();
  add(pile, 2, 0.5, {0, 0, 0.6});
  hsdem::Stepper stepper(hard_spheres(dt, 0.5), pile, external);
  int seen = 0;
  for (int k = 1; k <= 200; ++k) {
    stepper.advance(pile.model, pile.state, external, k * dt);
    const Contacts contacts = stepper.contacts(pile, external);
    const double floor = 0.05 * std::sin(2 * std::numbers::pi * 3 * pile.state.time);
    for (std::size_t c = 0; c < contacts.size(); ++c, ++seen) {
      EXPECT_NEAR(contacts.gap[c], pile.state.position[0].z() - 0.5 - floor, 1e-12) << k;
      EXPECT_NEAR(contacts.point[c].z(), floor + contacts.gap[c] / 2, 1e-12) << k;
    }
  }
  EXPECT_GT(seen, 10);
}

// A column that stands on a floor, and a dumbbell that lies on it, neither sink in nor hover.
TEST(HardSpheres, ColumnsStandOnAFloor) {
  External external;
  external.uniform = {0, 0, -9.81};
  external.planes.push_back({});
  for (const bool glued : {false, true}) {
    Pile pile = spheres();
    for (int k = 0; k < 4; ++k) add(pile, 1, 0.5, glued ? Vec3(k, 0, 0.5) : Vec3(0, 0, 0.5 + k));
    if (glued) glue_bodies(pile, {0, 0, 0, 0}, {Mat3::Zero()});
    hsdem::Stepper stepper(hard_spheres(0.05, 0.5), pile, external);
    const StepReport report = stepper.advance(pile.model, pile.state, external, 20);
    EXPECT_LT(report.audits[0].worst, 1e-5) << glued;
    EXPECT_LT(report.audits[1].worst, 0.01) << glued;
    const double slow = 3 * 9.81 * 0.05;
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_GT(pile.state.position[i].z(), 0.5 - 1e-5) << glued;
      EXPECT_LT(pile.state.position[i].z(), (glued ? 0.5 : 0.5 + static_cast<double>(i)) + 8 * slow * slow / 9.81)
          << glued;
    }
  }
}

// The work of a shaken floor equals the energy that the ball gains.
TEST(HardSpheres, ShakenFloorDoesWork) {
  Pile pile = spheres();
  add(pile, 2, 0.5, {0, 0, 1.5});
  External external;
  external.uniform = {0, 0, -9.81};
  external.planes.push_back({.amplitude = Vec3(0, 0, 0.1), .frequency = 3});
  hsdem::Stepper stepper(hard_spheres(0.02, 0.8), pile, external);
  const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
  const StepReport report = stepper.advance(pile.model, pile.state, external, 20);
  const measure::Ledger after = measure::ledger(pile, external, 1, false, stepper.account());
  EXPECT_GT(report.remark("impacts"), 20);
  EXPECT_GT(std::abs(stepper.account().walls), 1);
  EXPECT_NEAR(after.total(), before.total(), 1e-9 * stepper.account().dissipated());
  EXPECT_LT(report.audits[0].worst, 1e-5);
}

}  // namespace
}  // namespace rubble::test
