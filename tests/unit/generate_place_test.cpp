// Piles placed in other piles: positions worked out by hand, and searches without the algorithm of the drop.
#include "base/error.hpp"
#include "base/random.hpp"
#include "generate/place.hpp"
#include "measure/ledger/masses.hpp"
#include "model/check.hpp"
#include "shape/separation.hpp"
#include "unit/grain_piles.hpp"
#include "unit/hull_piles.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace rubble::generate {
namespace {

Pile ball(double radius, const Vec3& x, double density = 1) {
  Pile pile;
  pile.model.materials = {{"rock", density}};
  test::add(pile, radius * radius * radius, radius, x);
  return pile;
}

Placing at(const Vec3& position) {
  Placing placing;
  placing.position = position;
  return placing;
}

// A random bed of bodies in a box of 20 x 20 x 5.
Vec3s bed_places(std::uint64_t seed, std::size_t n) {
  Random random(seed, Purpose::kPlace);
  Vec3s places(n);
  for (Vec3& x : places) x = Vec3(random.uniform(-10, 10), random.uniform(-10, 10), random.uniform(-5, 0));
  return places;
}

// Smallest distance of the bodies from `first` on from the bodies before it.
double smallest_distance(const Pile& pile, std::size_t first) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < first; ++i)
    for (std::size_t j = first; j < pile.size(); ++j) {
      const auto solid = [&](std::size_t k) { return shape::PreparedShape(shape_of(pile.model, k)); };
      shape::SeparationCache cache;
      const double gap = shape::separation(solid(i), placement_of(pile.model, pile.state, i), solid(j),
                                           placement_of(pile.model, pile.state, j), cache)
                             .gap;
      least = std::min(least, gap);
    }
  return least;
}

// Distance of the centres: 1 + 2 + 0.1, of which 1.2 is across the fall.
TEST(Place, DropsABallBesideTheTopOfAnother) {
  const double up = std::sqrt(3.1 * 3.1 - 1.2 * 1.2);
  for (const Quaternion& turn : {Quaternion::Identity(), shape::quaternion(1, 2, -3, 4)}) {
    const Vec3 far(1000, -500, 70);
    Pile scene = ball(2, far);
    const Placed placed =
        place(scene, ball(1, Vec3(5, 5, 5)), at(far + turn * Vec3(1.2, 0, -40)), Drop{turn * Vec3(0, 0, -3), 0.1});
    EXPECT_LT((scene.state.position[1] - far - turn * Vec3(1.2, 0, up)).norm(), 1e-12);
    EXPECT_LT((placed.centre - scene.state.position[1]).norm(), 1e-12);
    ASSERT_TRUE(placed.landing);
    EXPECT_EQ(placed.landing->body, 1);
    EXPECT_EQ(placed.landing->on, 0);
    EXPECT_TRUE(placed.overlaps.empty());
  }
}

TEST(Place, RefusesAFallThatMeetsNothing) {
  Pile scene = ball(2, Vec3::Zero());
  EXPECT_THROW(place(scene, ball(1, Vec3::Zero()), at({3.2, 0, 9}), Drop{-Vec3::UnitZ(), 0.1}), InputError);
  EXPECT_THROW(place(scene, ball(1, Vec3::Zero()), at({0, 0, 9}), Drop{Vec3::Zero(), 0.1}), InputError);
}

// A fallen pile of balls is as high as the highest of all pairs' positions demands.
TEST(Place, LandsWhereAllPairsOfBallsDemand) {
  Pile scene;
  Random random(3, Purpose::kSize);
  for (const Vec3& x : bed_places(1, 400)) test::add(scene, 1, random.uniform(0.02, 1), x);
  test::add(scene, 1, 6, Vec3(0, 0, -12));  // one ball far larger than the others
  Pile body;
  for (const Vec3& x : bed_places(2, 60)) test::add(body, 1, random.uniform(0.2, 1), 0.3 * x);
  scene.model.materials = body.model.materials = {{"rock", 1}};
  const Vec3 d = Vec3(0.3, -0.2, -1).normalized();
  const double gap = 0.01;
  double way = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scene.size(); ++i)
    for (std::size_t j = 0; j < body.size(); ++j) {
      const Vec3 between = body.state.position[j] - scene.state.position[i];
      const double along = between.dot(d), reach = scene.model.radius[i] + body.model.radius[j] + gap;
      const double square = reach * reach - between.squaredNorm() + along * along;
      if (square > 0) way = std::min(way, -along - std::sqrt(square));
    }
  const auto landing = first_landing(scene, body, d, gap);
  ASSERT_TRUE(landing);
  EXPECT_NEAR(landing->way, way, 1e-12);
}

// Cubes of edge 1: face down, edge down and corner down on the upper face of another one at z = 0.5.
TEST(Place, DropsCubesOnFaceEdgeAndCorner) {
  const Quaternion edge(Eigen::AngleAxisd(M_PI / 4, Vec3::UnitX()));
  const Quaternion corner = Quaternion::FromTwoVectors(Vec3(1, 1, 1), -Vec3::UnitZ());
  for (const auto& [turn, low] :
       {std::pair(Quaternion::Identity(), 0.5), std::pair(edge, std::sqrt(0.5)), std::pair(corner, std::sqrt(0.75))})
    for (const double gap : {0.0, 0.25}) {
      Pile scene, body;
      test::add_cube(scene, Vec3::Zero());
      test::add_cube(body, Vec3(7, 8, 9), turn);
      const Placed placed = place(scene, body, at({0.1, -0.2, 30}), Drop{-Vec3::UnitZ(), gap});
      EXPECT_LT((scene.state.position[1] - Vec3(0.1, -0.2, 0.5 + low + gap)).norm(), 1e-12) << gap;
      EXPECT_TRUE(placed.overlaps.empty());
    }
}

// After the fall the smallest distance is the gap, and it is larger everywhere before.
TEST(Place, LandsHullsGrainsAndBallsAtTheGap) {
  Random random(5, Purpose::kShape);
  const auto rock = [&] {
    Vec3s points(12);
    for (Vec3& x : points) x = random.uniform(0.5, 1.0) * random.on_sphere();
    return points;
  };
  for (const double gap : {0.0, 1e-6, 0.3}) {
    Pile scene, body;
    for (const Vec3& x : bed_places(7, 40)) test::add_hull(scene, rock(), x);
    for (const Vec3& x : bed_places(8, 5)) test::add_hull(body, rock(), 0.3 * x);
    const std::size_t first = scene.size();
    const Vec3 d = Vec3(0.2, 0.1, -1).normalized();
    const Placed placed = place(scene, body, at({1, 2, 3}), Drop{d, gap});
    EXPECT_TRUE(placed.overlaps.empty());
    EXPECT_NEAR(smallest_distance(scene, first), gap, 1e-12);
    for (const double back : {1e-3, 0.1, 0.5, 1.0, 3.0, 10.0}) {
      Pile before = scene;
      for (std::size_t j = first; j < before.size(); ++j) before.state.position[j] -= back * d;
      EXPECT_GT(smallest_distance(before, first), gap) << back;
    }
  }
}

// The image of the ball at x = 9.5 stands at -0.5 under the fall.
TEST(Place, LandsOnAnImageInPeriodicSpace) {
  Pile scene = ball(1, {9.5, 5, 0});
  scene.model.space.period = {10, 10, 0};
  place(scene, ball(1, Vec3::Zero()), at({0.5, 5, 0}), Drop{-Vec3::UnitZ(), 0});
  EXPECT_LT((scene.state.position[1] - Vec3(0.5, 5, std::sqrt(3.0))).norm(), 1e-12);
  EXPECT_THROW(place(scene, ball(1, Vec3::Zero()), at({0.5, 5, 0}), Drop{Vec3::UnitX(), 0}), InputError);
  EXPECT_THROW(place(scene, ball(6, Vec3::Zero()), at({0.5, 5, 30}), {}), InputError);
}

TEST(Place, LandsOnAWallThatItFallsTowards) {
  Pile scene = ball(1, {50, 0, 1});
  scene.model.space.walls = {{Vec3::Zero(), Vec3::UnitZ()}, {Vec3(0, 0, 10), -Vec3::UnitZ()}};
  Pile body;
  test::add_cube(body, Vec3::Zero(), Quaternion(Eigen::AngleAxisd(M_PI / 4, Vec3::UnitX())));
  const Placed placed = place(scene, body, at(Vec3(0, 0, 20)), Drop{-Vec3::UnitZ(), 0.5});
  EXPECT_LT((scene.state.position[1] - Vec3(0, 0, std::sqrt(0.5) + 0.5)).norm(), 1e-12);
  EXPECT_EQ(placed.landing->on, -1);
}

// A dumbbell, turned by 90 degrees about z, with the given motion: momentum and angular momentum are those of the rigid
// body, and the contact between two placed bodies is turned with them.
TEST(Place, TurnsAndMovesThePile) {
  Pile body;
  test::add_dumbbell(body, Vec3(3, 3, 3), Vec3::UnitX(), Vec3(9, 9, 9));
  test::add_ball(body, 1, Vec3(3, 5, 3), Vec3(9, 9, 9));
  test::touch(body, 0, 2, Vec3(0, -1, 0));
  Pile scene = ball(1, {100, 0, 0}, test::kUnitDensity);
  Placing placing = at({-5, 0, 2});
  placing.axis = Vec3(0, 0, 2), placing.angle = M_PI / 2;
  placing.velocity = Vec3(1, 2, 3), placing.spin = Vec3(0.1, 0.2, 0.3);
  const Placed placed = place(scene, body, placing, {});
  EXPECT_NEAR(placed.mass, 3, 1e-14);
  EXPECT_LT((placed.centre - placing.position).norm(), 1e-14);
  EXPECT_FALSE(violation(scene)) << violation(scene)->text;
  for (std::size_t i = 1; i < 4; ++i) {
    const Vec3 arm = scene.state.position[i] - placing.position;
    EXPECT_LT((scene.state.velocity[i] - placing.velocity - placing.spin.cross(arm)).norm(), 1e-13);
    EXPECT_LT((scene.state.spin[i] - placing.spin).norm(), 1e-13);
  }
  // Before: centres at (2, 3, 3), (4, 3, 3) and (3, 5, 3). After: the line of the dumbbell is along y.
  EXPECT_LT((scene.state.position[2] - scene.state.position[1] - Vec3(0, 2, 0)).norm(), 1e-14);
  EXPECT_LT((scene.state.position[3] - scene.state.position[1] - Vec3(-2, 1, 0)).norm(), 1e-14);
  ASSERT_EQ(scene.contacts.size(), 1u);
  EXPECT_EQ(scene.contacts.key[0], (ContactKey{1, 3}));
  const Vec3 between = (scene.state.position[3] - scene.state.position[1]).normalized();
  EXPECT_LT((scene.contacts.normal[0] - between).norm(), 1e-14);
  EXPECT_LT((scene.contacts.force[0] - Vec3(1, 0, 0)).norm(), 1e-14);
}

TEST(Place, NumbersPilesAndShiftsIds) {
  Pile scene = ball(1, Vec3::Zero());
  scene.model.id = {41};
  scene.state.time = 7;
  Pile body = ball(1, Vec3::Zero());
  test::add(body, 1, 1, {3, 0, 0});
  body.model.id = {5, 2};
  const Placed first = place(scene, body, at({0, 0, 10}), {});
  const Placed second = place(scene, body, at({0, 0, 20}), {});
  EXPECT_EQ(scene.model.id, (std::vector<std::int64_t>{41, 47, 44, 53, 50}));
  EXPECT_EQ(first.id_shift, 42);
  EXPECT_EQ(second.first_id, 50);
  EXPECT_EQ(second.last_id, 53);
  EXPECT_EQ(*find_values<std::int64_t>(scene.state.columns, "placed"), (std::vector<std::int64_t>{-1, 0, 0, 1, 1}));
  EXPECT_EQ(scene.state.time, 7);
  ASSERT_EQ(scene.model.materials.size(), 1u);
  EXPECT_THROW(place(scene, ball(1, Vec3::Zero(), 2), at({0, 0, 30}), {}), InputError);
}

// Names of aggregates are ids, so that they are shifted with them.
TEST(Place, ShiftsTheLineage) {
  Pile scene = ball(1, Vec3::Zero()), body = ball(1, Vec3::Zero());
  const BodyColumn lineage{kLineage, "1", "aggregate", std::vector<std::int64_t>{0}};
  put_column(scene.state.columns, lineage);
  put_column(body.state.columns, lineage);
  place(scene, body, at({0, 0, 10}), {});
  EXPECT_EQ(*find_values<std::int64_t>(scene.state.columns, kLineage), (std::vector<std::int64_t>{0, 1}));
}

// The ball overlaps one member of the dumbbell by 0.25 and a free ball by 0.5. Both members go, and the bond and the
// contact of removed bodies with them.
TEST(Place, FindsOverlapsAndRemovesWholeGrains) {
  Pile scene;
  test::add_ball(scene, 1, {0, 0, 50});
  test::add_dumbbell(scene, {0, 0, 0}, Vec3::UnitX());  // members at -1 and 1
  test::add_ball(scene, 1, {4.25, 0, 0});
  test::touch(scene, 0, 1, Vec3::Zero());
  scene.bonds.pair = {{0, 3}};
  const Placed placed = place(scene, ball(1, Vec3::Zero(), test::kUnitDensity), at({2.75, 0, 0}), {});
  ASSERT_EQ(placed.overlaps.size(), 2u);
  EXPECT_EQ(placed.overlaps[0].key, (ContactKey{2, 4}));
  EXPECT_NEAR(placed.overlaps[0].depth, 0.25, 1e-14);
  EXPECT_EQ(placed.overlaps[1].key, (ContactKey{3, 4}));
  EXPECT_NEAR(placed.overlaps[1].depth, 0.5, 1e-14);
  EXPECT_EQ(remove_overlapping(scene, 4, placed.overlaps), 3u);
  ASSERT_EQ(scene.size(), 2u);
  EXPECT_EQ(scene.state.position[0], Vec3(0, 0, 50));
  EXPECT_TRUE(scene.state.grouping.grains.empty());
  EXPECT_EQ(scene.contacts.size() + scene.bonds.size(), 0u);
}

// Touching surfaces are no overlap, whatever the rounding.
TEST(Place, TouchingIsNoOverlap) {
  Pile scene = ball(0.1, {0.3, 0, 0});
  EXPECT_TRUE(place(scene, ball(0.2, Vec3::Zero()), at({0.6, 0, 0}), {}).overlaps.empty());
}

}  // namespace
}  // namespace rubble::generate
