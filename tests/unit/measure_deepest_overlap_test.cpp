// Deepest overlap of piles of spheres, glued grains and hulls: numbers worked out by hand.
#include "measure/contacts/deepest_overlap.hpp"
#include "model/regroup.hpp"
#include "unit/hull_piles.hpp"
#include "unit/measure_piles.hpp"

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

const Quaternion kTurn = shape::quaternion(1, 2, -3, 4);

// Spheres of radii 1 and 2 at a distance of 2.5 overlap by 0.5: half of the smaller radius. A shallower pair and a
// separate sphere do not count.
TEST(DeepestOverlap, OfSpheres) {
  Pile pile;
  EXPECT_EQ(deepest_overlap(pile), 0);
  test::add(pile, 1, 1, {0, 0, 0});
  EXPECT_EQ(deepest_overlap(pile), 0);
  test::add(pile, 8, 2, {2.5, 0, 0});
  test::add(pile, 1, 1, {-1.9, 0, 0});
  test::add(pile, 1, 1, {0, 50, 0});
  EXPECT_NEAR(deepest_overlap(pile), 0.5, 1e-14);
}

TEST(DeepestOverlap, OfSpheresAcrossAPeriod) {
  Pile pile;
  test::add(pile, 1, 1, {0.5, 0, 0});
  test::add(pile, 1, 1, {18.8, 0, 0});
  EXPECT_EQ(deepest_overlap(pile), 0);
  pile.model.space.period = {20, 0, 0};
  EXPECT_NEAR(deepest_overlap(pile), 0.3, 1e-13);
}

TEST(DeepestOverlap, OfASphereAndAWall) {
  Pile pile;
  test::add(pile, 8, 2, {0, 0, 1.5});
  pile.model.space.walls = {{Vec3::Zero(), Vec3::UnitZ()}};
  EXPECT_NEAR(deepest_overlap(pile), 0.25, 1e-14);
}

// Members of one grain overlap by half a radius, which is no contact.
TEST(DeepestOverlap, OfGluedGrainsLeavesMembersOut) {
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  for (const double x : {0.0, 1.5, 3.3, 4.8}) test::add(pile, 1, 1, {x, 0, 0});
  glue_bodies(pile, {0, 0, 1, 1}, {Mat3::Zero(), Mat3::Zero()});
  EXPECT_NEAR(deepest_overlap(pile), 0.2, 1e-14);
}

// Flat boxes of 4 x 4 x 1 whose large faces overlap by 0.1: a fifth of half their thickness. Beside each other they
// overlap by 0.1 along their width of 4.
TEST(DeepestOverlap, OfHullsIsRelativeToTheThicknessAlongTheNormal) {
  for (const auto& [way, expected] : {std::pair(Vec3(0.3, 0.2, 0.9), 0.2), std::pair(Vec3(3.9, 0.1, 0.2), 0.05)}) {
    Pile pile;
    test::add_hull(pile, shape::box({4, 4, 1}), {100, 0, 0}, kTurn);
    test::add_hull(pile, shape::box({4, 4, 1}), Vec3(100, 0, 0) + kTurn * way, kTurn);
    EXPECT_NEAR(deepest_overlap(pile), expected, 1e-9);
  }
}

// The centres are 0.9 apart along the thickness of 1, across the period of 20.
TEST(DeepestOverlap, OfHullsAcrossAPeriod) {
  Pile pile;
  test::add_hull(pile, shape::box({4, 4, 1}), {5, 5, 0.4});
  test::add_hull(pile, shape::box({4, 4, 1}), {5.3, 5.2, 19.5});
  EXPECT_EQ(deepest_overlap(pile), 0);
  pile.model.space.period = {20, 20, 20};
  EXPECT_NEAR(deepest_overlap(pile), 0.2, 1e-9);
}

// The lower face of the box is 0.1 below the wall. Across the wall, the box is 1 thick.
TEST(DeepestOverlap, OfAHullAndAWall) {
  Pile pile;
  const Vec3 up = kTurn * Vec3::UnitZ();
  test::add_hull(pile, shape::box({4, 4, 1}), 0.4 * up, kTurn);
  EXPECT_EQ(deepest_overlap(pile), 0);
  pile.model.space.walls = {{Vec3::Zero(), up}};
  EXPECT_NEAR(deepest_overlap(pile), 0.2, 1e-9);
}

// A sphere overlaps the large face of a box by 0.1. The thinner one is the box, of half thickness 0.5, or the sphere.
TEST(DeepestOverlap, OfAHullAndASphere) {
  for (const auto& [radius, expected] : {std::pair(2.0, 0.2), std::pair(0.25, 0.4)}) {
    Pile pile;
    test::add(pile, 1, radius, kTurn * Vec3(0.3, 0.2, 0.4 + radius));
    test::add_hull(pile, shape::box({4, 4, 1}), Vec3::Zero(), kTurn);
    EXPECT_NEAR(deepest_overlap(pile), expected, 1e-9);
  }
}

}  // namespace
}  // namespace rubble::measure
