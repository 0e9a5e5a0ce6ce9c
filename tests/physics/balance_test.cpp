// Balances of momentum and angular momentum with almost no motion: rounding errors are within the limits of every run,
// and a force with an error of a thousandth is not.
#include "watched.hpp"

#include <string>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kEarth = 9.81;  // [m s-2]

External on_a_floor() {
  External external;
  external.uniform = {0, 0, -kEarth};
  external.planes = {Plane{{0, 0, 0}, {0, 0, 1}}};
  return external;
}

ssdem::Parameters rough(double stiffness) {
  ssdem::Parameters p = plain(stiffness, 0.5);
  p.sliding = laws::CoulombSliding{0.5, 0.5};
  return p;
}

Pile resting_sphere(double height) {
  Pile pile;
  add_sphere(pile, 0.5, 2000, {0, 0, height});
  return pile;
}

// The sphere rests for 400 s, or 1e6 steps.
TEST(Balance, SphereThatRestsOnAFloor) {
  for (const double height : {0.5, 0.5001}) {
    ssdem::Parameters p = rough(1e7);
    p.step.dt = 4e-4;
    Watched watched(p, resting_sphere(height), on_a_floor());
    watched.go(400, 4);
    EXPECT_EQ(watched.verdict(), "sane");
    EXPECT_LT(watched.drift.momentum, 1e-13);
    // A second run starts from this state of rest, with no events before its start.
    Watched again(watched.run.parameters(), watched.run.pile(), on_a_floor());
    again.go(100, 100);
    EXPECT_EQ(again.verdict(), "sane");
    EXPECT_LT(again.drift.momentum, 1e-13);
    EXPECT_LT(again.drift.angular, 1e-13);
  }
}

TEST(Balance, GrainsThatRestOnAFloor) {
  for (const char* shape : {"rod", "cube", "irregular"}) {
    Pile pile;
    glue(pile, shape, 0.5, 2000, {0, 0, 4}, Quaternion(Eigen::AngleAxisd(0.3, Vec3(1, 2, 3).normalized())));
    Watched fall(rough(1e8), pile, on_a_floor());
    fall.go(30, 10);
    EXPECT_EQ(fall.verdict(), "sane") << shape;
    Pile lying = fall.run.pile();
    lying.contacts = fall.run.contacts();
    Watched rest(fall.run.parameters(), lying, on_a_floor());
    rest.go(5, 50);
    EXPECT_EQ(rest.verdict(), "sane") << shape;
    EXPECT_LT(rest.drift.momentum, 1e-12) << shape;
    EXPECT_LT(rest.drift.angular, 1e-12) << shape;
  }
}

// Forces between the members cancel up to rounding errors, which depend on velocities alone.
TEST(Balance, GrainAloneWithItsGravity) {
  Pile pile;
  glue(pile, "cube", 1, 2700, {3, 2, 1}, Quaternion(Eigen::AngleAxisd(1, Vec3(1, 2, 3).normalized())));
  ssdem::Parameters p = rough(1e6);
  p.gravity = {gravity::Summation::direct, kG};
  p.step.dt = 0.01;
  Watched watched(p, pile);
  watched.go(100, 100);
  EXPECT_EQ(watched.verdict(), "sane");
  EXPECT_LT(watched.drift.momentum, 1e-12);
  EXPECT_LT(watched.drift.angular, 1e-12);
}

// Three spheres clamped between two walls without gravity: nothing moves, and the exchanged forces cancel.
TEST(Balance, ColumnClampedBetweenWalls) {
  Pile pile;
  for (int k = 0; k < 3; ++k) add_sphere(pile, 0.1 * (k + 1), 2000, {0.3, 0.2, 0});
  for (int k = 0; k < 3; ++k) pile.state.position[static_cast<std::size_t>(k)].z() = std::vector{0.1, 0.4, 0.9}[k];
  External external;
  external.planes = {Plane{{0, 0, 1e-3}, {0, 0, 1}}, Plane{{0, 0, 1.2 - 1e-3}, {0, 0, -1}}};
  Watched settle(rough(1e6), pile, external);
  settle.go(20, 1);
  pile = settle.run.pile();
  pile.contacts = settle.run.contacts();
  Watched watched(settle.run.parameters(), pile, external);
  watched.go(5, 50);
  EXPECT_EQ(watched.verdict(), "sane");
  EXPECT_LT(watched.drift.momentum, 1e-12);
  EXPECT_LT(watched.drift.angular, 1e-12);
}

// A settled pile passes many checks, with gravity summed in each step or held.
TEST(Balance, SettledPile) {
  ssdem::Parameters p = rough(1e8);
  p.gravity = {gravity::Summation::direct, kG};
  p.step.steps_per_contact = 20;
  Pile pile = lattice_ball(60, 10, 3000, 1.02, 5);
  for (std::size_t i = 0; i < pile.size(); ++i) pile.model.mass[i] *= 1 + 0.1 * static_cast<double>(i % 3);
  Watched fall(p, pile);
  fall.go(12000, 3);
  EXPECT_EQ(fall.verdict(), "sane");
  pile = fall.run.pile();
  for (Vec3& v : pile.state.velocity) v.setZero();
  for (Vec3& w : pile.state.spin) w.setZero();
  pile.contacts = fall.run.contacts();
  for (const double hold : {0.0, 1e-3}) {
    ssdem::Parameters q = fall.run.parameters();
    q.gravity.hold = hold;
    Watched rest(q, pile);
    rest.go(100, 100);
    EXPECT_EQ(rest.verdict(), "sane") << hold;
    EXPECT_LT(rest.drift.momentum, 1e-12);
    EXPECT_LT(rest.drift.angular, 1e-12);
  }
}

// A planet so far away that it hardly moves the body: its potential is 4e9 times the change of energy.
TEST(Balance, PlanetFarAway) {
  External external;
  external.planets = {{5.972e24, {1e11, 0, 0}}};
  ssdem::Parameters p = plain(1e6, 0.5);
  p.gravity = {gravity::Summation::direct, kG};
  p.step.dt = 0.5;
  Watched watched(p, resting_sphere(0.5), external);
  watched.go(50, 100);
  EXPECT_EQ(watched.verdict(), "sane");
}

// The pile in free fall around the planet: at the origin the planet's attraction is only rounding, and half a metre
// beside it its tide is 1e-15 m s-2. The account holds the work on the body up to the last kick.
TEST(Balance, FlybyOfADistantPlanet) {
  for (const double beside : {0.0, 0.5}) {
    External external;
    const double mass = 5.972e24, far = 1e9;
    Conic orbit{7.6e6, 1, kG * mass, 0};
    orbit.time = time_to(orbit, far);
    external.planets = {{.mass = mass, .pass = orbit}};
    ssdem::Parameters p = plain(1e6, 0.5);
    p.gravity = {gravity::Summation::direct, kG};
    p.step.dt = 0.5;
    Watched watched(p, resting_sphere(beside), external);
    watched.go(100, 100);
    EXPECT_EQ(watched.verdict(), "sane");
    EXPECT_LT(watched.drift.momentum, 1e-12);
    EXPECT_LT(watched.drift.energy, 1e-9);
    EXPECT_GT(watched.run.stepper().account().driven, 0);
  }
}

// Four spheres with masses 1, 2, 4 and 8 rest for 3 s. In the last second, the second sphere receives 1.001 times the
// recorded force. The exchanged momentum is the sum of the impulses of the weights and of the floor. The relative error
// of the momentum is 1e-3 x 2 / (2 x 15) / 3.
TEST(Balance, AForceOnOneBodyOnlyIsFound) {
  Pile pile;
  for (int k = 0; k < 4; ++k) add_sphere(pile, 0.5, 2000.0 * (1 << k), {2.0 * k, 0, 0.5});
  Watched watched(rough(1e7), pile, on_a_floor());
  watched.go(2, 2);
  ASSERT_EQ(watched.verdict(), "sane");
  Motion& run = watched.run;
  watched.go(1, 10, [&] { run.velocity(1).z() += 1e-3 * kEarth * run.choice().dt; });
  EXPECT_NE(watched.verdict().find("relative momentum error"), std::string::npos) << watched.verdict();
  EXPECT_NEAR(watched.drift.momentum / (1e-3 * 2 / (2 * 15) / 3), 1, 0.05);
}

// The torque has an error of a thousandth of the lever arm, about an axis about which the sphere can rotate freely.
TEST(Balance, AWrongLeverIsFound) {
  Watched watched(rough(1e7), resting_sphere(0.5), on_a_floor());
  watched.go(2, 2);
  Motion& run = watched.run;
  const double per_step = 1e-3 * 0.5 * kEarth * run.choice().dt / (0.4 * 0.5 * 0.5);
  watched.go(1, 10, [&] { run.spin(0).z() += per_step; });
  EXPECT_NE(watched.verdict().find("relative angular momentum error"), std::string::npos) << watched.verdict();
}

// The account omits a thousandth of the floor's force.
TEST(Balance, AWrongAccountIsFound) {
  Watched watched(rough(1e7), resting_sphere(0.5), on_a_floor());
  watched.go(20, 20);
  Motion& run = watched.run;
  Account wrong;
  wrong.impulse = {0, 0, -1e-3 * run.pile().model.mass[0] * kEarth * 20};
  watched.look(wrong);
  EXPECT_NE(watched.verdict().find("relative momentum error"), std::string::npos) << watched.verdict();
}

// The exchanged momentum by hand: a sphere at rest receives impulses of its weight from the field and from the floor,
// each at its point of action.
TEST(Balance, ExchangeOfASphereOnAFloor) {
  Watched watched(rough(1e8), resting_sphere(0.5), on_a_floor());
  watched.go(20, 1);
  const Account& account = watched.run.stepper().account();
  const double weight = watched.run.pile().model.mass[0] * kEarth;
  EXPECT_NEAR(account.exchanged / (2 * weight * 20), 1, 1e-2);
  // The floor's force acts at a lever arm of the height of the centre plus a radius; the weight has no lever arm about
  // the origin.
  EXPECT_NEAR(account.exchanged_angular / (weight * (0.5 + 0.5) * 20), 1, 1e-2);
}

}  // namespace
}  // namespace rubble::test
