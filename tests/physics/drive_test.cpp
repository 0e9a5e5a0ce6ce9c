// Spin-ups, flybys and shaken walls with the soft-sphere stepper, compared with closed forms, an inertial frame, and
// ledgers.
#include "experiment/flyby.hpp"
#include "experiment/rigid_motion.hpp"
#include "experiment/shaking.hpp"
#include "experiment/spin_up.hpp"
#include "measure/ledger/ledger.hpp"
#include "model/grains.hpp"
#include "scene.hpp"
#include "shape/aggregate.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

void add(Pile& pile, const std::string& name, double radius, double density, const Vec3& centre,
         const Quaternion& orientation) {
  if (pile.model.materials.empty()) pile.model.materials = {{"rock", density}};
  const shape::Aggregate a = shape::aggregate(name, radius);
  add_grain(pile, a.centre, a.radius, a.part, 0, density * a.moments, centre, orientation, Vec3::Zero(), Vec3::Zero());
}
Quaternion turned(double angle, const Vec3& axis) { return Quaternion(Eigen::AngleAxisd(angle, axis.normalized())); }

// A run with a drive, as in the run loop: steps, increments, ledger.
struct Driven {
  Motion run;
  experiment::Drive& drive;
  Account given;
  measure::Drift drift;

  Driven(const ssdem::Parameters& p, Pile pile, experiment::Drive& drive_) : run(p, std::move(pile)), drive(drive_) {
    look();
  }
  void go(double interval, int pushes) {
    for (int k = 0; k < pushes; ++k) {
      run.until(run.time() + interval - 0.5 * run.choice().dt);
      drive.push(run.pile(), interval, given);
      look();
    }
  }
  void look() {
    Pile now = run.pile();
    now.contacts = run.contacts();
    Account account = run.stepper().account();
    account.add(given, 1);
    const ssdem::Parameters& p = run.parameters();
    drift.update(measure::ledger(now, {}, p.gravity.constant, p.gravity.method != gravity::Summation::none, account),
                 now.model, now.state);
  }
};

// Each increment gives a rigid body exactly rate x time, and the spin of the body reaches its final value.
TEST(SpinUp, OfARigidBody) {
  Pile pile;
  add(pile, "diamond", 1, 3000, Vec3(5, -3, 2), turned(0.7, {1, 2, 3}));
  experiment::SpinUp spin_up({10, 0.1, experiment::SpinIncrement::angular_momentum, measure::Volume::extents},
                             experiment::SpinRates{0.3, 0.9});
  spin_up.begin(pile, kG);
  const double moment = pile.state.grouping.grains[0].moments.maxCoeff();
  ssdem::Parameters p = plain(1e7, 0.5);
  p.step.dt = 0.01;
  Driven driven(p, pile, spin_up);
  for (int k = 1; k <= 10; ++k) {
    driven.go(0.1, 10);
    const Vec3 wanted = turned(0.7, {1, 2, 3}) * Vec3(0, 0, moment * (0.3 + 0.06 * k));
    const GrainMotion motion = motion_of(driven.run.pile().model, driven.run.pile().state, 0);
    EXPECT_NEAR(motion.momentum.norm(), wanted.norm(), 1e-11 * wanted.norm());
    EXPECT_LT(motion.velocity.norm(), 1e-12);
  }
  driven.go(0.1, 10);  // the spin-up has ended
  const Vec3 spin = driven.run.pile().state.spin[0];
  EXPECT_NEAR(spin.norm(), 0.9, 1e-11);
  EXPECT_NEAR(driven.given.driven, 0.5 * moment * (0.81 - 0.09), 1e-10 * moment);
  EXPECT_LT(driven.drift.energy, 1e-11);
  EXPECT_LT(driven.drift.momentum, 1e-11);
  EXPECT_LT(driven.drift.angular, 1e-11);
}

// Spheres and grains in contact are spun up until they separate: the energy of the spin-up is kinetic or has become
// heat.
TEST(SpinUp, LedgersOfAPileCloseUntilItFallsApart) {
  Pile pile;
  for (int k = 0; k < 16; ++k) {
    const Vec3 x(2.05 * (k % 4), 2.05 * (k / 4), 0.3 * (k % 3));
    if (k % 5 == 2)
      add(pile, "dumbbell", 0.5, 3000, x, turned(k, Vec3(1, 1, k)));
    else {
      if (pile.model.materials.empty()) pile.model.materials = {{"rock", 3000}};
      add_sphere(pile, 1, 3000, x);
    }
  }
  ssdem::Parameters p = plain(2e5, 0.5);
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  p.gravity = {gravity::Summation::direct, 1e4 * kG};
  p.step.dt = 2e-3;
  Motion fall(p, pile);
  fall.until(60);
  pile = fall.pile();
  pile.contacts = fall.contacts();
  experiment::SpinUp spin_up({60, 0.1, experiment::SpinIncrement::angular_momentum, measure::Volume::extents},
                             experiment::CriticalRates{0.2, 2});
  spin_up.begin(pile, p.gravity.constant);
  Driven driven(p, pile, spin_up);
  double sliding = driven.run.stepper().account()[Channel::sliding];
  driven.go(0.1, 600);
  EXPECT_GT(driven.run.stepper().account()[Channel::sliding], sliding);
  EXPECT_GT(driven.given.driven, 0.1 * driven.drift.energy_scale);
  EXPECT_LT(driven.drift.energy, 1e-3);
  EXPECT_LT(driven.drift.momentum, 1e-11);
  EXPECT_LT(driven.drift.angular, 1e-10);
}

constexpr double kEarth = 5.972e24;

External passing(Pile& pile, const experiment::FlybyPlan& plan) {
  External external;
  experiment::Flyby flyby(plan, experiment::ByEccentricity{1}, {}, {experiment::BulkRadius::none, 0, 0, 0});
  flyby.begin(pile, external, kG);
  return external;
}
experiment::FlybyPlan earth_pass() {
  return {kEarth, 1.2 * 6.371e6, 6.371e7, 6.371e7, experiment::StartRotation::none, measure::Volume::sphere};
}
double duration(const External& external) { return 2 * external.planets[0].pass->time; }

// The frame falls freely with a body at its origin, so that this body never accelerates in the frame.
TEST(Flyby, ASphereAtTheOriginStaysThere) {
  Pile pile;
  add_sphere(pile, 100, 2000, Vec3(3e4, 2e4, -1e4), Vec3(5, 6, 7));
  const External external = passing(pile, earth_pass());
  ssdem::Parameters p = plain(1e9, 0.5);
  p.gravity = {gravity::Summation::direct, kG};
  p.step.dt = 1;
  Motion run(p, pile, external);
  run.until(duration(external));
  EXPECT_GT(duration(external), 2e4);
  EXPECT_LT(run.position(0).norm(), 1e-6);
  EXPECT_LT(run.velocity(0).norm(), 1e-9);
}

// Two distant spheres have tidal accelerations of 2 G M d / R^3 along the line to the planet, and -G M d / R^3
// perpendicular to it.
TEST(Flyby, TideAtTheStart) {
  Pile pile;
  add_sphere(pile, 1, 2000, Vec3::Zero()), add_sphere(pile, 1, 2000, Vec3(1, 0, 0)),
      add_sphere(pile, 1, 2000, Vec3(2, 0, 0));
  experiment::FlybyPlan plan = earth_pass();
  External external = passing(pile, plan);
  const double d = 1000, R = plan.start_distance, t = 10;
  const Vec3 along = external.planets[0].position_at(0).normalized();
  pile.state.position = {Vec3::Zero(), d * along, d * Vec3::UnitZ()};
  ssdem::Parameters p = plain(1e6, 0.5);
  p.gravity = {gravity::Summation::none, kG};
  p.step.dt = 0.01;
  Motion run(p, pile, external);
  run.until(t);
  const double tide = kG * kEarth / (R * R * R) * d;
  // The planet has come closer by t x speed in the meantime, a change of 1e-3.
  EXPECT_NEAR((run.position(1) - run.position(0) - d * along).dot(along), 0.5 * 2 * tide * t * t, 2e-3 * tide * t * t);
  EXPECT_NEAR((run.position(2) - run.position(0)).z() - d, -0.5 * tide * t * t, 1e-3 * tide * t * t);
}

// A control run: the planet passes, and two spheres at rest without any force stay where they are.
TEST(Flyby, WithoutTidesSpheresStayAtRest) {
  Pile pile;
  add_sphere(pile, 1, 2000, Vec3(300, 400, -200)), add_sphere(pile, 1, 2000, Vec3(-300, -400, 200));
  experiment::FlybyPlan plan = earth_pass();
  plan.tides = false;
  const External external = passing(pile, plan);
  ssdem::Parameters p = plain(1e6, 0.5);
  p.gravity = {gravity::Summation::none, kG};
  p.step.dt = 10;
  Motion run(p, pile, external);
  run.until(2e4);
  EXPECT_EQ(run.position(0), Vec3(300, 400, -200));
  EXPECT_EQ(run.position(1), Vec3(-300, -400, 200));
}

// The same two spheres in an inertial frame about a planet at rest, integrated by a fourth-order Runge-Kutta method.
struct Inertial {
  Vec3 x, v;
};
Vec3 pull(const Vec3& x) { return -kG * kEarth / std::pow(x.norm(), 3) * x; }
void step(Inertial& s, double h) {
  const Vec3 a1 = pull(s.x), v2 = s.v + 0.5 * h * a1, a2 = pull(s.x + 0.5 * h * s.v), v3 = s.v + 0.5 * h * a2,
             a3 = pull(s.x + 0.5 * h * v2), v4 = s.v + h * a3, a4 = pull(s.x + h * v3);
  s.x += h / 6 * (s.v + 2 * v2 + 2 * v3 + v4);
  s.v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

TEST(Flyby, AgreesWithAnInertialFrame) {
  Pile pile;
  add_sphere(pile, 1, 2000, Vec3(300, 400, -200)), add_sphere(pile, 1, 2000, Vec3(-300, -400, 200));
  const External external = passing(pile, earth_pass());
  const Conic orbit = *external.planets[0].pass;
  const OrbitalMotion start = motion_on(orbit, 0);
  Inertial one{start.position + pile.state.position[0], start.velocity},
      other{start.position + pile.state.position[1], start.velocity};
  const double end = duration(external), h = end / 40000;
  ssdem::Parameters p = plain(1e6, 0.5);
  p.gravity = {gravity::Summation::none, kG};
  p.step.dt = h;
  Motion run(p, pile, external);
  for (int part = 1; part <= 4; ++part) {
    for (int k = 0; k < 10000; ++k) step(one, h), step(other, h);
    run.until(end * part / 4 - 0.5 * h);
    const Vec3 expected = one.x - other.x;
    EXPECT_LT((run.position(0) - run.position(1) - expected).norm(), 1e-5 * expected.norm()) << part;
  }
  EXPECT_GT((one.x - other.x).norm(), 2e3);  // torn apart
}

// The ledger of a pile in the tide includes the contribution of the planet.
TEST(Flyby, LedgersClose) {
  Pile pile;
  for (int k = 0; k < 27; ++k) {
    const Vec3 x = 201 * Vec3(k % 3, k / 3 % 3, k / 9);
    if (k % 4 == 1)
      add(pile, "dumbbell", 50, 2000, x, turned(k, Vec3(1, k, 2)));
    else {
      if (pile.model.materials.empty()) pile.model.materials = {{"rock", 2000}};
      add_sphere(pile, 100, 2000, x);
    }
  }
  const External external = passing(pile, earth_pass());
  ssdem::Parameters p = plain(5e6, 0.5);
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  p.gravity = {gravity::Summation::direct, kG};
  p.step.dt = 0.5;
  Motion run(p, pile, external);
  measure::Drift drift;
  const double end = duration(external);
  for (int k = 0; k <= 200; ++k) {
    run.until(end * k / 200);
    Pile now = run.pile();
    now.contacts = run.contacts();
    drift.update(measure::ledger(now, external, kG, true, run.stepper().account()), now.model, now.state);
  }
  EXPECT_GT(std::abs(run.stepper().account().driven), 0.1 * drift.energy_scale);
  EXPECT_LT(drift.energy, 1e-4);
  EXPECT_LT(drift.momentum, 1e-9);
  EXPECT_LT(drift.angular, 1e-9);
}

// The spheres never touch, so that no contact law hides the contribution of the planet.
TEST(Flyby, WorkOfThePlanet) {
  Pile pile;
  for (int k = 0; k < 8; ++k) add_sphere(pile, 20, 2000, 900 * Vec3(k % 2 + 0.07 * k, k / 2 % 2 - 0.05 * k, k / 4));
  const External external = passing(pile, earth_pass());
  ssdem::Parameters p = plain(5e6, 0.5);
  p.gravity = {gravity::Summation::direct, kG};
  p.step.dt = 0.5;
  Motion run(p, pile, external);
  measure::Drift drift;
  double most = 0;
  for (int k = 0; k <= 200; ++k) {
    run.until(duration(external) * k / 200);
    drift.update(measure::ledger(run.pile(), external, kG, true, run.stepper().account()), run.pile().model,
                 run.pile().state);
    most = std::max(most, std::abs(run.stepper().account().driven));
  }
  EXPECT_GT(most, 0.1 * drift.energy_scale);
  EXPECT_LT(drift.energy, 1e-6);
  EXPECT_LT(drift.momentum, 1e-9);
  EXPECT_LT(drift.angular, 1e-9);
}

// The floor's height is given by a table: it rises slowly by 1 cm and falls to half of this height.
TEST(Shaking, ABallFollowsTheFloor) {
  const double mass = 4.0 / 3 * std::numbers::pi * 2700 * 1e-6, stiffness = 1e4, rest = 0.01 - mass * 9.8 / stiffness;
  Pile pile;
  add_sphere(pile, 0.01, 2700, Vec3(0, 0, rest));
  pile.state.time = 3;
  External external;
  external.uniform = Vec3(0, 0, -9.8), external.planes = {Plane{}};
  experiment::follow({Vec3::UnitZ(), {0, 1, 2}, {0, 0.01, 0.005}, 1}, external.planes);
  experiment::Shaking shaking({2, 0}, 1);
  shaking.begin(pile, external);
  ssdem::Parameters p = plain(stiffness, 0.1);
  p.step.dt = 2e-5;
  Motion run(p, pile, external);
  measure::Drift drift;
  for (int k = 0; k <= 100; ++k) {
    run.until(3 + 0.025 * k);
    Pile now = run.pile();
    now.contacts = run.contacts();
    drift.update(measure::ledger(now, external, 0, false, run.stepper().account()), now.model, now.state);
    const double floor = external.planes[0].point_at(run.time()).z();
    EXPECT_NEAR(run.position(0).z(), floor + rest, 1e-6) << k;
    if (k == 40) {
      EXPECT_NEAR(floor, 0.01, 1e-6);
    }
  }
  EXPECT_NEAR(run.position(0).z(), 0.005 + rest, 1e-9);
  EXPECT_NEAR(run.stepper().account().walls, mass * 9.8 * 0.005, 1e-6 * mass * 9.8);
  EXPECT_LT(drift.energy, 1e-5);
  EXPECT_LT(drift.momentum, 1e-9);
}

}  // namespace
}  // namespace rubble::test
