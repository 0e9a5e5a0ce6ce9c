// Typical values of the keys of runs, compared with values computed by hand.
#include "generate/encounter.hpp"
#include "run/typical_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace {

using namespace rubble;

constexpr double kG = 6.6743e-11, kRadius = 100, kDensity = 2000;

// One sphere of 100 m radius.
Pile sphere(const Vec3& velocity) {
  Pile pile;
  pile.model.id = {0}, pile.model.radius = {kRadius}, pile.model.material = {0};
  pile.model.mass = {kDensity * 4.0 / 3.0 * std::numbers::pi * std::pow(kRadius, 3)};
  pile.model.materials = {{"rock", kDensity}};
  pile.state.position = {Vec3(1e4, 0, 0)}, pile.state.velocity = {velocity}, pile.state.spin = {Vec3::Zero()};
  return pile;
}

double value_of(const std::vector<TypicalValue>& all, const std::string& path, const std::string& what) {
  const auto found =
      std::ranges::find_if(all, [&](const TypicalValue& one) { return one.path == path && one.what == what; });
  return found == all.end() ? std::nan("") : found->value;
}

TEST(TypicalValues, TheShortestTimeIsTheDynamicalTime) {
  const Pile rest = sphere(Vec3::Zero());
  External space, ground;
  ground.uniform = Vec3(0, 0, -9.81);
  EXPECT_EQ(run::dynamical_time(rest, space, 0), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(run::dynamical_time(rest, space, kG), 1 / std::sqrt(kG * kDensity), 1e-6 * 2737);
  EXPECT_NEAR(run::dynamical_time(rest, ground, kG), std::sqrt(2 * kRadius / 9.81), 1e-6);
  EXPECT_NEAR(run::dynamical_time(sphere(Vec3(0, 400, 0)), ground, kG), 0.25, 1e-6);
}

TEST(TypicalValues, StepMassAndRadius) {
  const Pile pile = sphere(Vec3::Zero());
  External external;
  external.planets = {{.mass = 6e24}};
  const auto all = run::typical_values(pile, external, kG, 0.5);
  EXPECT_EQ(value_of(all, "run.duration", "the length of a step"), 0.5);
  EXPECT_EQ(value_of(all, "planet[0].mass", "the mass of the pile"), pile.model.mass[0]);
  EXPECT_NEAR(value_of(all, "box.amplitude", "the radius of the pile"), kRadius, 1e-6);
}

TEST(TypicalValues, OfAnEncounter) {
  const Pile pile = sphere(Vec3::Zero());
  generate::Encounter encounter;
  encounter.relative_speed = 1, encounter.constant = kG;
  const auto all = generate::typical_values(generate::meet(pile, pile, encounter), kG);
  EXPECT_NEAR(value_of(all, "encounter.gap", "the sum of the radii of the piles"), 2 * kRadius, 1e-9);
  // Two equal spheres in contact: v^2 = 2 G (2 M) / (2 R).
  EXPECT_NEAR(value_of(all, "encounter.relative_speed", "the escape speed of the two piles"),
              std::sqrt(2 * kG * pile.model.mass[0] / kRadius), 1e-9);
}

}  // namespace
