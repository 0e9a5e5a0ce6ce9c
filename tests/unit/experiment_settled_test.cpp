// The stop rule of rubble-collide on piles built by hand.
#include "base/error.hpp"
#include "experiment/settled.hpp"
#include "model/grains.hpp"
#include "shape/aggregate.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::experiment {
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

// Two touching bodies at rest. The energy of two points of 2 kg and 1 kg, 10 m apart, is 0 at sqrt(2 x 3 / 10) = 0.775
// m/s: mu v^2 / 2 = G m M / r, Murray & Dermott 1999, chapter 2.
TEST(DriveRemnant, IncludesBodiesBoundToTheHeaviestGroup) {
  const std::vector<std::pair<Vec3, Vec3>> pair = {{Vec3(-1, 0, 0), kRest}, {Vec3(1, 0, 0), kRest}};
  for (const double speed : {0.77, 0.78}) {
    auto bodies = pair;
    bodies.emplace_back(Vec3(0, 10, 0), Vec3(0, speed, 0));
    const Remnant remnant = largest_remnant(pile_of(bodies), 1);
    EXPECT_EQ(remnant.mass, speed < 0.775 ? 3 : 2);
  }
}

// The third body is bound to the pair. The fourth, 11 m below, is bound only to all three. The escape speed from the
// pair is sqrt(2 x 3 / 11) = 0.739 m/s. The escape speed from the three is sqrt(2 x 4 / 14.33) = 0.747 m/s: their
// middle is 10/3 m above the pair's.
TEST(DriveRemnant, GrowsUntilNoBodyIsAdded) {
  for (const double speed : {0.73, 0.743, 0.75}) {
    const Pile pile = pile_of({{Vec3(-1, 0, 0), kRest},
                               {Vec3(1, 0, 0), kRest},
                               {Vec3(0, 10, 0), kRest},
                               {Vec3(0, -11, 0), Vec3(speed, 0, 0)}});
    EXPECT_EQ(largest_remnant(pile, 1).mass, speed < 0.747 ? 4 : 3);
  }
}

// Kinetic energy within the group: two bodies of 1 kg that separate at +-0.1 m/s have 0.01 J; drift and rotation of the
// group do not count. Their gravitational energy is -1/2 J.
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

// Two touching bodies of 1 kg that orbit each other at +-0.5 m/s, 100 m from a pair of 100 kg. Their centre of mass
// escapes at sqrt(2 (100 + 2) / 100) = 1.428 m/s; one body alone would escape at sqrt(2 x 100 / 100) = 1.414 m/s.
TEST(DriveRemnant, TouchingBodiesAreBoundOrFreeTogether) {
  for (const double speed : {1.42, 1.435}) {
    Pile pile = pile_of({{Vec3(-1, 0, 0), kRest},
                         {Vec3(1, 0, 0), kRest},
                         {Vec3(-1, 100, 0), Vec3(0, speed - 0.5, 0)},
                         {Vec3(1, 100, 0), Vec3(0, speed + 0.5, 0)}});
    pile.model.mass[0] = pile.model.mass[1] = 50;
    EXPECT_EQ(largest_remnant(pile, 1).mass, speed < 1.428 ? 102 : 100) << speed;
    EXPECT_EQ(largest_remnant(pile, 1).touching_mass, 100) << speed;
  }
}

// A fast body whose gap is below a tenth of a diameter belongs to the group of its neighbour: both are unbound. With a
// larger gap, only the fast body is unbound.
TEST(DriveRemnant, GroupsAreFormedByGaps) {
  const std::vector<std::pair<Vec3, Vec3>> pair = {{Vec3(-1, 0, 0), kRest}, {Vec3(1, 0, 0), kRest}};
  auto bodies = pair;
  bodies.emplace_back(Vec3(0, 20, 0), kRest);             // bound
  bodies.emplace_back(Vec3(2.1, 20, 0), Vec3(50, 0, 0));  // free, gap 0.1 < 0.2 to the third
  EXPECT_EQ(largest_remnant(pile_of(bodies), 1).mass, 2);
  bodies[3].first.x() = 2.3;  // gap 0.3
  EXPECT_EQ(largest_remnant(pile_of(bodies), 1).mass, 3);
}

// A touching pair whose halves separate at +-v: kinetic fraction v^2 / (1/2).
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
  EXPECT_FALSE(run.at(100, 0));  // at rest for long, but before the first event
  EXPECT_FALSE(run.at(110, 0.02));
  EXPECT_FALSE(run.at(120, 0.009));
  EXPECT_FALSE(run.at(129, 0.009));
  EXPECT_TRUE(run.at(130, 0.009));
}

// The impact of a light body heats the remnant less than the rule allows. Its kinetic energy is 5e-5 J (1e-4 kg at 1
// m/s), that of the pair's gravity -0.5 J. The rule must still notice that the heaviest group gains or loses the body.
TEST(DriveSettled, SeesImpactsOfLightBodies) {
  for (const auto& [before, after] : {std::pair(20.0, 1.9), std::pair(1.9, 20.0)}) {
    Aftermath run(kRule);
    run.pile.model.mass[2] = 1e-4;
    run.pile.state.velocity[2] = Vec3(0, -1, 0);
    run.pile.state.position[2] = Vec3(0, before, 0);
    EXPECT_FALSE(run.at(0, 0));
    EXPECT_FALSE(run.at(100, 0));
    run.pile.state.position[2] = Vec3(0, after, 0);
    EXPECT_FALSE(run.at(110, 0));
    EXPECT_TRUE(run.at(120, 0));
  }
}

// A small body beside a grain: their mutual gravity is below the rounding error of the gravity within the grain, so
// that the pile does not count as settled. A single grain does.
TEST(DriveSettled, NegligibleMutualGravityIsNotSettled) {
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

TEST(DriveSettled, NoiseOrGrowthRestartTheClock) {
  Aftermath run(kRule);
  run.at(0, 0.02);
  EXPECT_FALSE(run.at(10, 0));
  EXPECT_FALSE(run.at(15, 0.02));
  EXPECT_FALSE(run.at(20, 0));
  run.pile.state.position[2] = Vec3(0, 5, 0),
  run.pile.state.velocity[2] = kRest;  // falls in: the mass increases by a third
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
}  // namespace rubble::experiment
