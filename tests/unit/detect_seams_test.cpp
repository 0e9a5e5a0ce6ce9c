// Points at seams of compounds: those that the union of the parts does not have are removed, all others are kept.
#include "detect/seams.hpp"
#include "unit/compounds.hpp"

#include <gtest/gtest.h>

namespace rubble::detect {
namespace {

TEST(Seams, NearestInACone) {
  const Vec3 x = Vec3::UnitX();
  const Vec3 y = Vec3::UnitY();
  const Vec3 z = Vec3::UnitZ();
  const auto expect = [](const Vec3& unit, const Vec3s& spanning, const Vec3& nearest) {
    EXPECT_LT((nearest_in_cone(unit, spanning) - nearest).norm(), 1e-15);
  };
  expect(x, {}, Vec3::Zero());
  expect(-x, {x}, Vec3::Zero());
  expect(Vec3(0.6, 0.8, 0), {x}, 0.6 * x);
  expect(Vec3(0.6, 0.8, 0), {x, y}, Vec3(0.6, 0.8, 0));
  expect(Vec3(0.6, 0, 0.8), {x, y}, 0.6 * x);
  const Vec3 inside = Vec3(1, 2, 3).normalized();
  EXPECT_EQ(nearest_in_cone(inside, {x, y, z}), inside);
  expect(Vec3(0.6, 0, -0.8), {x, y, z}, 0.6 * x);
}

// A compound in its own coordinates, and points on its parts.
struct Scene {
  Pile pile;
  std::vector<Index> solid;
  std::vector<Quaternion> turn;
  std::vector<shape::PreparedShape> solids;
  Seams seams;

  explicit Scene(const shape::Compound& compound) {
    test::add_compound(pile, compound, 1);
    test::add_single_box(pile, {1, 1, 1}, 1, {100, 0, 0});
    for (std::size_t i = 0; i < pile.size(); ++i) {
      solids.emplace_back(shape_of(pile.model, i));
      solid.push_back(static_cast<Index>(i));
      turn.push_back(turn_of(pile.model, pile.state, i));
    }
    std::vector<CompoundPart> parts;
    const Grouping& grouping = pile.state.grouping;
    for (const Index i : grouping.members(0)) {
      const auto k = static_cast<std::size_t>(i);
      parts.push_back({i, &shape_of(pile.model, k), {grouping.offset[k], grouping.turn[k], pile.model.radius[k]}});
    }
    seams = Seams(pile.size(), {parts});
  }

  static void drop(ContactPoints& points, Index part) {
    for (std::size_t p = 0; p < points.size(); ++p)
      if (points.key[p].a == part) {
        points.key.erase(points.key.begin() + static_cast<std::ptrdiff_t>(p));
        points.normal.erase(points.normal.begin() + static_cast<std::ptrdiff_t>(p));
        return;
      }
  }

  // (part, point on it, normal out of it) => points of a contact of the last body with the part that are kept.
  ContactPoints kept(Index part, const Vec3& point, const Vec3& normal, bool carried = true) const {
    const PlacedBodies bodies{pile.state.position, pile.model.radius, solid, turn, solids};
    const auto other = static_cast<Index>(pile.size() - 1);
    // The other part carries the body at a point in the middle of its outer surface.
    const Index beside = 1 - part;
    const Vec3 middle = pile.state.position[static_cast<std::size_t>(beside)];
    ContactPoints points{
        {{0, other, 7}, {1, other, 7}}, {middle, middle}, {Vec3::UnitZ(), Vec3::UnitZ()}, {1e-9, 1e-9}, {1, 1}, {}};
    const auto tested = static_cast<std::size_t>(part);
    if (part < 2) {
      points.point[tested] = point;
      points.normal[tested] = normal.normalized();
    }
    if (!carried || part >= 2) points = {{{part, other, 7}}, {point}, {normal.normalized()}, {1e-9}, {1}, {}};
    seams.remove_inner(bodies, points);
    if (carried && part < 2) drop(points, beside);
    return points;
  }
  bool keeps(Index part, const Vec3& point, const Vec3& normal) const {
    const ContactPoints points = kept(part, point, normal);
    if (points.size() == 0) return false;
    EXPECT_EQ(points.key[0].feature, 7);
    EXPECT_LT((points.normal[0] - normal.normalized()).norm(), kConeSine);
    return true;
  }
  Vec3 normal(Index part, const Vec3& point, const Vec3& given) const { return kept(part, point, given).normal.at(0); }
};

// The seam of the halves is at x = -0.3. The top of the box is flat there.
TEST(Seams, OfAFlatFace) {
  const Scene scene(test::of_boxes(test::kHalves));
  ASSERT_FALSE(scene.seams.empty());
  for (const double y : {-0.2, 0.4}) {
    const Vec3 at(-0.3, y, 0.4);
    for (const Index part : {0, 1}) {
      EXPECT_TRUE(scene.keeps(part, at, {0, 0, 1}));
      EXPECT_TRUE(scene.keeps(part, at, {1e-4, 0, 1}));
    }
    EXPECT_FALSE(scene.keeps(1, at, {-1, 0, 0}));
    EXPECT_FALSE(scene.keeps(1, at, {-1, 0, 1}));
    EXPECT_FALSE(scene.keeps(0, at, {1, 0, 0.2}));
    EXPECT_FALSE(scene.keeps(1, at - Vec3(0, 0, 1e-4), {-1, 0, 0}));
    EXPECT_FALSE(scene.keeps(1, at - Vec3(0, 0, 0.1), {-1, 0, 0}));
  }
  EXPECT_EQ(scene.kept(1, {-0.3, 0.2, 0.4}, {-1, 0, 0}, false).size(), 1u);
  // At the long edge of the box, the seam has the normals between the top and the side.
  const Vec3 corner(-0.3, 0.6, 0.4);
  EXPECT_TRUE(scene.keeps(0, corner, {0, 1, 1}));
  EXPECT_TRUE(scene.keeps(1, corner, {0, 1, 1}));
  EXPECT_FALSE(scene.keeps(1, corner, {-1, 1, 1}));
  // A normal that is nearly that of the seam becomes it.
  for (const Index part : {0, 1})
    EXPECT_EQ(scene.normal(part, {-0.3, 0.2, 0.4}, {1e-4, 0, 1}), scene.normal(part, {-0.3, 0.2, 0.4}, {0, 0, 1}));
  // Away from the seam nothing is removed.
  EXPECT_TRUE(scene.keeps(1, {1, 0.2, 0.4}, {1, 0, 1}));
  EXPECT_TRUE(scene.keeps(0, {-0.7, 0.2, 0.4}, {0, 0, 1}));
  EXPECT_TRUE(scene.keeps(2, {-0.7, 0.2, 0.4}, {0, 0, 1}));
}

// In the inner corner of the L, the plank pushes up and the post pushes sideways. Its outer side is flat.
TEST(Seams, OfAnInnerCorner) {
  const Scene scene(test::of_boxes(test::kEll));
  const Vec3 corner(0.5, 0.1, 0.5);
  EXPECT_TRUE(scene.keeps(0, corner, {0, 0, 1}));
  EXPECT_TRUE(scene.keeps(1, corner, {-1, 0, 0}));
  const Vec3 side(1.5, 0.1, 0.5);
  EXPECT_TRUE(scene.keeps(0, side, {1, 0, 0}));
  EXPECT_TRUE(scene.keeps(1, side, {1, 0, 0}));
  EXPECT_FALSE(scene.keeps(0, side, {0, 0, 1}));
  EXPECT_FALSE(scene.keeps(0, side, {1, 0, 1}));
  EXPECT_FALSE(scene.keeps(1, side, {1, 0, -1}));
}

// Two wedges that make a roof: at the ridge, all normals between those of both slopes belong to the compound, although
// each wedge has only one visible face there.
TEST(Seams, OfARidge) {
  const Vec3s left{{-1, -1, 0}, {-1, 1, 0}, {0, -1, 0}, {0, 1, 0}, {0, -1, 1}, {0, 1, 1}};
  const Vec3s right{{1, -1, 0}, {1, 1, 0}, {0, -1, 0}, {0, 1, 0}, {0, -1, 1}, {0, 1, 1}};
  const Scene scene(shape::make_compound("roof", {shape::make_hull("left", left), shape::make_hull("right", right)}));
  const Vec3 ridge(0, 0.2, 1);
  for (const Index part : {0, 1}) {
    EXPECT_TRUE(scene.keeps(part, ridge, {0, 0, 1}));
    EXPECT_TRUE(scene.keeps(part, ridge, {0.9, 0, 1}));
    // The edge of a part is found although the point lies a little beside it.
    EXPECT_TRUE(scene.keeps(part, ridge + Vec3(0, 0, 1e-3), {0.9, 0, 1}));
    EXPECT_FALSE(scene.keeps(part, ridge, {1.1, 0, 1}));
  }
}

}  // namespace
}  // namespace rubble::detect
