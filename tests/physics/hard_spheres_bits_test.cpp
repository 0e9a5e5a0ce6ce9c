// Hard spheres: identical bits for any number of threads, stops and restarts.
#include "hsdem/rigid_failure.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>
#include <omp.h>

namespace rubble::test {
namespace {

// Bits are identical for any number of threads, also if the run is stopped and restarted between any two outputs.
TEST(HardSpheres, SameBitsThroughSticksAndBreaks) {
  hsdem::Parameters p = hard_spheres(0.25, 0.5);
  p.gravity = {gravity::Summation::direct, 0.05};
  p.outcome.stick = 1.5;
  p.outcome.fragment = 2.5;
  p.contact.sliding_restitution = 0.5;
  p.contact.most_impacts = 2;
  std::vector<Pile> ends;
  for (const int threads : {1, 2, 4}) {
    omp_set_num_threads(threads);
    Pile pile = swarm();
    hsdem::Stepper stepper(p, pile, {});
    for (const double until : {3.0, 5.0, 12.0}) stepper.advance(pile.model, pile.state, {}, until);
    ends.push_back(pile);
  }
  omp_set_num_threads(1);
  EXPECT_TRUE(same(ends[0], ends[1]));
  EXPECT_TRUE(same(ends[0], ends[2]));
  for (const double stop : {3.0, 5.0}) {
    Pile pile = swarm();
    auto stepper = std::make_unique<hsdem::Stepper>(p, pile, External{});
    for (const double until : {3.0, 5.0, 12.0}) {
      const StepReport report = stepper->advance(pile.model, pile.state, {}, until);
      if (until == 12) {
        EXPECT_GT(report.remark("bodies stuck"), 5);
        EXPECT_GT(report.remark("pairs that met so often that they moved as one"), 0);
        EXPECT_GT(report.remark("spheres broken off"), 0);
      }
      if (until == stop) stepper = std::make_unique<hsdem::Stepper>(p, pile, External{}, memory_of(*stepper));
    }
    EXPECT_TRUE(same(ends[0], pile)) << stop;
  }
}

// The bodies are numerous enough for several threads, for expansions and for blocked sums. They stick, break off and
// fail.
TEST(HardSpheres, SameBitsOfACrowd) {
  hsdem::Parameters p = hard_spheres(0.25, 0.5);
  p.gravity = {gravity::Summation::fmm, 0.05};
  p.outcome.stick = 0.5;
  p.outcome.fragment = 2.5;
  p.strength = hsdem::RigidStrength{.tensile = 0.01, .shear = 0.01};
  std::vector<Pile> ends;
  std::vector<Account> accounts;
  for (const int threads : {1, 2, 4}) {
    omp_set_num_threads(threads);
    Dice dice(5);
    Pile pile = spheres();
    for (int k = 0; k < 2197; ++k) {
      const Vec3 place = 1.1 * Vec3(k % 13, k / 13 % 13, k / 169);
      const double speed = k % 5 == 0 ? 2 : 0.1;
      add(pile, 1, 0.5, place, speed * dice.vector(), dice.vector());
    }
    hsdem::Stepper stepper(p, pile, {});
    const StepReport report = stepper.advance(pile.model, pile.state, {}, 1.25);
    EXPECT_GT(report.remark("bodies stuck"), 100);
    EXPECT_GT(report.remark("spheres broken off"), 20);
    EXPECT_GT(report.remark("spheres that failed aggregates lost"), 0);
    const auto free = std::count(pile.state.grouping.grain.begin(), pile.state.grouping.grain.end(), -1);
    EXPECT_GT(free + static_cast<std::ptrdiff_t>(pile.state.grouping.grains.size()), 256);  // number of separate bodies
    ends.push_back(pile);
    accounts.push_back(stepper.account());
  }
  omp_set_num_threads(1);
  for (const std::size_t k : {1, 2}) {
    EXPECT_TRUE(same(ends[0], ends[k]));
    EXPECT_EQ(flat(accounts[0]), flat(accounts[k]));
  }
}

// Results do not depend on the division of a run: one call, one call per step, or a new stepper at each step.
// Aggregates with unequal moments stick and break.
TEST(HardSpheres, SameBitsForAnyNumberOfStops) {
  hsdem::Parameters p = hard_spheres(0.05, 0.5);
  p.gravity = {gravity::Summation::direct, 0.05};
  p.outcome.stick = 1.5;
  p.outcome.fragment = 2.5;
  const auto start = [] {
    Pile pile = swarm();
    std::vector<Index> grain(pile.size(), -1);
    for (std::size_t i = 0; i < 6; ++i) grain[i] = static_cast<Index>(i / 3);
    glue_bodies(pile, grain, {Mat3::Zero(), Mat3::Zero()});
    for (std::size_t g = 0; g < 2; ++g) {
      GrainMotion motion = motion_of(pile.model, pile.state, g);
      motion.momentum = {1, 2, -1};
      place_members(g, motion, pile.state);
    }
    return pile;
  };
  Pile whole = start();
  hsdem::Stepper at_once(p, whole, {});
  at_once.advance(whole.model, whole.state, {}, 10);
  Pile pile = start(), resumed = start();
  hsdem::Stepper by_steps(p, pile, {});
  auto stepper = std::make_unique<hsdem::Stepper>(p, resumed, External{});
  for (int k = 1; k <= 200; ++k) {
    by_steps.advance(pile.model, pile.state, {}, 0.05 * k - 0.025);
    stepper->advance(resumed.model, resumed.state, {}, 0.05 * k - 0.025);
    stepper = std::make_unique<hsdem::Stepper>(p, resumed, External{}, memory_of(*stepper));
    ASSERT_TRUE(same(pile, resumed)) << k;
  }
  EXPECT_EQ(pile.state.time, whole.state.time);
  EXPECT_TRUE(same(whole, pile));
  EXPECT_GT(by_steps.advance(pile.model, pile.state, {}, pile.state.time).remark("spheres broken off"), 0);
}

}  // namespace
}  // namespace rubble::test
