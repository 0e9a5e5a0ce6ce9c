// Errors of a run do not depend on the frame (Landau & Lifshitz, Mechanics, section 3): a pile at rest and the same
// pile at a constant velocity have the same errors. A run also ends, independent of its accounts, if the state has NaN
// or bodies pass through each other.
#include "base/error.hpp"
#include "hsdem/stepper.hpp"
#include "measure/ledger/ledger.hpp"
#include "model/regroup.hpp"
#include "physics/impulse_scene.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

using Start = std::function<std::unique_ptr<Stepper>(const Pile&, const External&, double dt)>;

const gravity::Parameters kDirect = [] {
  gravity::Parameters p;
  p.method = gravity::Summation::direct;
  p.constant = 1;
  return p;
}();

std::unique_ptr<Stepper> soft(const Pile& pile, const External& external, double dt) {
  ssdem::Parameters p;
  p.gravity = kDirect;
  p.contacts = false;
  p.step.dt = dt;
  ssdem::resolve(p, pile.model, pile.state, external);
  return std::make_unique<ssdem::Stepper>(p, pile, external);
}
std::unique_ptr<Stepper> contact_dynamics(const Pile& pile, const External& external, double dt) {
  nscd::Parameters p = impulses(dt);
  p.gravity = kDirect;
  return std::make_unique<nscd::Stepper>(p, pile, external);
}
std::unique_ptr<Stepper> hard(const Pile& pile, const External& external, double dt) {
  hsdem::Parameters p;
  p.gravity = kDirect;
  p.step.dt = dt;
  p.contact.restitution = 1;
  return std::make_unique<hsdem::Stepper>(p, pile, external);
}
const std::pair<const char*, Start> kMethods[] = {
    {"soft spheres", soft}, {"contact dynamics", contact_dynamics}, {"hard spheres", hard}};

constexpr double kHalfPeriod = std::numbers::pi * 0.7071067811865476;  // a = 1, G M = 2

// Two unit masses in orbit about each other, a = 1, e = 0.5, G = 1: their energy error is of second order in the step.
Pile orbit(const Vec3& velocity) {
  Pile pile;
  const double speed = std::sqrt(2 * (2 / 1.5 - 1));  // relative, at the apocentre
  for (const double side : {-0.5, 0.5})
    add_sphere(pile, 0.01, 1, side * Vec3(1.5, 0, 0), velocity + side * Vec3(0, speed, 0));
  pile.model.mass = {1, 1};
  return pile;
}

measure::Drift drift_of(const Start& start, Pile pile, double dt, double until, double constant,
                        const External& external = {}) {
  const std::unique_ptr<Stepper> stepper = start(pile, external, dt);
  measure::Drift drift;
  for (double time = 0; time < until + dt; time += dt) {
    stepper->advance(pile.model, pile.state, external, time);
    pile.contacts = stepper->contacts(pile, external);
    drift.update(measure::ledger(pile, external, constant, constant > 0, stepper->account()), pile.model, pile.state);
  }
  return drift;
}

TEST(Frame, OrbitHasTheSameErrorsInEveryFrame) {
  for (const auto& [name, start] : kMethods)
    for (const double steps : {20.0, 40.0, 80.0}) {
      const double dt = kHalfPeriod / steps;
      const double rest = drift_of(start, orbit(Vec3::Zero()), dt, kHalfPeriod, 1).energy;
      EXPECT_GT(rest, 1e-4) << name << steps;
      for (const double speed : {30.0, 1000.0}) {
        const measure::Drift moving = drift_of(start, orbit({speed, speed, 0}), dt, kHalfPeriod, 1);
        EXPECT_NEAR(moving.energy / rest, 1, 1e-5) << name << steps << speed;
        EXPECT_LT(moving.momentum, 1e-9) << name << speed;
        EXPECT_LT(moving.angular, 1e-6) << name << speed;
      }
    }
}

// Free fall in uniform gravity is equivalent to rest.
TEST(Frame, OrbitThatFalls) {
  External external;
  external.uniform = {0, 0, -10};
  for (const auto& [name, start] : kMethods) {
    const double dt = kHalfPeriod / 40;
    const double rest = drift_of(start, orbit(Vec3::Zero()), dt, kHalfPeriod, 1).energy;
    const measure::Drift falling = drift_of(start, orbit(Vec3::Zero()), dt, kHalfPeriod, 1, external);
    EXPECT_NEAR(falling.energy / rest, 1, 1e-6) << name;
    EXPECT_LT(falling.momentum, 1e-9) << name;
    EXPECT_LT(falling.angular, 1e-6) << name;
  }
}

// Two spheres whose contact lasts 0.14 s, with far longer steps.
TEST(Frame, TooLongStepsCreateEnergyInEveryFrame) {
  const Start start = [](const Pile& pile, const External& external, double dt) {
    ssdem::Parameters p = plain(1000, 1);
    p.step.dt = dt;
    ssdem::resolve(p, pile.model, pile.state, external);
    return std::make_unique<ssdem::Stepper>(p, pile, external);
  };
  const auto error = [&](double speed, double dt) {
    Pile pile;
    add_sphere(pile, 0.5, 1, {0, 0, 0}, {speed + 0.5, 0, 0});
    add_sphere(pile, 0.5, 1, {1.01, 0, 0}, {speed - 0.5, 0, 0});
    pile.model.mass = {4, 4};
    return drift_of(start, pile, dt, 3, 0).energy;
  };
  for (const double dt : {0.04, 0.035, 0.03}) {
    const double rest = error(0, dt);
    EXPECT_GT(rest, 1e-4) << dt;
    for (const double speed : {30.0, 1000.0, 30000.0}) EXPECT_NEAR(error(speed, dt) / rest, 1, 1e-4) << dt << speed;
  }
}

// Spheres of 1 m that meet at 1e5 m/s.
TEST(Passing, SoftSpheresDoNotPassThroughEachOther) {
  const auto run = [](double dt, double beside) {
    Pile pile;
    add_sphere(pile, 1, 1000, {-52.5, 0, 0}, {5e4, 0, 0});
    add_sphere(pile, 1, 1000, {50, beside, 0}, {-5e4, 0, 0});
    add_sphere(pile, 1, 1000, {0, 50, 0});
    ssdem::Parameters p = plain(1e17, 1);
    p.step.dt = dt;
    Motion motion(p, pile);
    motion.until(2e-3);
    return motion.velocity(0).x();
  };
  for (const double dt : {2e-4, 1e-4, 5e-5}) EXPECT_THROW(run(dt, 0), SanityError) << dt;
  for (const double dt : {2e-4, 1e-4, 5e-5}) EXPECT_EQ(run(dt, 2.1), 5e4) << dt;  // the bodies have passed each other
  EXPECT_LT(run(1e-8, 0), -4.9e4);
}

// Hard spheres collide at the correct time within a step: equal spheres exchange their velocities, and members of an
// aggregate collide with a sphere as well.
TEST(Passing, HardSpheresMeetWithinAStep) {
  for (const double dt : {1e-4, 1e-3, 1e-2})
    for (const bool glued : {false, true}) {
      Pile pile;
      add_sphere(pile, 1, 1000, {-52.5, 0, 0}, {5e4, 0, 0});
      add_sphere(pile, 1, 1000, {50, 0, 0}, {-5e4, 0, 0});
      if (glued) {
        add_sphere(pile, 1, 1000, {50, 2, 0}, {-5e4, 0, 0});
        glue_bodies(pile, {-1, 0, 0}, {Mat3::Zero()});
      }
      hsdem::Parameters p;
      p.gravity.method = gravity::Summation::none;
      p.step.dt = dt;
      p.contact.restitution = 1;
      p.contact.slow = 0;
      hsdem::Stepper stepper(p, pile, {});
      stepper.advance(pile.model, pile.state, {}, 1e-2);
      const Vec3& after = pile.state.velocity[0];
      if (glued)
        EXPECT_LT(after.x(), -4e4) << dt;
      else
        EXPECT_NEAR(after.x(), -5e4, 1e-6) << dt;
    }
}

// A state with NaN ends the run before the next step.
TEST(MethodSanity, EveryMethodDetectsNaN) {
  const double large = 1e160;
  for (const auto& [name, start] : kMethods) {
    Pile fast = orbit({large, 0, 0});
    fast.state.velocity[1] = {-large, 0, 0};
    const auto run = [&, &method = start](Pile& pile) {
      const std::unique_ptr<Stepper> stepper = method(pile, {}, 1e-3);
      stepper->advance(pile.model, pile.state, {}, 1);
    };
    EXPECT_THROW(run(fast), SanityError) << name;
  }
}

}  // namespace
}  // namespace rubble::test
