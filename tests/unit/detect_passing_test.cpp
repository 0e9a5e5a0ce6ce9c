// Balls that meet and separate within a step: distances of points on straight lines, by Pythagoras.
#include "base/error.hpp"
#include "detect/passing.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::detect {
namespace {

constexpr double kDeepest = 0.5;

struct Scene {
  Reals radius;
  Vec3s position, way;
  ImageLattice lattice = {};
  std::vector<Index> grain;

  void add(double r, const Vec3& before, const Vec3& moved) {
    radius.push_back(r), position.push_back(before + moved), way.push_back(moved);
  }
  Stride stride() const { return {radius, position, way, 0.1, lattice, grain.empty() ? nullptr : &grain}; }
  std::optional<Passing> passing() const { return find_passing(stride(), kDeepest); }
};

TEST(Passing, HeadOn) {
  Scene scene;
  scene.add(1, {-4, 0.6, 0}, {8, 0, 0});
  scene.add(1, {4, 0, 0.8}, {-8, 0, 0});  // they pass each other at 1 m
  const auto found = scene.passing();
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->a, 0);
  EXPECT_EQ(found->b, 1);
  EXPECT_NEAR(found->depth, 1, 1e-14);
  EXPECT_NEAR(found->approach, 160, 1e-12);
  EXPECT_EQ(found->thickness, 2);
  const std::string text = text_of(*found, 0.1, 3);
  EXPECT_NE(text.find("bodies 0 and 1 pass through each other"), std::string::npos) << text;
  EXPECT_NE(text.find("set step.dt to at most 0.0025 s, not 0.1 s"), std::string::npos) << text;
}

// In sheared space, the image of a ball one period along x moves at -80 m/s relative to the ball, whose own motion in
// the flow is 5 m per step. It passes the other ball at 1 m.
TEST(Passing, AcrossAShearedFace) {
  Scene scene;
  scene.lattice = {Vec3(100, 50, 0), 0, 80};
  scene.add(1, {0, 0, 0}, {0, 0, 0});
  scene.add(1, {101, -6.54, 0}, {0, 13.08, 0});
  const auto found = scene.passing();
  ASSERT_TRUE(found.has_value());
  EXPECT_NEAR(found->depth, 1, 1e-12);
  EXPECT_NEAR(found->approach, 50.8, 1e-12);
}

TEST(Passing, FreeFlightIsNone) {
  Scene scene;
  scene.add(1, {-4, 0, 0}, {1e5, 0, 0});
  scene.add(1, {-4, 2.5, 0}, {-1e5, 0, 0});  // beside each other
  scene.add(1, {0, 2.5, 9}, {0, 0, 3});
  scene.add(1, {-20, 0, 0}, {1e5, 0, 0});  // behind the first body
  EXPECT_FALSE(scene.passing().has_value());
}

// The balls are apart at both ends of the move. Contacts do not resolve a grazing overlap below a hundredth of the
// radius.
TEST(Passing, GrazesCountFromAHundredthOfTheRadius) {
  for (const double depth : {0.005, 0.02}) {
    Scene scene;
    scene.add(1, {-4, 2 - depth, 0}, {8, 0, 0});
    scene.add(1, {0, 0, 0}, {0, 0, 0});
    EXPECT_EQ(scene.passing().has_value(), depth > 0.01) << depth;
  }
}

// The advised step is the longest for which no pair can have such an overlap between two checks. The test uses steps
// just below and above it.
TEST(Passing, AdvisedStepAvoidsOverlaps) {
  EXPECT_NEAR(harmless_way(3), 0.5 * 3 * 2 * std::sqrt(0.01 * 3.99), 1e-15);
  for (const double share : {0.999, 1.01}) {
    const double half = share * harmless_way(1);  // half of the relative path of the bodies
    Scene scene;
    scene.add(1, {-half, std::sqrt(4 - half * half) + 1e-12, 0}, {2 * half, 0, 0});
    scene.add(1, {0, 0, 0}, {0, 0, 0});
    EXPECT_EQ(scene.passing().has_value(), share > 1) << share;
  }
}

// If the bodies touch at one end of the move, this contact is checked by its overlap. The path is checked by the same
// limit.
TEST(Passing, OverlapsAtAnEnd) {
  for (const double end : {1.7, 3.0}) {
    Scene scene;
    scene.add(1, {-1.9, 0, 0}, {1.9 + end, 0, 0});  // through the middle
    scene.add(1, {0, 0, 0}, {0, 0, 0});
    EXPECT_TRUE(scene.passing().has_value()) << end;
  }
  Scene pressed;
  pressed.add(1, {-1.9, 0, 0}, {0.1, 0, 0});
  pressed.add(1, {0, 0, 0}, {0, 0, 0});
  EXPECT_FALSE(pressed.passing().has_value());
}

TEST(Passing, MembersOfOneGrainMayOverlap) {
  Scene scene;
  scene.add(1, {-4, 0, 0}, {8, 0, 0});
  scene.add(1, {4, 0, 0}, {-8, 0, 0});
  scene.grain = {5, 5};
  EXPECT_FALSE(scene.passing().has_value());
}

TEST(Passing, AcrossThePeriod) {
  Scene scene;
  scene.lattice.period = {100, 0, 0};
  scene.add(1, {98, 0, 0}, {6, 0, 0});
  scene.add(1, {1.5, 0, 0}, {-1, 0, 0});
  EXPECT_TRUE(scene.passing().has_value());
  scene.lattice.period = {0, 0, 0};
  EXPECT_FALSE(scene.passing().has_value());
  scene.lattice.period = {40, 0, 0};
  EXPECT_THROW(scene.passing(), SanityError);
}

}  // namespace
}  // namespace rubble::detect
