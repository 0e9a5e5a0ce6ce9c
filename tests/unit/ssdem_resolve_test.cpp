// Speeds, stiffness and step for "auto": docs/theory.md 2.9.
#include "ssdem/resolve.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::ssdem {
namespace {

using test::add;

Parameters linear() {
  Parameters p;
  p.gravity.method = gravity::Summation::none;
  laws::LinearSpring law;
  law.restitution = 1;
  p.normal = law;
  return p;
}

Choice resolved(const Pile& pile, const External& external = {}) {
  Parameters p = linear();
  return resolve(p, pile.model, pile.state, external);
}

External floor() {
  External external;
  external.planes = {Plane{}};
  return external;
}

// An impact at speed v has the depth v sqrt(m / k) at a wall, and lasts pi sqrt(m / k).
TEST(Auto, BodiesThatMoveTowardsAFloor) {
  for (const int count : {1, 27}) {
    Pile pile;
    for (int k = 0; k < count; ++k) add(pile, 4, 0.1, {0.3 * k, 0, 1}, {0, 0, -3});
    const Choice choice = resolved(pile, floor());
    EXPECT_DOUBLE_EQ(choice.speed, 6);
    EXPECT_NEAR(choice.overlap, 0.01, 1e-15);
    EXPECT_NEAR(3 * std::sqrt(4 / choice.stiffness) / 0.1, 0.005, 1e-15);
    EXPECT_NEAR(choice.dt, std::numbers::pi * std::sqrt(2 / choice.stiffness) / 50, 1e-15);
  }
}

// Without a floor the same motion counts as rest: rounding is not a speed.
TEST(Auto, BulkMotionInOpenSpaceDoesNotCount) {
  Pile pile;
  for (int k = 0; k < 27; ++k) add(pile, 0.1 * (k + 1), 0.1, {0.3 * k, 0, 1}, {1.1, 0.7, -3.3});
  EXPECT_EQ(resolved(pile).speed, 0.1);
  pile.state.velocity[4].x() += 0.5;
  EXPECT_NEAR(resolved(pile).speed, 1, 0.05);
}

// Spheres of radii 1 and 3 at rest: two of the larger ones would attract each other with 4 c beta^2 (3/2)^2, and a wall
// attracts one with 4 c beta^2 3^2. This force causes an overlap of 1 % of the radius 3.
TEST(Auto, CohesionAloneCausesAnOverlapOfOnePerCent) {
  Pile pile;
  add(pile, 1, 1, {0, 0, 2});
  add(pile, 27, 3, {9, 0, 4});
  Parameters p = linear();
  p.cohesion = {1e6, 0.5};
  EXPECT_NEAR(resolve(p, pile.model, pile.state, {}).stiffness * 0.03 / (1e6 * 9 / 4), 1, 1e-12);
  p = linear();
  p.cohesion = {1e6, 0.5};
  EXPECT_NEAR(resolve(p, pile.model, pile.state, floor()).stiffness * 0.03 / (1e6 * 9), 1, 1e-12);
}

TEST(Auto, ShakenWallsAndFallFromAHeight) {
  Pile pile;
  add(pile, 4, 0.1, {0, 0, 5});
  External external = floor();
  external.uniform = {0, 0, -10};
  EXPECT_DOUBLE_EQ(resolved(pile, external).speed, 10);  // sqrt(2 g h)
  external.planes[0].amplitude = {0, 0, 1};
  external.planes[0].frequency = 4;
  EXPECT_DOUBLE_EQ(resolved(pile, external).speed, 2 * 2 * std::numbers::pi * 4);
}

// A planet at rest may change the relative speeds of bodies around it by their whole speed. Far from the planet the
// change is the speed times extent / distance.
TEST(Auto, PlanetAtRest) {
  Parameters p = linear();
  p.gravity.constant = 1;
  External external;
  external.planets = {{.mass = 8}};
  Pile around;
  add(around, 1, 0.1, {4, 0, 0}, {0, 2, 0});
  add(around, 1, 0.1, {4, 3, 0}, {0, 2, 0});
  EXPECT_GT(resolve(p, around.model, around.state, external).speed, 2);
  p = linear();
  p.gravity.constant = 1;
  for (Vec3& x : around.state.position) x.x() += 1e6;
  const double far = resolve(p, around.model, around.state, external).speed;
  EXPECT_NEAR(far, 2 * 2 * Vec3(0.2, 3.2, 0.2).norm() / 1e6, 1e-7 * far + 1e-9);
}

// A planet that starts at the apocentre of an ellipse comes as near as the pericentre, with the speed that it has there
// (vis viva): sqrt(mu (1 + e) / q).
TEST(Auto, PlanetOnAnEllipse) {
  Parameters p = linear();
  p.gravity.constant = 1;
  Pile around;
  add(around, 1, 0.1, {0, 0, 0});
  add(around, 1, 0.1, {0, 3, 0});
  const double q = 100, e = 0.9, mu = 4e6, period = 2 * std::numbers::pi * std::sqrt(std::pow(q / (1 - e), 3) / mu);
  Planet planet{.mass = 5e4, .position = {0, 1.5, 0}};
  planet.path = {{Conic{q, e, mu, period / 2}, Mat3::Identity(), 1}};
  ASSERT_GT(planet.position_at(0).norm(), 1800);
  External external;
  external.planets = {planet};
  const double extent = Vec3(0.2, 3.2, 0.2).norm(), near = q - extent / 2;
  const double speed = std::sqrt(mu * (1 + e) / q + 2 * 5e4 / near) * extent / near;
  EXPECT_NEAR(resolve(p, around.model, around.state, external).speed, 2 * speed, 1e-9 * speed);
}

// The pair with the stiffest spring, compared with a search over all pairs.
TEST(Auto, StiffnessIsThatOfThePairsThatCanMeet) {
  test::Dice dice(5);
  for (int scene = 0; scene < 50; ++scene) {
    Pile pile;
    for (int k = 0; k < 12; ++k) {
      const double r = std::exp(dice.number());
      const double m = std::exp(3 * dice.number()) * r * r * r;
      add(pile, m, r, 10 * dice.vector(), dice.vector());
    }
    for (const bool wall : {false, true}) {
      double stiffest = 0;
      for (std::size_t i = 0; i < 12; ++i) {
        const double m = pile.model.mass[i];
        const double r = pile.model.radius[i];
        if (wall) stiffest = std::max(stiffest, m / (r * r));
        for (std::size_t j = 0; j < i; ++j) {
          const double reduced = m * pile.model.mass[j] / (m + pile.model.mass[j]);
          stiffest = std::max(stiffest, 2 * reduced / std::pow(std::min(r, pile.model.radius[j]), 2));
        }
      }
      const Choice choice = resolved(pile, wall ? floor() : External{});
      EXPECT_NEAR(choice.stiffness / (stiffest * std::pow(choice.speed / 0.01, 2)), 1, 1e-12) << scene << wall;
    }
  }
}

// One heavy body among light ones, which never meets another heavy one, does not determine their step. Equal bodies
// keep the stiffness m (v / (0.01 r))^2.
TEST(Auto, OneHeavyBodyDoesNotSetTheStep) {
  Pile grains;
  for (int k = 0; k < 20; ++k) add(grains, 0.01, 0.01, {0.02 * k, 0, 0}, {k % 2 - 0.5, 0, 0});
  const Choice alone = resolved(grains);
  EXPECT_DOUBLE_EQ(alone.stiffness, 0.01 * std::pow(1 / (0.01 * 0.01), 2));
  add(grains, 1000, 0.5, {0, 1, 0});
  const Choice both = resolved(grains);
  EXPECT_NEAR(both.dt * both.speed / (alone.dt * alone.speed), std::sqrt(0.5), 1e-4);
  EXPECT_LE(both.overlap, 0.01);
}

TEST(Auto, MembersOfOneGrainDoNotMeet) {
  Pile pile;
  add(pile, 1, 0.5, {0, 0, 0}, {1, 0, 0});
  add(pile, 1, 0.5, {0.7, 0, 0}, {1, 0, 0});
  add(pile, 1e-3, 0.5, {5, 0, 0}, {-1, 0, 0});
  Grouping& grouping = pile.state.grouping;
  grouping.grain = {0, 0, -1};
  grouping.offset = {Vec3(-0.35, 0, 0), Vec3(0.35, 0, 0), Vec3::Zero()};
  Grain grain;
  grain.begin = 0, grain.count = 2, grain.mass = 2;
  grouping.grains = {grain};
  grouping.member = {0, 1};
  const Choice choice = resolved(pile);
  const double reduced = 2 * 1e-3 / 2.001;
  EXPECT_NEAR(choice.stiffness / (2 * reduced * std::pow(choice.speed / (0.01 * 0.5), 2)), 1, 1e-12);
}

}  // namespace
}  // namespace rubble::ssdem
