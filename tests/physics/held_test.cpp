// Gravity that is summed at intervals and extrapolated in between must give the results of gravity at each step.
#include "measure/ledger/ledger.hpp"
#include "scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

ssdem::Parameters damped(double steps_per_contact) {
  ssdem::Parameters p = plain(1, 0.5);
  p.gravity = {gravity::Summation::direct, kG};
  p.sliding = laws::CoulombSliding{0.4, 0.5};
  std::get<laws::LinearSpring>(p.normal).stiffness.reset();
  p.step.steps_per_contact = static_cast<std::int64_t>(steps_per_contact);
  return p;
}
double kinetic(Motion& run) { return measure::ledger(run.pile(), {}, kG, false, run.stepper().account()).kinetic(); }

// A settled pile must not be heated: kinetic energies of two runs from the same settled pile, averaged over many times.
TEST(HeldGravity, DoesNotHeatASettledPile) {
  ssdem::Parameters p = damped(25);
  Pile pile = lattice_ball(100, 1.0, 3000, 1.02, 3);
  ssdem::resolve(p, pile.model, pile.state, {});
  *std::get<laws::LinearSpring>(p.normal).stiffness *= 0.05;
  p.step = {};
  p.step.steps_per_contact = 25;
  const double dynamical = 1 / std::sqrt(kG * 3000 * 0.55);
  Motion settle(p, pile);
  settle.until(8 * dynamical);
  pile = settle.pile();
  pile.contacts = settle.contacts();

  double mean[2] = {0, 0};
  std::int64_t steps = 0;
  for (int held = 0; held < 2; ++held) {
    ssdem::Parameters q = settle.parameters();
    q.gravity.hold = held ? 1e-3 : 0;
    Motion run(q, pile);
    for (int k = 0; k < 40; ++k) {
      steps = run.until(run.time() + 0.1 * dynamical).steps;
      mean[held] += kinetic(run) / 40;
    }
  }
  EXPECT_GT(steps, 5000);
  EXPECT_GT(mean[0], 0);
  EXPECT_LT(mean[1], 1.1 * mean[0]) << mean[0];
}

// A spinning pile on an eccentric orbit conserves its energy as well as with gravity evaluated at each step.
TEST(HeldGravity, KeepsTheEnergyOfAnOrbitingPile) {
  const double planet_mass = 6e24, distance = 3e7;
  External external;
  external.planets = {{planet_mass, Vec3::Zero()}};
  ssdem::Parameters p = damped(25);
  Pile pile = lattice_ball(60, 50.0, 3000, 1.02, 4);
  ssdem::resolve(p, pile.model, pile.state, {});
  *std::get<laws::LinearSpring>(p.normal).stiffness *= 0.05;
  p.step = {};
  p.step.steps_per_contact = 25;
  const double speed = 0.9 * std::sqrt(kG * planet_mass / distance);
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3 x = pile.state.position[i];
    pile.state.velocity[i] = Vec3(0, speed, 0) + Vec3(0, 0, 2e-4).cross(x);
    pile.state.position[i] = x + Vec3(distance, 0, 0);
  }
  double error[2];
  for (int held = 0; held < 2; ++held) {
    ssdem::Parameters q = p;
    q.gravity.hold = held ? 1e-3 : 0;
    q.step.dt.reset();
    Motion run(q, pile, external);
    measure::Drift drift;
    const auto look = [&] {
      Pile now = run.pile();
      now.contacts = run.contacts();
      // Energies of the pile are small compared with that of the orbit: errors are relative to the pile's own binding
      // energy.
      measure::Ledger ledger = measure::ledger(now, external, kG, true, run.stepper().account());
      drift.update(ledger, now.model, now.state);
      return ledger;
    };
    const measure::Ledger begin = look();
    const double dynamical = 1 / std::sqrt(kG * 3000 * 0.55);
    error[held] = 0;
    for (int k = 0; k < 20; ++k) {
      run.until(run.time() + 0.25 * dynamical);
      error[held] = std::max(error[held], std::abs(look().total() - begin.total()) / std::abs(begin.gravitational));
    }
    EXPECT_LT(drift.angular, 1e-9);
    EXPECT_LT(drift.gravity_torque, held ? 6e-4 : 2e-11);  // relative to its own angular momentum, not to that of the
                                                           // orbit
  }
  EXPECT_LT(error[1], std::max(2 * error[0], 1e-3)) << error[0];
}

// The gravity of its members must neither rotate nor accelerate a single grain, at rest or slowly rotating, although
// the ledger's errors have no larger scale. Limits are ten times the measured values.
TEST(HeldGravity, DoesNotMoveASingleGrain) {
  for (const double spin : {0.0, 1e-6, 1e-4}) {
    for (const double hold : {0.0, 1e-3}) {
      Pile pile;
      glue(pile, "irregular", 50, 3000, Vec3(1e3, 2e3, 3e3), Quaternion::Identity(), Vec3::Zero(),
           Vec3(0.6, 0, 0.8) * spin);
      ssdem::Parameters p = plain(1, 0.5);
      p.gravity = {gravity::Summation::direct, kG};
      p.gravity.hold = hold;
      p.step.dt = 1;
      Motion run(p, pile);
      measure::Drift drift;
      for (int k = 0; k <= 20; ++k) {
        run.until(run.time() + 100);
        drift.update(measure::ledger(run.pile(), {}, kG, true, run.stepper().account()), run.pile().model,
                     run.pile().state);
      }
      EXPECT_LT(drift.momentum, 1e-14) << spin << hold;
      EXPECT_LT(drift.gravity_torque, 2e-8) << spin;
      EXPECT_LT(drift.energy, 2e-14) << spin;
    }
  }
}

// The ledger's estimate of the energy created by holding has the correct sign and magnitude: two bodies fall towards
// each other with intervals that are far too long.
TEST(HeldGravity, WorkOfHoldingIsAccountedFor) {
  Pile pile;
  add_sphere(pile, 0.1, 2000, Vec3(1, 0, 0), Vec3(0, 0.35, 0)),
      add_sphere(pile, 0.1, 2000, Vec3(-1, 0, 0), Vec3(0, -0.35, 0));
  const double G = 1 / (2 * pile.model.mass[0]);
  double error[2], held_energy[2];
  for (int held = 0; held < 2; ++held) {
    ssdem::Parameters p = plain(1e5, 1);
    p.gravity = {gravity::Summation::direct, G};
    p.gravity.hold = held ? 1e-2 : 0;
    p.step.dt = 2e-3;
    Motion run(p, pile);
    const measure::Ledger begin = measure::ledger(run.pile(), {}, G, true, run.stepper().account());
    run.until(3);
    const measure::Ledger end = measure::ledger(run.pile(), {}, G, true, run.stepper().account());
    error[held] = end.total() - begin.total(), held_energy[held] = end.account.held;
  }
  EXPECT_EQ(held_energy[0], 0);
  ASSERT_GT(std::abs(error[1]), 10 * std::abs(error[0]));
  EXPECT_NEAR(held_energy[1] / error[1], 1, 0.2);
}

}  // namespace
}  // namespace rubble::test
