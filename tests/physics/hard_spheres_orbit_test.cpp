// Hard spheres in orbit: two bodies, and bodies in a planet's field.
#include "measure/ledger/ledger.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kPi = std::numbers::pi;

// Two spheres on an orbit of eccentricity 0.3 return to their initial positions after 2 pi sqrt(a^3 / (G M)).
TEST(HardSpheres, KeplerOrbit) {
  const double m1 = 3, m2 = 1, e = 0.3;
  const double period = 2 * kPi / std::sqrt(m1 + m2);  // a = 1, G = 1
  const double speed = std::sqrt((m1 + m2) * (1 + e) / (1 - e));
  double error[2];
  for (int k = 0; k < 2; ++k) {
    Pile pile = spheres();
    add(pile, m1, 0.1, {-m2 / 4 * (1 - e), 0, 0}, {0, -m2 / 4 * speed, 0});
    add(pile, m2, 0.1, {m1 / 4 * (1 - e), 0, 0}, {0, m1 / 4 * speed, 0});
    hsdem::Parameters p = hard_spheres(period / (k == 0 ? 1000 : 2000), 1);
    p.gravity.method = gravity::Summation::direct;
    hsdem::Stepper stepper(p, pile, {});
    stepper.advance(pile.model, pile.state, {}, period / 4);
    EXPECT_GT(pile.state.position[1].y(), 0.5);
    stepper.advance(pile.model, pile.state, {}, period);
    error[k] = (pile.state.position[1] - Vec3(m1 / 4 * (1 - e), 0, 0)).norm();
  }
  EXPECT_LT(error[1], 1e-4);
  EXPECT_NEAR(error[0] / error[1], 4, 0.1);  // of second order
}

// A dumbbell in orbit about a planet librates about the direction to it at sqrt(3 (B - A) / C) times its orbit's rate
// (Murray & Dermott, Solar System Dynamics, section 5.4); B = C, C - A = 2 m s^2, A = 4/5 m s^2.
TEST(HardSpheres, DumbbellLibratesInATide) {
  const double distance = 400, mass = 1e6, angle = 0.03;
  const double rate = std::sqrt(mass / std::pow(distance, 3));
  External external;
  external.planets = {{mass, Vec3::Zero()}};
  Pile pile = spheres();
  for (const double side : {-1.0, 1.0}) {
    const Vec3 arm = side * Vec3(std::cos(angle), std::sin(angle), 0);
    add(pile, 1, 1, Vec3(distance, 0, 0) + arm, Vec3(0, rate * distance, 0) + Vec3(0, 0, rate).cross(arm),
        {0, 0, rate});
  }
  glue_bodies(pile, {0, 0}, {Mat3::Zero()});
  hsdem::Stepper stepper(hard_spheres(1e-3 / rate, 1), pile, external);
  const double swings = std::sqrt(3 / 1.4);  // in units of the rate
  for (const double phase : {0.25, 0.5, 1.0}) {
    stepper.advance(pile.model, pile.state, external, 2 * kPi * phase / (swings * rate));
    const Vec3 out = pile.state.position[0] + pile.state.position[1];
    const Vec3 arm = pile.state.position[1] - pile.state.position[0];
    const double now = std::asin(out.normalized().cross(arm.normalized()).z());
    EXPECT_NEAR(now, angle * std::cos(2 * kPi * phase), 0.02 * angle) << phase;
  }
}

// For a planet at rest and for a flyby, the ledger includes the momentum and angular momentum from the planet's field.
// For a flyby the ledger also includes the work of each kick.
TEST(HardSpheres, LedgerIncludesThePlanetsField) {
  for (const bool passes : {false, true}) {
    External external;
    external.planets = {{1e6, Vec3(40, 0, 0)}};
    if (passes) external.planets[0].pass = Conic{40, 1.5, 1e6, 0.1};
    Reals errors;
    for (const double dt : {0.002, 0.001}) {
      Pile pile = spheres();
      for (const double y : {-1.0, 1.0}) add(pile, 2, 1, {0, y, 1}, {0, 0, 0.5 * y}, {0.5, 0, 0});
      add(pile, 1, 0.5, {3, 0, -4}, {1, -2, 0}, {0, 1, 0});
      glue_bodies(pile, {0, 0, -1}, {Mat3::Zero()});
      const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
      hsdem::Stepper stepper(hard_spheres(dt, 0.5), pile, external);
      stepper.advance(pile.model, pile.state, external, 0.2);
      const Account& account = stepper.account();
      const measure::Ledger after = measure::ledger(pile, external, 1, false, account);
      EXPECT_GT(account.impulse.norm(), before.momentum.norm());
      EXPECT_LT((after.momentum - before.momentum - account.impulse).norm(), 1e-12 * account.impulse.norm());
      EXPECT_GT(account.angular_impulse.norm(), before.angular().norm());
      EXPECT_LT((after.angular() - before.angular() - account.angular_impulse).norm(),
                1e-12 * account.angular_impulse.norm());
      EXPECT_EQ(account.dissipated(), 0);
      errors.push_back(std::abs(after.of_motion() - before.of_motion()));
      EXPECT_LT(errors.back(), (passes ? 1e-12 : 1e-3) * after.kinetic());
      EXPECT_TRUE(!passes || account.driven > before.kinetic());
    }
    if (passes) continue;
    EXPECT_NEAR(errors[0] / errors[1], 4, 0.6);  // error of the potential, by the leapfrog
  }
}

}  // namespace
}  // namespace rubble::test
