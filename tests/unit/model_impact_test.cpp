// Bodies that reach the surfaces of planets, at one time and along the path of a step, compared with distances from
// boxes in closed form.
#include "model/impact.hpp"
#include "unit/hull_piles.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kPi = std::numbers::pi;

Planet ball_of(double radius) {
  Planet planet{.mass = 1};
  planet.radius = radius;
  return planet;
}

// A cube with faces at +-half.
Planet cube_of(double half) {
  shape::Polyhedron cube;
  for (int k = 0; k < 8; ++k)
    cube.vertex.push_back(half * Vec3((k & 1) != 0 ? 1 : -1, (k & 2) != 0 ? 1 : -1, (k & 4) != 0 ? 1 : -1));
  cube.face = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  Planet planet{.mass = 1};
  Figure figure;
  figure.polyhedron = std::make_shared<const PolyhedronField>(cube);
  planet.figure = std::make_shared<const Figure>(figure);
  return planet;
}

// (planet, pile, displacement in the step) => true if body 0 reaches the planet.
bool reaches(const Planet& planet, const Pile& pile, const Vec3& way = Vec3::Zero()) {
  External external;
  external.planets = {planet};
  const auto path = [&](std::size_t body) { return StraightPath{pile.state.position[body], way}; };
  return impact_of_bodies(external, pile.model, pile.state, {0, 1, path}).has_value();
}

Pile box_at(const Vec3& sides, const Vec3& x, const Quaternion& turn = Quaternion::Identity()) {
  Pile pile;
  add_hull(pile, shape::box(sides), x, turn);
  return pile;
}

Pile ball_at(double radius, const Vec3& x) {
  Pile pile;
  add(pile, 1, radius, x);
  return pile;
}

// The face of a slab is inside the cube, although all its vertices and its centre are outside.
TEST(ImpactOfHulls, FaceOfASlabOnAMesh) {
  const Planet cube = cube_of(4);
  EXPECT_TRUE(reaches(cube, box_at({24, 24, 2}, {0, 0, 4.9})));
  EXPECT_FALSE(reaches(cube, box_at({24, 24, 2}, {0, 0, 5.1})));
  EXPECT_TRUE(reaches(cube, box_at({24, 24, 2}, {0, 0, 0})));
  EXPECT_TRUE(reaches(cube, box_at({1, 1, 1}, {0, 0, 0})));
}

// The support of a slab towards the centre of the ball is far from its nearest point.
TEST(ImpactOfHulls, FaceOfASlabOnABall) {
  const Planet ball = ball_of(4);
  EXPECT_FALSE(reaches(ball, box_at({24, 24, 2}, {10, 3, 5.5})));
  EXPECT_TRUE(reaches(ball, box_at({24, 24, 2}, {10, 3, 4.9})));
}

// The distance of a point from a box, in the box's axes, is |max(|x| - half, 0)|. It is convex along a line.
TEST(ImpactOfHulls, DistanceFromBoxes) {
  Dice dice(3);
  const Vec3 half(3, 1, 0.5);
  int reached = 0;
  for (int k = 0; k < 400; ++k) {
    const Vec3 x = 4 * dice.vector(), way = k % 2 == 0 ? Vec3(Vec3::Zero()) : Vec3(8 * dice.vector());
    const Quaternion turn = Quaternion(dice.number(), dice.number(), dice.number(), dice.number()).normalized();
    const auto distance = [&](double part) {
      const Vec3 local = turn.conjugate() * Vec3(-(x - part * way));
      return (local.cwiseAbs() - half).cwiseMax(0).norm();
    };
    double low = 0, high = 1;
    for (int n = 0; n < 100; ++n) {
      const double a = low + (high - low) / 3, b = high - (high - low) / 3;
      (distance(a) < distance(b) ? high : low) = distance(a) < distance(b) ? b : a;
    }
    const double least = std::min({distance(0), distance(1), distance(low)});
    const double radius = 1.5;
    if (std::abs(least - radius) < 1e-6) continue;
    reached += least < radius ? 1 : 0;
    EXPECT_EQ(reaches(ball_of(radius), box_at(2 * half, x, turn), way), least < radius) << k;
  }
  EXPECT_GT(reached, 50);
  EXPECT_LT(reached, 350);
}

TEST(ImpactOnPaths, SpheresPastABall) {
  const Planet ball = ball_of(4);
  EXPECT_TRUE(reaches(ball, ball_at(0.5, {100, 4.4, 0}), {200, 0, 0}));
  EXPECT_FALSE(reaches(ball, ball_at(0.5, {100, 4.6, 0}), {200, 0, 0}));
  EXPECT_FALSE(reaches(ball, ball_at(0.5, {100, 0, 0}), {90, 0, 0}));
  EXPECT_FALSE(reaches(ball, ball_at(0.5, {100, 0, 0}), {-200, 0, 0}));
  EXPECT_TRUE(reaches(ball_of(0), ball_at(0.5, {100, 0.4, 0}), {200, 0, 0}));
}

// A planet that passes a body at rest: its path is straight between its places at both times.
TEST(ImpactOnPaths, PlanetPastASphere) {
  Planet planet = ball_of(0.5);
  planet.path = {{Conic{10, 0, 250 * kPi * kPi, 0}, Mat3::Identity(), 1}};  // (10, 0, 0) to (0, 10, 0) in a step
  ASSERT_LT((planet.position_at(1) - Vec3(0, 10, 0)).norm(), 1e-9);
  EXPECT_TRUE(reaches(planet, ball_at(0.5, {5.6, 5.6, 0})));
  EXPECT_FALSE(reaches(planet, ball_at(0.5, {6, 6, 0})));
}

TEST(ImpactOnPaths, BodiesPastAMesh) {
  const Planet cube = cube_of(4);
  for (const double y : {3.9, -3.0, 0.0}) {
    EXPECT_TRUE(reaches(cube, ball_at(0.05, {100, y, 0}), {200, 0, 0})) << y;
    EXPECT_TRUE(reaches(cube, box_at({24, 24, 2}, {y, y, 50}), {0, 0, 100})) << y;
  }
  EXPECT_FALSE(reaches(cube, ball_at(0.05, {100, 4.1, 0}), {200, 0, 0}));
  EXPECT_FALSE(reaches(cube, box_at({24, 24, 2}, {0, 0, 100}), {0, 0, 90}));
  EXPECT_FALSE(reaches(cube, box_at({2, 2, 2}, {100, 5.1, 0}), {200, 0, 0}));
  EXPECT_TRUE(reaches(cube, box_at({2, 2, 2}, {100, 4.9, 0}), {200, 0, 0}));
}

// A cube turns by 90 degrees in a step about z. Its corners, but not its faces, reach a body beside the middle of a
// face, and no corner reaches a body at a greater distance.
TEST(ImpactOnPaths, MeshThatTurns) {
  Planet cube = cube_of(4);
  cube.rotation.rate = kPi / 2;
  EXPECT_TRUE(reaches(cube, ball_at(0.5, {6, 0, 0})));
  EXPECT_FALSE(reaches(cube, ball_at(0.5, {6.2, 0, 0})));
  EXPECT_TRUE(reaches(cube, box_at({1, 1, 1}, {6, 0, 0})));
  EXPECT_FALSE(reaches(cube, box_at({1, 1, 1}, {6.5, 0, 0})));
  cube.rotation.rate = 0;
  EXPECT_FALSE(reaches(cube, ball_at(0.5, {6, 0, 0})));
  EXPECT_FALSE(reaches(cube, box_at({1, 1, 1}, {6, 0, 0})));
}

}  // namespace
}  // namespace rubble::test
