// Neighbour lists of hard spheres: lists that are built within a step, how long they last.
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// A fast sphere hits one at rest and stops. The driven sphere leaves the margin of its neighbour list, so that the list
// is rebuilt within the step. A slow sphere then hits the stopped one. The driven sphere hits a third one at rest, so
// far away that only a list built within the step contains the pair.
TEST(HardSpheres, NeighboursWithinAStep) {
  Pile pile = spheres();
  for (int k = 0; k < 40; ++k) add(pile, 1, 1, {3.0 * k, 300, 0});  // at rest, so that the mean displacement is short
  add(pile, 1, 1, {-100, 0, 0}, {10, 0, 0});
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 1, 1, {-2, 11.9, 0}, {0, -0.5, 0});
  add(pile, 1, 1, {60, 0, 0});
  hsdem::Stepper stepper(hard_spheres(20, 1), pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 20);
  EXPECT_EQ(report.remark("impacts"), 3);
  EXPECT_GT(report.remark("neighbour lists built"), 1);
  EXPECT_NEAR(pile.state.velocity[40].y(), -0.5, 1e-12);
  EXPECT_NEAR(pile.state.velocity[42].norm(), 0, 1e-12);
  EXPECT_NEAR(pile.state.position[42].y(), 2, 1e-9);
  EXPECT_NEAR(pile.state.velocity[41].norm(), 0, 1e-12);
  EXPECT_NEAR(pile.state.position[41].x(), 58, 1e-9);
  EXPECT_NEAR(pile.state.velocity[43].x(), 10, 1e-12);
}

// A dumbbell at rest is hit, and within the same step leaves the list margin for a body at rest: it hits a sphere whose
// pair was in no list.
TEST(HardSpheres, HitAggregateLeavesItsListMargin) {
  Pile pile = spheres();
  for (const double y : {-1.0, 1.0}) add(pile, 1, 1, {0, y, 0});
  add(pile, 100, 1, {-3, 1, 0}, {1, 0, 0});
  add(pile, 1, 1, {10, -1, 0});
  for (int k = 0; k < 10; ++k) add(pile, 1, 1, {0, 0, 100.0 + 10 * k});  // most are at rest: list margins are small
  glue_bodies(pile, {0, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}, {Mat3::Zero()});
  hsdem::Stepper stepper(hard_spheres(10, 1), pile, {});
  const StepReport report = stepper.advance(pile.model, pile.state, {}, 10);
  EXPECT_GT(pile.state.velocity[3].x(), 0.1);
  EXPECT_EQ(report.audits[0].worst, 0);
}

// Eight spheres that fly apart by half a radius per step.
Pile apart() {
  Pile pile = spheres();
  for (int k = 0; k < 8; ++k) {
    const Vec3 way(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
    add(pile, 1, 0.5, 7 * way);
    pile.state.velocity.back() = way / std::sqrt(3.0);
  }
  return pile;
}

// If few spheres are close to each other, a list lasts for several steps: lists in each step would be 100.
TEST(HardSpheres, ListsLastIfFewSpheresAreClose) {
  Pile pile = apart();
  hsdem::Stepper stepper(hard_spheres(0.25, 1), pile, {});
  EXPECT_LT(stepper.advance(pile.model, pile.state, {}, 25).remark("neighbour lists built"), 30);
}

// A list margin for more steps must not exceed the size of a periodic box.
TEST(HardSpheres, ListMarginFitsThePeriodicBox) {
  Pile pile = apart();
  External external;
  external.period = Vec3::Constant(9);
  hsdem::Stepper stepper(hard_spheres(0.25, 1), pile, external);
  EXPECT_NO_THROW(stepper.advance(pile.model, pile.state, external, 200));
}

// A moving gas needs no more lists than one at rest.
TEST(HardSpheres, ListsDoNotDependOnTheFrame) {
  const auto builds = [](const Vec3& velocity) {
    Pile pile = swarm();
    for (Vec3& v : pile.state.velocity) v += velocity;
    hsdem::Stepper stepper(hard_spheres(0.1, 0.9), pile, {});
    return stepper.advance(pile.model, pile.state, {}, 8).remark("neighbour lists built");
  };
  EXPECT_NEAR(builds({1000, 0, 0}), builds(Vec3::Zero()), 1);
}

}  // namespace
}  // namespace rubble::test
