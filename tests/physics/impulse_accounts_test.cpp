// Accounts and lever arms of Contact Dynamics compared with closed forms: recovery, fields, cohesion, the drift,
// memory.
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// An overlap d is removed at the speed recovery d / h: the kinetic energy that results is the correction, and no other
// energy appears.
TEST(ImpulseAccounts, RecoveryIsACorrection) {
  const double h = 1e-3, radius = 0.5, overlap = 1e-3;
  for (const bool on_floor : {true, false}) {
    Pile pile;
    add_sphere(pile, radius, 2000, {0, 0, radius - overlap});
    if (!on_floor) add_sphere(pile, 0.6, 2000, {0, 0, radius - 2 * overlap + radius + 0.6});
    nscd::Parameters p = impulses(h, 0.3);
    p.contact.recovery = 0.2;
    p.contact.recovery_speed = 10;
    p.contact.start_overlap = 1;
    ImpulseRun run(p, pile, on_floor ? floor_under(Vec3::Zero()) : External{});
    run.steps(1);
    const double speed = 0.2 * overlap / h;
    const Reals& m = pile.model.mass;
    const double mass = on_floor ? m[0] : 1 / (1 / m[0] + 1 / m[1]);
    const Vec3 apart = on_floor ? run.velocity(0) : Vec3(run.velocity(1) - run.velocity(0));
    EXPECT_NEAR(apart.z(), speed, 1e-9 * speed);
    EXPECT_NEAR(run.account()[Channel::correction], -0.5 * mass * speed * speed, 1e-9 * mass * speed * speed);
    EXPECT_NEAR(run.account()[Channel::impact], 0, 1e-9 * mass * speed * speed);
    EXPECT_NEAR(run.account()[Channel::friction], 0, 1e-9 * mass * speed * speed);
  }
}

// Free fall in steps of which the fraction theta follows the forces: v = n g h, x = g h^2 (n (n - 1) / 2 + n theta).
TEST(ImpulseAccounts, FreeFallWithTheta) {
  const double h = 0.01, g = 9.81;
  for (const double theta : {0.5, 0.75, 1.0}) {
    Pile pile;
    add_sphere(pile, 0.5, 2000, {1, 2, 3});
    nscd::Parameters p = impulses(h);
    p.step.theta = theta;
    External external;
    external.uniform = Vec3(0, 0, -g);
    ImpulseRun run(p, pile, external);
    const int n = 40;
    run.steps(n);
    EXPECT_LT((run.velocity(0) - Vec3(0, 0, -n * g * h)).norm(), 1e-12);
    EXPECT_LT((run.position(0) - Vec3(1, 2, 3 - g * h * h * (0.5 * n * (n - 1) + n * theta))).norm(), 1e-12) << theta;
  }
}

// Equal spheres that just meet within a step, across a wide gap: by symmetry friction gives both the same spin.
TEST(ImpulseAccounts, LeverArmsEndAtTheMidpoint) {
  const double h = 0.1;
  Pile pile;
  add_sphere(pile, 0.5, 2000, {-0.6, 0, 0}, {1, 0.3, 0});
  add_sphere(pile, 0.5, 2000, {0.6, 0, 0}, {-1, -0.3, 0});
  ImpulseRun run(impulses(h, 0.5), pile);
  run.steps(2);
  EXPECT_GT(run.spin(0).norm(), 0.01);
  EXPECT_LT((run.spin(0) - run.spin(1)).norm(), 1e-12);
  EXPECT_LT((run.velocity(0) + run.velocity(1)).norm(), 1e-12);
}

// A sphere within the distance of attraction: the sum of kinetic energy and -force (distance - gap) is constant for
// approach and separation.
TEST(ImpulseAccounts, CohesionKeepsEnergy) {
  for (const double speed : {-0.05, 0.05}) {
    Pile pile;
    add_sphere(pile, 0.5, 2000, {0, 0, 0.53}, {0, 0, speed});
    const double mass = pile.model.mass[0];
    nscd::Parameters p = impulses(1e-2);
    p.cohesion = {0.01 * mass, 0.1};
    const External floor = floor_under(Vec3::Zero());
    ImpulseRun run(p, pile, floor);
    const auto energy = [&] {
      const Contacts contacts = run.contacts();
      EXPECT_EQ(contacts.size(), 1u);
      return 0.5 * mass * run.velocity(0).squaredNorm() + (contacts.size() == 1 ? contacts.energy[0] : 0);
    };
    const double before = energy();
    EXPECT_NEAR(before, 0.5 * mass * speed * speed - 0.01 * mass * (0.1 - 0.03), 1e-12 * mass);
    for (int step = 0; step < 40; ++step) {
      run.steps(1);
      EXPECT_NEAR(energy(), before, 1e-12 * mass) << speed << " " << step;
    }
    EXPECT_GT(std::abs(run.position(0).z() - 0.53), 0.01);
  }
}

// The first step starts from the contacts of the pile: a stack at rest already has its impulses.
TEST(ImpulseAccounts, FirstStepStartsFromStoredContacts) {
  Pile pile;
  for (int k = 0; k < 10; ++k) add_sphere(pile, 0.5, 2000, {0, 0, 0.5 + k});
  nscd::Parameters p = impulses(1e-3, 0.5);
  const External floor = floor_under({0, 0, -9.81});
  ImpulseRun settled(p, pile, floor);
  settled.steps(100);
  p.solver.tolerance = 1e-5;
  Pile known = settled.pile();
  known.contacts = settled.contacts();
  ImpulseRun warm(p, known, floor);
  // The solver needs at most ten iterations in single precision, and one in double precision.
  EXPECT_LE(warm.steps(1).remark("solver iterations"), 11);
  EXPECT_LT(warm.velocity(9).norm(), 1e-6);
  known.contacts = {};
  ImpulseRun cold(p, known, floor);
  EXPECT_GT(cold.steps(1).remark("solver iterations"), 12);
}

// A pile with rotating glued grains during a flyby of a planet: the accounts include all effects of its field. The
// grains' moments are equal, so that free rotation conserves energy up to rounding.
TEST(ImpulseAccounts, AccountsIncludeTheFlybyPlanet) {
  const double constant = 6.67430e-11, mass = 1e12;
  Pile pile;
  for (int i = 0; i < 64; ++i) {
    Random random(7, Purpose::kPlace, static_cast<std::uint64_t>(i));
    const Vec3 centre = 3 * Vec3(i % 4 - 1.2, i / 4 % 4 - 1.7, i / 16 - 1.4);
    const Quaternion turn = Quaternion::FromTwoVectors(Vec3::UnitX(), random.in_ball());
    glue(pile, "tetrahedron", 0.8, 2000, centre, turn, 0.1 * random.in_ball(), 0.3 * random.in_ball());
  }
  External external;
  external.planets = {{.mass = mass, .pass = Conic{12, 1.5, constant * mass, 2}}};
  nscd::Parameters p = impulses(0.02, 0.5);
  p.gravity.constant = constant;
  p.solver.tolerance = 1e-8;
  ImpulseRun run(p, pile, external);
  run.until(0);  // overlaps are removed at the start
  const measure::Ledger before = measure::ledger(run.pile(), external, constant, false, run.account());
  run.until(4);
  const measure::Ledger after = measure::ledger(run.pile(), external, constant, false, run.account());
  const Account& account = run.account();
  EXPECT_LT((after.momentum - before.momentum - account.impulse).norm(), 1e-12 * account.exchanged);
  EXPECT_LT((after.angular() - before.angular() - account.angular_impulse).norm(), 1e-12 * account.exchanged_angular);
  EXPECT_GT(account.impulse.norm(), 1e-3 * account.exchanged);
  EXPECT_GT(account.angular_impulse.norm(), 1e-3 * account.exchanged_angular);
  EXPECT_GT(std::abs(account.driven), 0.01 * before.kinetic());
  EXPECT_NEAR(after.of_motion(), before.of_motion(), 1e-12 * (before.kinetic() + after.kinetic()));
}

}  // namespace
}  // namespace rubble::test
