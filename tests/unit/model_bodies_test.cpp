// Bodies of a pile, spheres and hulls: positions and extents.
#include "base/error.hpp"
#include "model/bodies.hpp"
#include "model/regroup.hpp"
#include "unit/grain_piles.hpp"
#include "unit/hull_piles.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble {
namespace {

const Vec3s kBrick = shape::box({3, 2, 1});
const Quaternion kTurn = shape::quaternion(1, 2, -3, 4);
const Vec3 kPlace(5, 6, 7);

Pile brick() {
  Pile pile;
  test::add_hull(pile, kBrick, kPlace, kTurn);
  return pile;
}

// (points, position, rotation) => the point farthest along a direction, by a search over all points.
Vec3 farthest_of(const Vec3& direction) {
  Vec3 best = kPlace;
  for (const Vec3& x : shape::placed(kBrick, kTurn, kPlace))
    if (direction.dot(x) > direction.dot(best)) best = x;
  return best;
}

TEST(Bodies, BrickHasItsMassAndPlace) {
  const Pile pile = brick();
  EXPECT_NEAR(pile.model.mass[0], 6, 1e-14);
  EXPECT_NEAR(shape_volume(pile.model, 0), 6, 1e-14);
  EXPECT_NEAR(bounding_radius(pile.model, 0), std::sqrt(3.5), 1e-14);
  EXPECT_LT((pile.state.position[0] - kPlace).norm(), 1e-14);
  const Vec3s found = vertices(pile.model, pile.state, 0);
  ASSERT_EQ(found.size(), 8u);
  for (const Vec3& corner : shape::placed(kBrick, kTurn, kPlace)) {
    double nearest = 1;
    for (const Vec3& x : found) nearest = std::min(nearest, (x - corner).norm());
    EXPECT_LT(nearest, 1e-13);
  }
}

// m (b^2 + c^2) / 12 along its own axes.
TEST(Bodies, InertiaOfABrick) {
  const Pile pile = brick();
  const Mat3 turn = kTurn.toRotationMatrix();
  const Mat3 expected = turn * (0.5 * Vec3(2 * 2 + 1, 3 * 3 + 1, 3 * 3 + 2 * 2)).asDiagonal() * turn.transpose();
  EXPECT_LT((body_inertia(pile.model, pile.state, 0) - expected).norm(), 1e-13);
  EXPECT_LT((own_inertia(pile.model, pile.state, 0) - expected).norm(), 1e-13);
  const Vec3 spin(0.1, 0.2, 0.3);
  EXPECT_LT((spin_momentum(pile.model, pile.state, 0, spin) - expected * spin).norm(), 1e-13);
}

TEST(Bodies, ExtentsOfABrick) {
  const Pile pile = brick();
  const Model& model = pile.model;
  const State& state = pile.state;
  Random random(4, Purpose::kPlace);
  for (int k = 0; k < 100; ++k) {
    const Vec3 d = random.on_sphere();
    EXPECT_LT((support(model, state, 0, d) - farthest_of(d)).norm(), 1e-13);
    EXPECT_NEAR(reach_along(model, state, 0, d), d.dot(farthest_of(d) - kPlace), 1e-13);
    const Vec3 point = kPlace + 3 * random.in_ball();
    double far = 0;
    for (const Vec3& x : shape::placed(kBrick, kTurn, kPlace)) far = std::max(far, (x - point).norm());
    EXPECT_NEAR(farthest(model, state, 0, point), far, 1e-13);
  }
  const Mat3 axes = shape::quaternion(4, 3, 2, 1).toRotationMatrix();
  const Vec3 origin(1, -1, 2);
  const shape::Extents found = extents(model, state, 0, origin, axes);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(found.high[k], axes.col(k).dot(farthest_of(axes.col(k)) - origin), 1e-13);
    EXPECT_NEAR(found.low[k], axes.col(k).dot(farthest_of(-axes.col(k)) - origin), 1e-13);
  }
}

TEST(Bodies, ExtentsOfASphere) {
  Pile pile = brick();
  test::add(pile, 3, 2, {1, 2, 3});
  pile.model.shape.push_back(-1), pile.state.grouping.turn.push_back(Quaternion::Identity());
  pile.state.grouping.grain.push_back(-1), pile.state.grouping.offset.push_back(Vec3::Zero());
  const Model& model = pile.model;
  const State& state = pile.state;
  EXPECT_EQ(bounding_radius(model, 1), 2);
  EXPECT_EQ(reach_along(model, state, 1, Vec3::UnitY()), 2);
  EXPECT_EQ(support(model, state, 1, Vec3::UnitY()), Vec3(1, 4, 3));
  EXPECT_EQ(farthest(model, state, 1, {1, 2, 6}), 5);
  EXPECT_EQ(extents(model, state, 1, {0, 0, 0}).low, Vec3(-1, 0, 1));
  EXPECT_EQ(extents(model, state, 1, {0, 0, 0}).high, Vec3(3, 4, 5));
  EXPECT_EQ(body_inertia(model, state, 1), Mat3(0.4 * 3 * 4 * Mat3::Identity()));
  EXPECT_TRUE(vertices(model, state, 1).empty());
}

// Two bricks glued along their long sides: a hull need not be at its grain's centre or aligned with its axes.
TEST(Bodies, HullsGluedTogether) {
  Pile pile;
  const Vec3 aside = kTurn * Vec3(0, 2, 0);
  test::add_hull(pile, kBrick, kPlace, kTurn);
  test::add_hull(pile, kBrick, kPlace + aside, kTurn);
  const Vec3s before = vertices(pile.model, pile.state, 1);
  const Mat3 inertia = body_inertia(pile.model, pile.state, 1);
  regroup(pile.model, pile.state, {0, 0});
  ASSERT_EQ(pile.state.grouping.grains.size(), 1u);
  const Vec3s after = vertices(pile.model, pile.state, 1);
  for (std::size_t k = 0; k < before.size(); ++k) EXPECT_LT((after[k] - before[k]).norm(), 1e-13);
  EXPECT_LT((body_inertia(pile.model, pile.state, 1) - inertia).norm(), 1e-13);
  // A box of 3 x 4 x 1 and mass 12: (b^2 + c^2) each.
  EXPECT_LT((pile.state.grouping.grains[0].moments - Vec3(10, 17, 25)).norm(), 1e-12);
}

TEST(Bodies, OnlySpheres) {
  EXPECT_NO_THROW(require_spheres(Model{}, "soft spheres"));
  const Pile pile = brick();
  try {
    require_spheres(pile.model, "soft spheres");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "soft spheres cannot be hulls: body 0 is a hull ('hull')");
  }
}

}  // namespace
}  // namespace rubble
