#include "base/parallel.hpp"
#include "gravity/direct.hpp"
#include "measure/ledger/ledger.hpp"
#include "unit/grain_piles.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::add;
using test::Dice;

// Two bodies two metres apart, G = 1; all numbers can be computed by hand.
Pile two_bodies() {
  Pile pile;
  add(pile, 3, 0.5, {1, 0, 0}, {0, 2, 0}, {0, 0, 1});
  add(pile, 2, 0.5, {-1, 0, 0}, {0, -3, 1}, {2, 0, 0});
  return pile;
}

TEST(Ledger, TwoBodiesByHand) {
  const Ledger l = ledger(two_bodies(), {}, 1.0, true, {});
  EXPECT_EQ(l.momentum, Vec3(0, 0, 2));
  EXPECT_EQ(l.angular_orbital, Vec3(0, 2, 12));
  EXPECT_LT((l.angular_spin - Vec3(0.4, 0, 0.3)).norm(), 1e-15);
  EXPECT_DOUBLE_EQ(l.kinetic_translational, 6 + 10);
  EXPECT_DOUBLE_EQ(l.kinetic_rotational, 0.5 * 0.3 + 0.5 * 0.2 * 4);
  EXPECT_DOUBLE_EQ(l.gravitational, -3);
  EXPECT_EQ(l.external, 0);
  EXPECT_EQ(l.elastic, 0);
}

// Relative to the centre of mass, which moves with (0, 0, 0.4), the bodies have the velocities (0, 2, -0.4) and (0, -3,
// 0.6).
TEST(Ledger, KineticEnergyAboutTheCentreOfMass) {
  EXPECT_DOUBLE_EQ(ledger(two_bodies(), {}, 1.0, true, {}).kinetic_about_centre, 1.5 * 4.16 + 9.36);
}

TEST(Ledger, WallsAndPlanetsAtRestAreFixed) {
  const Pile pile = two_bodies();
  const auto frame = [&](const External& external) { return ledger(pile, external, 1, false, {}).frame; };
  External external;
  EXPECT_EQ(frame(external), Frame::free);
  external.uniform = {0, 0, -1};
  EXPECT_EQ(frame(external), Frame::free);
  external.planets = {{4, {0, 0, 9}}};
  EXPECT_EQ(frame(external), Frame::fixed);
  external.planets[0].pass = Conic{};
  EXPECT_EQ(frame(external), Frame::passing);
  external.planes = {Plane{}};
  EXPECT_EQ(frame(external), Frame::fixed);
}

TEST(Ledger, GravityOffIsNotSummed) { EXPECT_EQ(ledger(two_bodies(), {}, 1.0, false, {}).gravitational, 0); }

// Twelve unit charges on a unit sphere, at the corners of an icosahedron, have the energy 49.165253058 (Thomson's
// problem; Erber & Hockney 1991, doi:10.1088/0305-4470/24/23/008). A body in the centre of a shell adds -G M m / R.
TEST(Ledger, ShellWithACentralBody) {
  const double R = 3, m = 0.5, G = 2, golden = 0.5 * (1 + std::sqrt(5.0));
  Pile shell;
  for (const double p : {-1.0, 1.0}) {
    for (const double q : {-golden, golden}) {
      add(shell, m, 0.01, R * Vec3(0, p, q).normalized());
      add(shell, m, 0.01, R * Vec3(p, q, 0).normalized());
      add(shell, m, 0.01, R * Vec3(q, 0, p).normalized());
    }
  }
  const double alone = ledger(shell, {}, G, true, {}).gravitational;
  EXPECT_NEAR(alone / (-G * m * m / R * 49.165253058), 1, 1e-10);

  add(shell, 7, 0.01, Vec3::Zero());
  const double both = ledger(shell, {}, G, true, {}).gravitational;
  EXPECT_NEAR((both - alone) / (-G * 12 * m * 7 / R), 1, 1e-13);
}

TEST(Ledger, FieldsFromOutside) {
  Pile pile;
  add(pile, 2, 1, {0, 3, 5});
  External external;
  external.uniform = {0, 0, -10};
  EXPECT_DOUBLE_EQ(ledger(pile, external, 1, false, {}).external, 2 * 10 * 5);  // m g h
  external.uniform = Vec3::Zero();
  external.planets = {{4, {0, 0, 1}}};
  EXPECT_DOUBLE_EQ(ledger(pile, external, 3, false, {}).external, -3.0 * 4 * 2 / 5);  // -G M m / r
}

TEST(Ledger, TotalIncludesDissipationAndWorkOfWalls) {
  Pile pile = two_bodies();
  test::touch(pile, 0, 1, Vec3::Zero(), 0.25);
  Account account;
  account[Channel::normal] = 1, account[Channel::sliding] = 2, account[Channel::rolling] = 3,
  account[Channel::twisting] = 4, account.walls = 5;
  const Ledger l = ledger(pile, {}, 1, true, account);
  EXPECT_DOUBLE_EQ(l.elastic, 0.25);
  EXPECT_DOUBLE_EQ(l.total(), 16.55 - 3 + 0.25 + 10 - 5);
}

TEST(Ledger, SameBitsForAnyNumberOfThreads) {
  Pile pile;
  Dice dice(1);
  for (int i = 0; i < 5000; ++i) add(pile, 2 + dice.number(), 0.01, dice.vector(), dice.vector(), dice.vector());
  External external;
  external.uniform = {1, 2, 3};
  external.planets = {{5, {10, 0, 0}}};
  const int before = threads();
  set_threads(1);
  const Ledger one = ledger(pile, external, 1, true, {});
  set_threads(3);
  const Ledger three = ledger(pile, external, 1, true, {});
  set_threads(before);
  EXPECT_EQ(std::memcmp(&one, &three, sizeof one), 0);
}

TEST(Drift, NoMotionNoDrift) {
  Pile pile;
  add(pile, 1, 1, Vec3::Zero());
  Drift drift;
  const Ledger l = ledger(pile, {}, 1, true, {});
  drift.update(l, pile.model, pile.state);
  drift.update(l, pile.model, pile.state);
  EXPECT_EQ(drift.momentum, 0);
  EXPECT_EQ(drift.angular, 0);
  EXPECT_EQ(drift.energy, 0);
}

TEST(Drift, ImpulseWithoutMotionIsAnInfiniteError) {
  Pile pile;
  add(pile, 1, 1, Vec3::Zero());
  Drift drift;
  drift.update(ledger(pile, {}, 1, true, {}), pile.model, pile.state);
  Account account;
  account.impulse = {1, 0, 0};  // an impulse that no body received
  drift.update(ledger(pile, {}, 1, true, account), pile.model, pile.state);
  EXPECT_TRUE(std::isinf(drift.momentum));
}

// Heat of 7 J in one channel and of -6 J in another counts as 13 J of exchanged energy, not 1 J.
TEST(Drift, HeatOfEitherSignCountsInTheScaleOfEnergy) {
  Pile pile;
  add(pile, 1, 1, Vec3::Zero());
  Drift drift;
  drift.update(ledger(pile, {}, 0, false, {}), pile.model, pile.state);
  Account account;
  account[Channel::impact] = 7;
  account[Channel::correction] = -6;
  drift.update(ledger(pile, {}, 0, false, account), pile.model, pile.state);
  EXPECT_DOUBLE_EQ(drift.energy_scale, 13);
  EXPECT_DOUBLE_EQ(drift.energy, 1.0 / 13);
}

// A pile at rest on a wall: two spheres of 3 and 5 kg and radii of 1 and 2 m in a field of 10 m/s2.
TEST(Drift, LiftOfBodiesIsTheScaleOfAPileOnAWall) {
  Pile pile;
  add(pile, 3, 1, {0, 0, 1});
  add(pile, 5, 2, {9, 0, 2});
  External external;
  external.uniform = {0, 0, -10};
  external.planes = {Plane{}};
  Drift drift;
  drift.update(ledger(pile, external, 0, false, {}), pile.model, pile.state);
  EXPECT_NEAR(drift.energy_scale, 3 * 10 * 1 + 5 * 10 * 2, 1e-6);
}

// The bodies are at rest, but much momentum was exchanged since the first ledger: errors are relative to it.
TEST(Drift, ScalesIncludeExchangedMomentum) {
  Pile pile;
  add(pile, 1, 3, Vec3::Zero());
  Account account;
  account.exchanged = 50, account.exchanged_angular = 70;
  Drift drift;
  drift.update(ledger(pile, {}, 1, true, account), pile.model, pile.state);
  account.exchanged += 200, account.exchanged_angular += 400;
  account.impulse = {0, 0.3, 0.4}, account.angular_impulse = {0, 0, 2};
  drift.update(ledger(pile, {}, 1, true, account), pile.model, pile.state);
  EXPECT_DOUBLE_EQ(drift.momentum, 0.5 / 200);
  EXPECT_DOUBLE_EQ(drift.angular, 2.0 / (400 * (1 + 1e-6)));
  EXPECT_EQ(drift.energy, 0);
}

// For forces far from the origin only the size of the pile counts as lever arm.
TEST(Drift, DistanceFromTheOriginIsNoLeverArm) {
  Pile pile;
  add(pile, 1, 3, {1e4, 0, 0});
  Drift drift;
  drift.update(ledger(pile, {}, 1, true, {}), pile.model, pile.state);
  Account account;
  account.exchanged = 200, account.exchanged_angular = 2e6;
  account.angular_impulse = {0, 0, 2};
  drift.update(ledger(pile, {}, 1, true, account), pile.model, pile.state);
  EXPECT_DOUBLE_EQ(drift.angular, 2.0 / (200 * 3 + 1e-6 * 2e6));
}

// Two bodies at rest, G = 1: W = -3 J, moment of inertia 1.2 kg (2 m)^2 about their centre of mass, for any position.
TEST(Drift, TorqueOfGravityOnAPileAtRest) {
  for (const double shift : {0.0, 100.0}) {
    Pile pile;
    add(pile, 3, 0.5, {shift + 1, 0, 0});
    add(pile, 2, 0.5, {shift - 1, 0, 0});
    Drift drift;
    drift.update(ledger(pile, {}, 1, true, {}), pile.model, pile.state);
    Account account;
    account.gravity_torque = {0, 0, 0.01}, account.exchanged_angular = 1e9;
    drift.update(ledger(pile, {}, 1, true, account), pile.model, pile.state);
    EXPECT_NEAR(drift.gravity_torque / (0.01 / (1e-2 * std::sqrt(2 * 3 * 4.8) + 1e-3)), 1, 1e-12) << shift;
  }
}

// Escaping ejecta do not reduce the torque scale: it is that of the first state.
TEST(Drift, TorqueOfGravityOnAPileThatScatters) {
  Pile pile;
  add(pile, 3, 0.5, {1, 0, 0});
  add(pile, 2, 0.5, {-1, 0, 0});
  Drift drift;
  drift.update(ledger(pile, {}, 1, true, {}), pile.model, pile.state);
  Account work;
  work.gravity_torque = {0, 0, 0.01};
  const double before = 0.01 / (1e-2 * std::sqrt(2 * 3 * 4.8));
  for (const double apart : {1.0, 1e2, 1e4}) {
    pile.state.position = {Vec3(apart, 0, 0), Vec3(-apart, 0, 0)};
    drift.update(ledger(pile, {}, 1, true, work), pile.model, pile.state);
    EXPECT_NEAR(drift.gravity_torque / before, 1, 1e-9) << apart;
  }
}

// A uniform ball at a fifth of its critical spin, for any position and velocity: a thousandth of its angular momentum
// is detected. L = 0.4 M R^2 w, w = 0.2 sqrt(G M / R^3).
TEST(Drift, TorqueOfGravityOnASpinningBall) {
  for (const double shift : {0.0, 1e3}) {
    const Vec3 centre(shift, 0, 0), drifting(0, shift, 0), spin(0, 0, 0.2);
    Pile pile;
    Dice dice(7);
    for (int k = 0; k < 2000; ++k) {
      const Vec3 x = dice.in_ball();
      add(pile, 1.0 / 2000, 0.01, centre + x, drifting + spin.cross(x));
    }
    Drift drift;
    drift.update(ledger(pile, {}, 1, true, {}), pile.model, pile.state);
    Account account;
    account.gravity_torque = {0, 0, -1.25e-3 * 0.4 * 0.2};
    drift.update(ledger(pile, {}, 1, true, account), pile.model, pile.state);
    EXPECT_GT(drift.gravity_torque, 1e-3) << shift;
    account.gravity_torque = {0, 0, -0.95e-3 * 0.4 * 0.2};
    drift.update(ledger(pile, {}, 1, true, account), pile.model, pile.state);
    EXPECT_LT(drift.gravity_torque, 1e-3) << shift;
  }
}

// Energies are accurate to the digits of the potentials whose differences they are.
TEST(Drift, PotentialsLimitTheDigitsOfEnergies) {
  Pile pile;
  add(pile, 2, 1, {1e6, 0, 0});
  add(pile, 2, 1, {-1e6, 0, 0});
  External external;
  external.uniform = {5, 0, 0};
  external.planes = {Plane{}};
  Drift drift;
  const Ledger l = ledger(pile, external, 1, false, {});
  EXPECT_EQ(l.external, 0);
  EXPECT_DOUBLE_EQ(l.external_size, 2e7);
  drift.update(l, pile.model, pile.state);
  pile.state.position[0].x() += 1e-10;  // the last digit
  drift.update(ledger(pile, external, 1, false, {}), pile.model, pile.state);
  EXPECT_GT(drift.energy, 0);
  EXPECT_LT(drift.energy, 0.01);
}

// A ball thrown over a floor: z = z0 + v t - g t^2 / 2, momentum from gravity -m g t, its moment x m g t.
TEST(Drift, ThrownBallKeepsItsLedger) {
  const double g = 9.81, m = 2;
  External external;
  external.uniform = {0, 0, -g};
  external.planes = {Plane{}};
  Pile pile;
  add(pile, m, 0.1, {3, 0, 10}, {0, 0, 4});
  Drift drift;
  drift.update(ledger(pile, external, 1, false, {}), pile.model, pile.state);
  for (const double t : {0.5, 1.0, 1.5}) {
    pile.state.position[0] = {3, 0, 10 + 4 * t - 0.5 * g * t * t};
    pile.state.velocity[0] = {0, 0, 4 - g * t};
    Account account;
    account.impulse = {0, 0, -m * g * t};
    account.angular_impulse = {0, 3 * m * g * t, 0};
    drift.update(ledger(pile, external, 1, false, account), pile.model, pile.state);
    EXPECT_LT(drift.momentum, 1e-15);
    EXPECT_LT(drift.angular, 1e-15);
    EXPECT_LT(drift.energy, 1e-15);
  }
}

TEST(Drift, ErrorsAreRelativeToTheLargestScaleOfTheRun) {
  Pile pile;
  add(pile, 1, 1, {2, 0, 0}, {0, 4, 0});
  add(pile, 1, 1, {-2, 0, 0}, {0, -4, 0});
  Drift drift;
  drift.update(ledger(pile, {}, 1, false, {}), pile.model, pile.state);
  // The bodies become slower without a cause: momentum 0 -> 2, angular 16 -> 10, energy 16 -> 10 - 2 of the centre of
  // mass.
  pile.state.velocity[1] = {0, -1, 0};
  drift.update(ledger(pile, {}, 1, false, {}), pile.model, pile.state);
  EXPECT_NEAR(drift.momentum, 3.0 / 8, 1e-3);
  EXPECT_NEAR(drift.angular, 6.0 / 16, 1e-6);
}

// Between walls velocities and positions are absolute. A body slows down from 4 to 3 m/s, 1 m from its first position,
// about which it had no angular momentum.
TEST(Drift, VelocitiesBetweenWallsAreAbsolute) {
  External box;
  box.planes = {Plane{}};
  Pile pile;
  add(pile, 1, 1, {2, 0, 0}, {0, 4, 0});
  Drift drift;
  drift.update(ledger(pile, box, 1, false, {}), pile.model, pile.state);
  pile.state.position[0] = {3, 0, 0}, pile.state.velocity[0] = {0, 3, 0};
  drift.update(ledger(pile, box, 1, false, {}), pile.model, pile.state);
  EXPECT_DOUBLE_EQ(drift.momentum, 1.0 / 4);
  EXPECT_NEAR(drift.angular, 1, 1e-5);
  EXPECT_DOUBLE_EQ(drift.energy, 3.5 / 8);
}

// A cluster with errors of all four kinds. By Galilean invariance (Landau & Lifshitz, Mechanics, section 3), the errors
// are the same at any constant velocity and at any position. This holds to 1e-3 up to 1000 m/s, where the bulk's
// contribution to the momentum scale is as large as 1e-3.
TEST(Drift, ErrorsAreThoseOfTheCentreOfMass) {
  const auto drift_of = [](const Vec3& away, const Vec3& velocity, bool falls) {
    External external;
    if (falls) external.uniform = {0, 0, -10};
    Dice dice(11);
    Pile pile;
    for (int k = 0; k < 50; ++k)
      add(pile, 1 + dice.number(), 0.3, away + 5 * dice.vector(), velocity + 1000 * dice.vector(), dice.vector());
    Drift drift;
    drift.update(ledger(pile, external, 1e-3, true, {}), pile.model, pile.state);
    const double time = 3;
    double mass = 0;
    Vec3 moment = Vec3::Zero(), momentum = Vec3::Zero();
    for (std::size_t i = 0; i < pile.size(); ++i) {
      mass += pile.model.mass[i], moment += pile.model.mass[i] * pile.state.position[i];
      momentum += pile.model.mass[i] * pile.state.velocity[i];
      pile.state.position[i] += time * pile.state.velocity[i] + 0.5 * time * time * external.uniform;
      pile.state.velocity[i] += time * external.uniform;
    }
    pile.state.velocity[0] += Vec3(30, 0, 0);
    pile.state.spin[3] *= 1.1;
    Account account;
    account.gravity_torque = {0, 5, 0};
    account.exchanged = 1e3, account.exchanged_angular = 1e3 * (5 + away.norm());
    account.impulse = time * mass * external.uniform;
    const Vec3 fallen = time * moment + 0.5 * time * time * momentum;
    account.angular_impulse = fallen.cross(external.uniform);
    drift.update(ledger(pile, external, 1e-3, true, account), pile.model, pile.state);
    return drift;
  };
  const Drift rest = drift_of({0, 0, 0}, {0, 0, 0}, false);
  EXPECT_GT(rest.energy, 1e-4);
  EXPECT_GT(rest.momentum, 1e-4);
  EXPECT_GT(rest.angular, 1e-4);
  for (const bool falls : {false, true})
    for (const double speed : {0.0, 30.0, 1000.0}) {
      const Drift moving = drift_of({0, 0, 0}, Vec3(speed, -speed, 0), falls);
      EXPECT_NEAR(moving.energy / rest.energy, 1, 1e-6) << speed << falls;
      EXPECT_NEAR(moving.momentum / rest.momentum, 1, 3e-3) << speed << falls;
      EXPECT_NEAR(moving.angular / rest.angular, 1, 1e-3) << speed << falls;
      EXPECT_NEAR(moving.gravity_torque / rest.gravity_torque, 1, 1e-9) << speed << falls;
    }
  const Drift elsewhere = drift_of({1e4, 0, 0}, Vec3::Zero(), false);
  EXPECT_NEAR(elsewhere.energy / rest.energy, 1, 1e-6);
  EXPECT_NEAR(elsewhere.momentum / rest.momentum, 1, 1e-9);
}

// A heliocentric speed hides no energy error: 30 km/s, and bodies that move at 1 m/s about the centre of mass.
TEST(Drift, OrbitalSpeedHidesNoEnergy) {
  Pile pile;
  add(pile, 1, 1, {2, 0, 0}, {30000, 1, 0});
  add(pile, 1, 1, {-2, 0, 0}, {30000, -1, 0});
  Drift drift;
  drift.update(ledger(pile, {}, 1, false, {}), pile.model, pile.state);
  pile.state.velocity[0] = {30000, 1.5, 0}, pile.state.velocity[1] = {30000, -1.5, 0};
  drift.update(ledger(pile, {}, 1, false, {}), pile.model, pile.state);
  EXPECT_NEAR(drift.energy, 1.25 / 2.25, 1e-9);
}

// A single free sphere has no energy about its centre of mass, and the rounding of its velocity is not an error.
TEST(Drift, RoundingOfTheBulkSpeedIsNoError) {
  Pile pile;
  add(pile, 0.3, 1, {1e6, 2, 0}, {30000.0 / 7, 1.0 / 3, 0}, {0, 0, 1e-8});
  add(pile, 0.7, 1, {1e6, 9, 0}, {30000.0 / 7, 1.0 / 3, 0});
  Drift drift;
  for (int k = 0; k < 100; ++k) {
    drift.update(ledger(pile, {}, 1, false, {}), pile.model, pile.state);
    pile.state.velocity[0].x() = std::nextafter(pile.state.velocity[0].x(), k % 2 == 0 ? 0.0 : 1e9);
    EXPECT_LT(drift.energy, 1e-2) << k;
    EXPECT_LT(drift.momentum, 1e-9) << k;
    EXPECT_LT(drift.angular, 1e-6) << k;
  }
}

TEST(Drift, DissipatedEnergyIsNotLost) {
  Pile pile;
  add(pile, 2, 1, Vec3::Zero(), {3, 0, 0});
  add(pile, 2, 1, {2, 0, 0}, {-3, 0, 0});
  Drift drift;
  drift.update(ledger(pile, {}, 1, false, {}), pile.model, pile.state);
  pile.state.velocity = {Vec3(-1, 0, 0), Vec3(1, 0, 0)};
  Account account;
  account[Channel::normal] = 18 - 2;
  drift.update(ledger(pile, {}, 1, false, account), pile.model, pile.state);
  EXPECT_EQ(drift.energy, 0);
  account[Channel::normal] = 18;
  drift.update(ledger(pile, {}, 1, false, account), pile.model, pile.state);
  EXPECT_DOUBLE_EQ(drift.energy, 2.0 / (2 + 18));
}

// Angular momentum from approximate gravity is included in the ledger and reported separately.
TEST(Drift, GravityTorqueIsReportedSeparately) {
  Pile pile;
  add(pile, 1, 1, {2, 0, 0}, {0, 4, 0});
  add(pile, 1e12, 1, {0, 0, 0});  // the centre of mass
  Drift drift;
  drift.update(ledger(pile, {}, 1, false, {}), pile.model, pile.state);
  pile.state.velocity[0] = {0, 4.5, 0};
  Account account;
  account.gravity_torque = {0, 0, 1};
  drift.update(ledger(pile, {}, 1, false, account), pile.model, pile.state);
  EXPECT_LT(drift.angular, 1e-12);
  EXPECT_NEAR(drift.gravity_torque, 1.0 / 9, 1e-10);
}

// 6000 bodies of three masses that fill a sphere evenly.
Pile many_bodies() {
  Pile pile;
  for (int i = 0; i < 6000; ++i) {
    const double t = i + 0.5, z = 1 - 2 * t / 6000, phi = 2.399963 * t;
    const double r = std::cbrt(std::fmod(0.618034 * t, 1.0)), rho = std::sqrt(1 - z * z);
    add(pile, 1 + i % 3, 0.01, r * Vec3(rho * std::cos(phi), rho * std::sin(phi), z), Vec3::Zero());
  }
  return pile;
}

// The potential of many bodies comes from the fast method. The direct sum is the independent answer.
TEST(Ledger, PotentialOfManyBodies) {
  const Pile pile = many_bodies();
  const double direct = gravity::direct_energy(pile.model.mass, pile.state.position, 1);
  const auto error = [&](double asked) {
    const double energy = ledger(pile, {}, 1, true, {}, {}, {}, asked).gravitational;
    return std::abs(energy / direct - 1);
  };
  EXPECT_LT(error(kPotentialError), 1e-7);
  EXPECT_LT(error(1e-3), 1e-5);
  EXPECT_GT(error(1e-3), error(kPotentialError));
}

TEST(Ledger, PotentialIsAsAccurateAsForces) {
  const auto error = [](gravity::Summation method, double asked) {
    return potential_error({.method = method, .error = asked});
  };
  EXPECT_EQ(error(gravity::Summation::fmm, 3e-4), 3e-4);
  EXPECT_EQ(error(gravity::Summation::fmm, 1e-2), 1e-3);
  EXPECT_EQ(error(gravity::Summation::fmm, 1e-7), kPotentialError);
  EXPECT_EQ(error(gravity::Summation::direct, 1e-2), kPotentialError);
  EXPECT_EQ(error(gravity::Summation::none, 1e-2), kPotentialError);
}

// The energy between grains is a difference, and needs a more accurate potential.
TEST(Ledger, PotentialOfGrainsIsAccurate) {
  Pile pile = many_bodies();
  pile.state.grouping.grain.assign(pile.size(), -1);
  pile.state.grouping.offset.assign(pile.size(), Vec3::Zero());
  test::add_dumbbell(pile, {3, 0, 0}, Vec3::UnitX());
  const auto energy = [&](double asked) { return ledger(pile, {}, 1, true, {}, {}, {}, asked).mutual; };
  EXPECT_EQ(energy(1e-3), energy(kPotentialError));
}

}  // namespace
}  // namespace rubble::measure
