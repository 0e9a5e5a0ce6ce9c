// Contact Dynamics with held gravity (docs/theory.md 4.8): results equal those with gravity at each step, and bits do
// not depend on stops.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "measure/ledger/ledger.hpp"
#include "physics/impulse_scene.hpp"
#include "unit/grain_piles.hpp"
#include "unit/hull_piles.hpp"

#include <functional>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kDensity = 3000;
const double kDynamical = 1 / std::sqrt(kG * kDensity * 0.55);  // dynamical time of a pile [s]

nscd::Parameters attracting(double dt, double hold) {
  nscd::Parameters p = impulses(dt, 0.3);
  p.gravity = {gravity::Summation::direct, kG};
  p.gravity.hold = hold;
  p.solver.tolerance = 1e-6;
  return p;
}

// Two rods of density 1 in orbit about each other, attracted by their multipoles, and a sphere that falls between them.
Pile mixed() {
  Pile pile;
  for (const double side : {-1.0, 1.0})
    add_hull(pile, shape::box({4, 1, 1}), {6 * side, 0, side}, Quaternion::Identity(), {0, 3e-4 * side, 0});
  add_sphere(pile, 0.8, 1, {0, 4, 0});
  return pile;
}

nscd::Parameters of_mixed(double hold) {
  nscd::Parameters p = attracting(5, hold);
  p.gravity.constant = kDensity * kG;
  p.gravity.torque = gravity::Multipoles::hexadecapole;
  return p;
}

measure::Ledger ledger_of(ImpulseRun& run, double constant = kG) {
  return measure::ledger(run.pile(), {}, constant, true, run.account());
}

// A settled pile must not be heated: kinetic energies of two runs from the same pile, averaged over many times.
TEST(ImpulseHeld, DoesNotHeatASettledPile) {
  const double dt = 1e-3 * kDynamical;
  ImpulseRun settle(attracting(dt, 0), lattice_ball(100, 1.0, kDensity, 1.02, 3));
  settle.until(6 * kDynamical);
  double mean[2] = {0, 0};
  for (int held = 0; held < 2; ++held) {
    Pile pile = settle.pile();
    pile.contacts = settle.contacts();
    ImpulseRun run(attracting(dt, held ? 1e-3 : 0), pile);
    for (int k = 0; k < 40; ++k) {
      run.until(run.pile().state.time + 0.05 * kDynamical);
      mean[held] += ledger_of(run).kinetic() / 40;
    }
  }
  EXPECT_GT(mean[0], 0);
  EXPECT_LT(mean[1], 1.2 * mean[0]) << mean[0];
}

// A cloud with held gravity collapses like one with gravity at each step: the kinetic energies during the collapse are
// compared. Held gravity needs fewer sums.
TEST(ImpulseHeld, CollapseMatchesGravityAtEachStep) {
  double kinetic[2];
  for (int held = 0; held < 2; ++held) {
    ImpulseRun run(attracting(1e-3 * kDynamical, held ? 1e-3 : 0), lattice_ball(200, 1.0, kDensity, 1.5, 5));
    run.until(0.5 * kDynamical);
    const measure::Ledger ledger = ledger_of(run);
    kinetic[held] = ledger.kinetic();
    EXPECT_EQ(ledger.account.held == 0, held == 0);
    EXPECT_LT(std::abs(ledger.account.held), 1e-3 * ledger.kinetic());  // allowed error of the extrapolation
  }
  EXPECT_NEAR(kinetic[1] / kinetic[0], 1, 1e-3);
}

// The ledger's estimate of the energy created by holding has the correct sign and magnitude: two bodies fall towards
// each other with intervals that are far too long.
TEST(ImpulseHeld, WorkOfHoldingIsAccountedFor) {
  Pile pile;
  add_sphere(pile, 0.1, 2000, {1, 0, 0}, {0, 0.35, 0});
  add_sphere(pile, 0.1, 2000, {-1, 0, 0}, {0, -0.35, 0});
  const double constant = 1 / (2 * pile.model.mass[0]);
  double error[2];
  double made[2];
  for (int held = 0; held < 2; ++held) {
    nscd::Parameters p = attracting(2e-3, held ? 1e-2 : 0);
    p.gravity.constant = constant;
    ImpulseRun run(p, pile);
    const measure::Ledger begin = ledger_of(run, constant);
    run.until(3);
    const measure::Ledger end = ledger_of(run, constant);
    error[held] = end.total() - begin.total();
    made[held] = end.account.held;
  }
  EXPECT_EQ(made[0], 0);
  ASSERT_GT(std::abs(error[1]), 10 * std::abs(error[0]));
  EXPECT_NEAR(made[1] / error[1], 1, 0.2);
}

// For intervals of a few steps, holding creates less energy than for long intervals. For intervals of one step, holding
// creates no energy, and the motion has the bits of a run without holding.
TEST(ImpulseHeld, WorkOfHoldingForAFewSteps) {
  const auto fall = [](double hold, double dt) {
    nscd::Parameters p = attracting(dt, hold);
    ImpulseRun run(p, lattice_ball(20, 1.0, kDensity, 3.0, 5));
    run.until(0.5 * kDynamical);
    const measure::Ledger ledger = ledger_of(run);
    return std::pair{ledger.total(), ledger.account.held};
  };
  const auto [coarse, nothing] = fall(1e-7, 0.02 * kDynamical);
  EXPECT_EQ(coarse, fall(0, 0.02 * kDynamical).first);
  EXPECT_EQ(nothing, 0);
  const double dt = 0.01 * kDynamical;
  const auto [held, made] = fall(1e-3, dt);
  const double error = held - fall(0, dt).first;
  ASSERT_NE(error, 0);
  EXPECT_NEAR(made / error, 1, 0.3);
}

// Members of glued grains attract each other. Held in space, these forces would rotate the grains: two distant grains
// must keep their spins.
TEST(ImpulseHeld, GluedGrainsKeepTheirSpins) {
  Pile pile;
  for (const double side : {-1.0, 1.0})
    add_dumbbell(pile, {1e5 * side, 0, 0}, Vec3::UnitX(), Vec3::Zero(), {0, 0, 1e-3});
  nscd::Parameters p = attracting(20, 1e-2);
  // Gravity of grains with kDensity, although the grains have kUnitDensity.
  p.gravity.constant = kDensity / kUnitDensity * kG;
  ImpulseRun run(p, pile);
  run.until(40000);
  for (std::size_t i = 0; i < pile.size(); ++i) EXPECT_NEAR(run.spin(i).z() / 1e-3, 1, 1e-9);
}

// The work of holding is also accounted for with hulls, where held torques do work: rods that rotate in each other's
// tide.
TEST(ImpulseHeld, WorkOfHoldingOnHullsIsAccountedFor) {
  const auto points = points_of_hulls(mixed().model, gravity::multipoles_of(gravity::Multipoles::hexadecapole));
  double error[2];
  double made[2];
  for (int held = 0; held < 2; ++held) {
    nscd::Parameters p = of_mixed(held ? 1e-2 : 0);
    Pile pile = mixed();
    for (Vec3& spin : pile.state.spin) spin = {0, 5e-4, 0};  // holding causes errors of torques
    ImpulseRun run(p, pile);
    const auto energy = [&] {
      return measure::ledger(run.pile(), {}, p.gravity.constant, true, run.account(), {}, points).total();
    };
    const double begin = energy();
    run.until(3000);
    error[held] = energy() - begin;
    made[held] = run.account().held;
  }
  EXPECT_EQ(made[0], 0);
  ASSERT_GT(std::abs(error[1]), 5 * std::abs(error[0]));
  EXPECT_NEAR(made[1] / error[1], 1, 0.05);
}

// Multipoles rotate hulls. Held accelerations of points within the hulls give the rotation of gravity at each step,
// with an error that decreases with the tolerance of holding.
TEST(ImpulseHeld, MultipolesAreHeldWithTheirPoints) {
  ImpulseRun each(of_mixed(0), mixed());
  each.until(8000);
  const auto apart = [&](double hold) {
    ImpulseRun held(of_mixed(hold), mixed());
    held.until(8000);
    double place = 0;
    double spin = 0;
    for (std::size_t i = 0; i < each.pile().size(); ++i) {
      place = std::max(place, (each.position(i) - held.position(i)).norm());
      spin = std::max(spin, (each.spin(i) - held.spin(i)).norm() / each.spin(0).norm());
    }
    return std::pair{place, spin};
  };
  EXPECT_GT((each.position(2) - mixed().state.position[2]).norm(), 0.3);
  EXPECT_GT(each.spin(0).norm(), 1e-6);
  const auto [place, spin] = apart(1e-3);
  const auto [nearer_place, nearer_spin] = apart(1e-5);
  EXPECT_LT(place, 1e-3);
  EXPECT_LT(spin, 0.1);
  EXPECT_LT(nearer_place, 0.2 * place);
  EXPECT_LT(nearer_spin, 0.2 * spin);
}

TEST(ImpulseHeld, ThreadsAndRestarts) {
  struct Scene {
    nscd::Parameters parameters;
    Pile pile;
  };
  const double dt = 1e-3 * kDynamical;
  for (const Scene& scene :
       {Scene{attracting(dt, 2e-3), lattice_ball(60, 1.0, kDensity, 1.1, 7)}, Scene{of_mixed(1e-4), mixed()}}) {
    const auto until = [&](ImpulseRun& run, int steps) { run.until(steps * scene.parameters.step.dt); };
    ImpulseRun whole(scene.parameters, scene.pile);
    until(whole, 500);
    for (const int threads : {2, 3}) {
      set_threads(threads);
      ImpulseRun run(scene.parameters, scene.pile);
      until(run, 500);
      EXPECT_TRUE(same_bits(everything(whole), everything(run))) << threads;
    }
    set_threads(1);
    for (const int stop : {0, 1, 37, 211}) {
      ImpulseRun part(scene.parameters, scene.pile);
      until(part, stop);
      ImpulseRun rest(part, memory_of(part.stepper()));
      until(rest, 500);
      EXPECT_TRUE(same_bits(everything(whole), everything(rest))) << stop;
    }
  }
}

TEST(ImpulseHeld, DamagedCheckpointsAreRefused) {
  ImpulseRun run(attracting(1, 1e-3), lattice_ball(8, 1.0, kDensity, 1.1, 7));
  run.steps(10);
  const Resume sound = memory_of(run.stepper());
  const auto start = [&](const std::function<void(Resume&)>& change) {
    Resume damaged = sound;
    change(damaged);
    ImpulseRun again(run, damaged);
  };
  EXPECT_NO_THROW(start([](Resume&) {}));
  EXPECT_THROW(start([](Resume& r) { r.integers["nscd/gravity_held"] = {11, 1}; }), InputError);
  EXPECT_THROW(start([](Resume& r) { r.integers["nscd/gravity_held"] = {5, 65}; }), InputError);
  EXPECT_THROW(start([](Resume& r) { r.integers["nscd/gravity_held"] = {5}; }), InputError);
  EXPECT_THROW(start([](Resume& r) { r.reals["nscd/gravity"].pop_back(); }), InputError);
  EXPECT_THROW(start([](Resume& r) { r.reals.erase("nscd/gravity_slope"); }), InputError);
  EXPECT_THROW(start([](Resume& r) { r.reals["nscd/gravity_within/force"] = {-1}; }), InputError);
  EXPECT_THROW(start([](Resume& r) { r.reals["nscd/gravity"].back() = std::nan(""); }), InputError);
  const auto never_summed = [](Resume& r) {
    r.integers["nscd/gravity_held"] = {-1, 1};
    r.reals["nscd/gravity"] = r.reals["nscd/gravity_slope"] = {};
  };
  EXPECT_THROW(start(never_summed), InputError);  // after ten steps
}

}  // namespace
}  // namespace rubble::test
