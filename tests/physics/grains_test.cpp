// Glued grains in the soft-sphere stepper.
#include "model/grains.hpp"

#include "measure/ledger/ledger.hpp"
#include "scene.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

Quaternion turned(double angle, const Vec3& axis) { return Quaternion(Eigen::AngleAxisd(angle, axis.normalized())); }

// (motion without gravity, its time) => drift of its ledger, checked every 0.1 s.
measure::Drift drift_over(Motion& run, double time) {
  measure::Drift drift;
  for (int k = 0; 0.1 * k <= time; ++k) {
    run.until(0.1 * k);
    Pile now = run.pile();
    now.contacts = run.contacts();
    drift.update(measure::ledger(now, {}, 0, false, run.stepper().account()), now.model, now.state);
  }
  return drift;
}

// Glued dumbbells with friction collide while rotating: each ledger closes.
TEST(Grains, DumbbellsCollideWithFriction) {
  ssdem::Parameters p = plain(1e7, 0.5);
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  Pile pile;
  for (int k = 0; k < 12; ++k)
    glue(pile, k % 3 == 0 ? "rod" : "dumbbell", 1, 3000, Vec3(9.0 * (k % 3), 9.0 * (k / 3 % 2), 9.0 * (k / 6)),
         turned(k, Vec3(1, k, 2)), Vec3(0.1 * (k % 2), -0.05 * k, k < 6 ? 1 : -1), Vec3(0.3, 0.1 * k, -0.2));
  Motion run(p, pile);
  const double before = measure::ledger(pile, {}, 0, false, {}).kinetic();
  const measure::Drift drift = drift_over(run, 6);
  EXPECT_LT(drift.momentum, 1e-12);
  EXPECT_LT(drift.angular, 1e-9);
  EXPECT_LT(drift.energy, 1e-3);
  EXPECT_GT(run.stepper().account()[Channel::sliding], 0);
  EXPECT_LT(measure::ledger(run.pile(), {}, 0, false, {}).kinetic(), 0.98 * before);
}

// Overlapping members whose common volume counts once: the grain rotates with the moments of the union, which differ
// from those of its members, and each ledger closes.
TEST(Grains, OverlappingMembersCountOnce) {
  const shape::Aggregate bent =
      shape::glue("bent", {{0, 0, 0}, {1.2, 0, 0}, {1.5, 1, 0.2}}, {1, 0.8, 0.6}, shape::Overlap::kUnion);
  const shape::Aggregate pair = shape::glue("pair", {{0, 0, 0}, {0.5, 0, 0}}, {1, 1}, shape::Overlap::kUnion);
  const double density = 3000;
  const Vec3 spin(0.3, -0.2, 0.4);
  for (const shape::Aggregate& shape : {bent, pair}) {
    Pile alone;
    glue(alone, shape, density, Vec3(3, 2, 1), turned(0.7, {1, 2, 3}), Vec3::Zero(), spin);
    const Mat3 axes = alone.state.orientation[0].toRotationMatrix();
    const Vec3 momentum = density * axes * Vec3(shape.moments.cwiseProduct(axes.transpose() * spin));
    const measure::Ledger ledger = measure::ledger(alone, {}, 0, false, {});
    EXPECT_LT((ledger.angular() - momentum).norm(), 1e-12 * momentum.norm());
    EXPECT_NEAR(ledger.kinetic() / (0.5 * spin.dot(momentum)), 1, 1e-12);
    EXPECT_LT(ledger.momentum.norm(), 1e-12 * momentum.norm());
    EXPECT_GT(alone.state.grouping.grains[0].excess.norm(), 0.01 * density * shape.moments[0]);
  }

  ssdem::Parameters p = plain(1e7, 0.5);
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  p.step.steps_per_contact = 100;  // the energy error is proportional to the step squared: 2e-3 at 50 steps per contact
  Pile pile;
  for (int k = 0; k < 8; ++k)
    glue(pile, k % 2 ? bent : pair, density, Vec3(5.0 * (k % 2), 5.0 * (k / 2 % 2), 5.0 * (k / 4)),
         turned(k, Vec3(1, k, 2)), Vec3(0.1 * (k % 2), -0.05 * k, k < 4 ? 1 : -1), Vec3(0.3, 0.1 * k, -0.2));
  Motion run(p, pile);
  const measure::Drift drift = drift_over(run, 6);
  EXPECT_LT(drift.momentum, 1e-12);
  EXPECT_LT(drift.angular, 1e-9);
  EXPECT_LT(drift.energy, 1e-3);
  EXPECT_GT(run.stepper().account()[Channel::sliding], 0);
}

// Members keep their distances up to rounding in all events.
TEST(Grains, StayRigid) {
  ssdem::Parameters p = plain(1e7, 0.7);
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  Pile pile;
  glue(pile, "cube", 1, 3000, Vec3(0, 0, 0), turned(0.3, {1, 2, 3}), Vec3(1, 0, 0), Vec3(0.2, 0.1, 0.5));
  glue(pile, "tetrahedron", 1, 3000, Vec3(7, 1, 0), turned(0.8, {3, 2, 1}), Vec3(-1, 0, 0), Vec3(0, 0, -0.5));
  Motion run(p, pile);
  run.until(20);
  EXPECT_GT(run.stepper().account()[Channel::normal], 0);
  const Grouping& grouping = run.pile().state.grouping;
  for (std::size_t i = 0; i < run.pile().size(); ++i)
    for (std::size_t j = grouping.grain[i] == 0 ? 0 : 8; j < i; ++j)
      EXPECT_NEAR((run.position(i) - run.position(j)).norm(), (grouping.offset[i] - grouping.offset[j]).norm(), 1e-13);
}

// Torque of a distant point mass on the x axis on a dumbbell in the x-y plane, at 45 degrees to x: exact sum over both
// members.
TEST(Grains, PlanetTurnsADumbbell) {
  const double s = 1, M = 1e12, distance = 20, density = 3000;
  ssdem::Parameters p = plain(1e6, 1);
  p.gravity = {gravity::Summation::direct, kG};
  p.step.dt = 1e-3;
  External external;
  external.planets = {{M, Vec3(distance, 0, 0)}};
  Pile pile;
  glue(pile, "dumbbell", s, density, Vec3::Zero(), turned(std::numbers::pi / 4, Vec3::UnitZ()));
  const Vec3 arm = pile.state.position[1];
  Vec3 torque = Vec3::Zero();
  for (const Vec3& r : {arm, Vec3(-arm)}) {
    const Vec3 d = external.planets[0].position - r;
    torque += pile.model.mass[0] * kG * M / std::pow(d.norm(), 3) * r.cross(d);
  }
  Motion run(p, pile, external);
  const double time = 0.1;
  run.until(time);
  const double inertia = 2 * (0.4 + 1) * pile.model.mass[0] * s * s;
  EXPECT_NEAR(run.spin(0).z() / (torque.z() * time / inertia), 1, 1e-4);
  EXPECT_NEAR(run.spin(0).head<2>().norm(), 0, 1e-15);
}

// A block of eight spheres on a rough floor slides v^2 / (2 mu g) and stops; at rest the floor carries its weight.
TEST(Grains, BlockSlidesToRest) {
  const double s = 0.1, g = 9.81, mu = 0.3, v = 0.5;
  ssdem::Parameters p = plain(0, 0.5);
  std::get<laws::LinearSpring>(p.normal).stiffness = 5e6;
  p.sliding = laws::CoulombSliding{mu, 0.5};
  External external;
  external.uniform = Vec3(0, 0, -g);
  external.planes.push_back({Vec3::Zero(), Vec3::UnitZ(), Vec3::Zero(), 0});
  Pile pile;
  const double mass = 8 * 4.0 / 3 * std::numbers::pi * 2700 * s * s * s;
  const double sink = mass * g / 4 / 5e6;
  glue(pile, "cube", s, 2700, Vec3(0, 0, 2 * s - sink), Quaternion::Identity(), Vec3(v, 0, 0));
  Motion run(p, pile, external);
  run.until(2 * v / (mu * g));
  const GrainMotion end = motion_of(run.pile().model, run.pile().state, 0);
  EXPECT_NEAR(end.position.x() / (v * v / (2 * mu * g)), 1, 0.01);
  EXPECT_LT(end.velocity.norm(), 0.01 * v);
  run.until(run.time() + 1);
  Vec3 floor = Vec3::Zero();
  const Contacts contacts = run.contacts();
  EXPECT_EQ(contacts.size(), 4u);
  for (const Vec3& f : contacts.force) floor += f;
  EXPECT_NEAR(floor.z() / (mass * g), 1, 1e-3);
}

// Two free touching spheres that orbit each other separate above w = sqrt(pi G rho / 3). (Glued into two dumbbells they
// would behave differently.)
TEST(Grains, LiftOffAtTheCriticalSpin) {
  const double r = 100, density = 2000, critical = std::sqrt(std::numbers::pi * kG * density / 3);
  for (const double ratio : {0.99, 1.01}) {
    ssdem::Parameters p = plain(1e4, 0.5);
    p.gravity = {gravity::Summation::direct, kG};
    Pile pile;
    const double w = ratio * critical;
    for (const double side : {-1.0, 1.0})
      add_sphere(pile, r, density, Vec3(side * r, 0, 0), Vec3(0, side * r * w, 0), Vec3(0, 0, w));
    Motion run(p, pile);
    run.until(0.5 / critical);
    EXPECT_EQ((run.position(1) - run.position(0)).norm() > 2 * r, ratio > 1) << ratio;
  }
}

// Free spheres beside grains move as they would without them.
TEST(Grains, FreeSpheresMoveAsWithoutGrains) {
  ssdem::Parameters p = plain(1e7, 0.5);
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  p.couple = laws::SpringCouple{1.05, 1.3, 0.5, laws::ContactRadius::reduced};
  p.step.dt = 1e-3;
  Pile spheres;
  add_sphere(spheres, 1, 3000, Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0));
  add_sphere(spheres, 1, 3000, Vec3(2.5, 0.3, 0), Vec3(-1, 0, 0));
  Pile both = spheres;
  glue(both, "rod", 1, 3000, Vec3(0, 50, 0), Quaternion::Identity(), Vec3::Zero(), Vec3(0, 0, 1));
  Motion alone(p, spheres), beside(p, both);
  alone.until(3), beside.until(3);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT((alone.position(i) - beside.position(i)).norm(), 1e-12);
    EXPECT_LT((alone.spin(i) - beside.spin(i)).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace rubble::test
