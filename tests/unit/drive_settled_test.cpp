// The stop rule of rubble-collide on piles built by hand.
#include "base/error.hpp"
#include "drive/settled.hpp"
#include "model/grains.hpp"
#include "shape/aggregate.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::drive {
namespace {

// Bodies of 1 kg and radius 1 at rest, G = 1; (position, velocity).
Pile pile_of(const std::vector<std::pair<Vec3, Vec3>>& bodies) {
  Pile pile;
  for (const auto& [x, v] : bodies) {
    pile.model.id.push_back(static_cast<std::int64_t>(pile.size()));
    pile.model.mass.push_back(1), pile.model.radius.push_back(1);
    pile.model.material.push_back(0);
    pile.state.position.push_back(x), pile.state.velocity.push_back(v), pile.state.spin.push_back(Vec3::Zero());
  }
  pile.model.materials = {{"rock", 1}};
  return pile;
}

const Vec3 kRest = Vec3::Zero();

// Two touching bodies at rest; around them, 10 m from their middle, escape needs sqrt(2 x 2 / 10) = 0.632 m/s.
TEST(DriveRemnant, TakesWhatIsBoundToTheHeaviestGroup) {
  const std::vector<std::pair<Vec3, Vec3>> pair = {{Vec3(-1, 0, 0), kRest}, {Vec3(1, 0, 0), kRest}};
  for (const double speed : {0.62, 0.64}) {
    auto bodies = pair;
    bodies.emplace_back(Vec3(0, 10, 0), Vec3(0, speed, 0));
    const Remnant remnant = largest_remnant(pile_of(bodies), 1);
    EXPECT_EQ(remnant.mass, speed < 0.632 ? 3 : 2);
    EXPECT_TRUE(remnant.separate);
  }
}

// The third body is bound to the pair, the fourth, 11 m below, only to all three: the pair lets go at sqrt(2 x 2 / 11)
// = 0.603 m/s, the three, whose middle is 10/3 m above the pair's, at sqrt(2 x 3 / 14.33) = 0.647 m/s.
TEST(DriveRemnant, GrowsUntilNobodyIsAdded) {
  for (const double speed : {0.60, 0.64, 0.65}) {
    const Pile pile = pile_of({{Vec3(-1, 0, 0), kRest},
                               {Vec3(1, 0, 0), kRest},
                               {Vec3(0, 10, 0), kRest},
                               {Vec3(0, -11, 0), Vec3(speed, 0, 0)}});
    EXPECT_EQ(largest_remnant(pile, 1).mass, speed < 0.647 ? 4 : 3);
  }
}

// Kinetic energy within: two bodies of 1 kg that part at +-0.1 m/s have 0.01 J; drift and rotation do not count. W =
// -1/2.
TEST(DriveRemnant, InnerEnergiesByHand) {
  Pile pile = pile_of({{Vec3(-1, 0, 0), Vec3(4.9, 0, 0)}, {Vec3(1, 0, 0), Vec3(5.1, 0, 0)}});
  EXPECT_NEAR(largest_remnant(pile, 1).kinetic, 0.01, 1e-12);
  EXPECT_NEAR(largest_remnant(pile, 1).gravitational, -0.5, 1e-15);
  for (std::size_t i = 0; i < 2; ++i) {  // a rigid rotation about z, spins with it
    pile.state.velocity[i] += Vec3(0, 0, 0.3).cross(pile.state.position[i]);
    pile.state.spin[i] = Vec3(0, 0, 0.3);
  }
  EXPECT_NEAR(largest_remnant(pile, 1).kinetic, 0.01, 1e-12);
}

// A fast body within a tenth of a diameter is in the group, whatever its speed; one that is free and has a friend near
// a bound body is an outsider that has not parted.
TEST(DriveRemnant, IsSeparateOnlyWithoutOutsidersNearby) {
  const std::vector<std::pair<Vec3, Vec3>> pair = {{Vec3(-1, 0, 0), kRest}, {Vec3(1, 0, 0), kRest}};
  auto bodies = pair;
  bodies.emplace_back(Vec3(0, 20, 0), kRest);             // bound
  bodies.emplace_back(Vec3(2.1, 20, 0), Vec3(50, 0, 0));  // free, gap 0.1 < 0.2 to the third
  EXPECT_EQ(largest_remnant(pile_of(bodies), 1).mass, 3);
  EXPECT_FALSE(largest_remnant(pile_of(bodies), 1).separate);
  bodies[3].first.x() = 2.3;  // gap 0.3
  EXPECT_TRUE(largest_remnant(pile_of(bodies), 1).separate);
}

// A touching pair whose halves part at +-v: kinetic fraction v^2 / (1/2).
struct Aftermath {
  Pile pile = pile_of({{Vec3(-1, 0, 0), kRest}, {Vec3(1, 0, 0), kRest}, {Vec3(0, 1000, 0), Vec3(0, 9, 0)}});
  Settled rule;

  explicit Aftermath(const SettledRule& r) : rule(r) {}
  bool at(double time, double fraction) {
    pile.state.time = time;
    const double v = std::sqrt(0.5 * fraction);
    pile.state.velocity[0] = Vec3(-v, 0, 0), pile.state.velocity[1] = Vec3(v, 0, 0);
    rule.observe({pile, -0.5, 1});
    return rule.met();
  }
};
constexpr SettledRule kRule{.kinetic_fraction = 0.01, .mass_fraction = 0.1, .hold = 10};

TEST(DriveSettled, WaitsForTheImpactThenForTheHold) {
  Aftermath run(kRule);
  EXPECT_FALSE(run.at(0, 0));
  EXPECT_FALSE(run.at(100, 0));  // quiet for long, but nothing has happened yet
  EXPECT_FALSE(run.at(110, 0.02));
  EXPECT_FALSE(run.at(120, 0.009));
  EXPECT_FALSE(run.at(129, 0.009));
  EXPECT_TRUE(run.at(130, 0.009));
}

// A speck beside a grain: their gravity is lost in the digits of that within the grain, and what nothing is seen to
// hold is not settled. A grain alone is.
TEST(DriveSettled, WhatNothingHoldsIsNotSettled) {
  const auto fraction = [](const Pile& pile) {
    Settled rule(kRule);
    rule.observe({pile, 0, 1});
    return rule.findings()[2].value;
  };
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  const shape::Aggregate pair = shape::glue("pair", {{-1, 0, 0}, {1, 0, 0}}, {1, 1});
  add_grain(pile, pair.centre, pair.radius, pair.part, 0, pair.moments, kRest, Quaternion::Identity(), kRest, kRest);
  EXPECT_EQ(fraction(pile), 0);
  const shape::Aggregate speck = shape::glue("speck", {kRest}, {1e-6});
  add_grain(pile, speck.centre, speck.radius, speck.part, 0, speck.moments, Vec3(0, 10, 0), Quaternion::Identity(),
            Vec3(0, 0.1, 0), kRest);
  const Remnant remnant = largest_remnant(pile, 1);
  EXPECT_EQ(remnant.grains, 2u);
  EXPECT_GT(remnant.kinetic, 0);
  EXPECT_GT(fraction(pile), 1);
}

TEST(DriveSettled, NoiseOrGrowthStartTheClockAnew) {
  Aftermath run(kRule);
  run.at(0, 0.02);
  EXPECT_FALSE(run.at(10, 0));
  EXPECT_FALSE(run.at(15, 0.02));
  EXPECT_FALSE(run.at(20, 0));
  run.pile.state.position[2] = Vec3(0, 5, 0),
  run.pile.state.velocity[2] = kRest;  // falls in: the mass steps by a third
  EXPECT_FALSE(run.at(31, 0));
  EXPECT_FALSE(run.at(40, 0));
  EXPECT_TRUE(run.at(41, 0));
  EXPECT_EQ(run.rule.findings()[0].value, 1);
}

TEST(DriveSettled, RemembersThroughACheckpoint) {
  Aftermath before(kRule), after(kRule);
  before.at(0, 0.02);
  before.at(10, 0);
  restore(after.rule, memory_of(before.rule));
  EXPECT_FALSE(after.at(19, 0));
  EXPECT_TRUE(after.at(20, 0));
  EXPECT_THROW(restore(after.rule, Resume{}), InputError);
}

TEST(DriveSettled, NeedsGravity) {
  Aftermath run(kRule);
  EXPECT_THROW(run.rule.observe({run.pile, 0, 0}), InputError);
}

}  // namespace
}  // namespace rubble::drive
