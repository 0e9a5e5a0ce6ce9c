// Points at seams of compounds: normals into another part are turned to those that the union of the parts has.
#include "detect/seams.hpp"
#include "physics/scene.hpp"
#include "unit/compounds.hpp"

#include <gtest/gtest.h>

namespace rubble::detect {
namespace {

const Vec3 kUp = Vec3::UnitZ();

// A contact of a part with the other body; the normal points out of the part.
struct Touch {
  Index part;
  Vec3 normal;
  double gap;
};

// A compound in its own coordinates and another body, which is the last one or the first one.
struct SeamScene {
  Pile pile;
  std::vector<Index> solid;
  std::vector<Quaternion> turn;
  std::vector<shape::PreparedShape> solids;
  Index first, other;
  Seams seams;

  explicit SeamScene(const shape::Compound& compound, bool other_first = false, bool sphere = false) {
    const auto add_other = [&] {
      if (sphere)
        test::add_sphere(pile, 1, 1, {100, 0, 0});
      else
        test::add_single_box(pile, {1, 1, 1}, 1, {100, 0, 0});
    };
    if (other_first) add_other();
    test::add_compound(pile, compound, 1);
    if (!other_first) add_other();
    first = other_first ? 1 : 0;
    other = other_first ? 0 : static_cast<Index>(pile.size() - 1);
    for (std::size_t i = 0; i < pile.size(); ++i) {
      solids.emplace_back(is_oriented(pile.model, i) ? shape_of(pile.model, i) : shape::sphere());
      solid.push_back(is_oriented(pile.model, i) ? static_cast<Index>(i) : -1);
      turn.push_back(is_oriented(pile.model, i) ? turn_of(pile.model, pile.state, i) : Quaternion::Identity());
    }
    std::vector<CompoundPart> parts;
    const Grouping& grouping = pile.state.grouping;
    for (const Index i :
         grouping.members(static_cast<std::size_t>(grouping.grain_of(static_cast<std::size_t>(first))))) {
      const auto k = static_cast<std::size_t>(i);
      parts.push_back({i, &solids[k], {grouping.offset[k], grouping.turn[k], pile.model.radius[k]}});
    }
    seams = Seams(pile.size(), {parts});
  }

  // => the points after the correction, normals out of the parts.
  std::vector<Touch> corrected(const std::vector<Touch>& touches) const {
    const PlacedBodies bodies{pile.state.position, pile.model.radius, solid, turn, solids};
    ContactPoints points;
    for (const Touch& touch : touches) {
      const Index part = first + touch.part;
      points.key.push_back({std::min(part, other), std::max(part, other), 7});
      points.point.push_back(pile.state.position[static_cast<std::size_t>(part)]);
      points.normal.push_back((part < other ? 1 : -1) * touch.normal.normalized());
      points.gap.push_back(touch.gap);
      points.weight.push_back(1);
    }
    seams.turn_inner(bodies, points);
    std::vector<Touch> out;
    for (std::size_t p = 0; p < points.size(); ++p) {
      const Index part = std::max(points.key[p].a, points.key[p].b) == other ? points.key[p].a : points.key[p].b;
      out.push_back({part - first, (part < other ? 1 : -1) * points.normal[p], points.gap[p]});
    }
    return out;
  }
  // Expects these normals and gaps after the correction.
  void expect(const std::vector<Touch>& touches, const std::vector<Vec3>& normals) const {
    const std::vector<Touch> out = corrected(touches);
    ASSERT_EQ(out.size(), touches.size());
    for (std::size_t p = 0; p < out.size(); ++p) {
      const Vec3 before = touches[p].normal.normalized();
      const Vec3 after = normals[p].normalized();
      EXPECT_LT((out[p].normal - after).norm(), 1e-15) << p << " " << out[p].normal.transpose();
      const double share = touches[p].gap < 0 ? std::max(0.0, before.dot(after)) : 1;  // a gap keeps its length
      EXPECT_NEAR(out[p].gap, touches[p].gap * share, 1e-18) << p;
    }
  }
  void expect_unchanged(const std::vector<Touch>& touches) const {
    std::vector<Vec3> normals;
    for (const Touch& touch : touches) normals.push_back(touch.normal);
    expect(touches, normals);
  }
};

// The seam of the halves is at x = -0.3. Their tops are flush.
TEST(Seams, OfAFlatFace) {
  for (const bool other_first : {false, true})
    for (const bool sphere : {false, true}) {
      const SeamScene scene(test::of_boxes(test::kHalves), other_first, sphere);
      ASSERT_FALSE(scene.seams.empty());
      const Touch above{0, kUp, -1e-3};
      for (const Vec3& inner : {Vec3(-1, 0, 0), Vec3(-1, 0, 0.2), Vec3(-1e-4, 0, 1), Vec3(-1, 0.1, 0.2)})
        scene.expect({above, {1, inner, -1e-4}}, {kUp, kUp});
      scene.expect({{0, {1, 0, 0.2}, 1e-4}, {1, kUp, 1e-3}}, {kUp, kUp});
      // The same normals at the ends of the box, and on its long edges, are those of the whole.
      scene.expect_unchanged({above, {1, {1, 0, 0}, -1e-4}});
      scene.expect_unchanged({above, {1, {1, 0, 1}, -1e-4}});
      scene.expect_unchanged({above, {1, {0, 1, 1}, -1e-4}});
      scene.expect_unchanged({above, {1, kUp, -1e-4}});
      // Without a point on the other half, and between two normals that squeeze the body, there is none to take.
      scene.expect_unchanged({{1, {-1, 0, 0}, -1e-4}});
      scene.expect_unchanged({{0, {1, 0, 0}, -1e-4}, {1, {-1, 0, 0}, -1e-4}});
    }
}

// In the inner corner of the L, the plank pushes up and the post pushes sideways. Its outer side is flat.
TEST(Seams, OfAnInnerCorner) {
  const SeamScene scene(test::of_boxes(test::kEll));
  scene.expect_unchanged({{0, kUp, -0.1}, {1, {-1, 0, 0}, -1e-4}});
  scene.expect_unchanged({{0, kUp, -1e-4}, {1, {-1, 0, 0}, -0.1}});
  scene.expect({{0, kUp, -1e-4}, {1, {1, 0, 0}, -0.1}}, {Vec3(1, 0, 0), Vec3(1, 0, 0)});
  scene.expect({{0, {1, 0, 0}, -0.1}, {1, {1, 0, -1}, -1e-4}}, {Vec3(1, 0, 0), Vec3(1, 0, 0)});
}

// Two wedges that make a roof: at the ridge, all normals between those of both slopes belong to the compound, although
// each wedge has only one outer face there.
TEST(Seams, OfARidge) {
  const Vec3s left{{-1, -1, 0}, {-1, 1, 0}, {0, -1, 0}, {0, 1, 0}, {0, -1, 1}, {0, 1, 1}};
  const Vec3s right{{1, -1, 0}, {1, 1, 0}, {0, -1, 0}, {0, 1, 0}, {0, -1, 1}, {0, 1, 1}};
  const SeamScene scene(
      shape::make_compound("roof", {shape::make_hull("left", left), shape::make_hull("right", right)}));
  scene.expect_unchanged({{0, {-0.9, 0, 1}, -1e-3}, {1, {0.9, 0, 1}, -1e-3}});
  scene.expect_unchanged({{0, kUp, -1e-3}, {1, {0.5, 0, 1}, -1e-3}});
  scene.expect({{0, kUp, -1e-3}, {1, {-1.1, 0, 1}, -1e-3}}, {kUp, kUp});
  scene.expect({{0, {1.1, 0, 1}, -1e-3}, {1, {0.9, 0, 1}, -1e-3}}, {Vec3(0.9, 0, 1), Vec3(0.9, 0, 1)});
}

// Four boxes about one vertical edge, below a body whose corner is on the first one.
TEST(Seams, OfFourParts) {
  const SeamScene scene(test::of_boxes({{{1, 1, 1}, {-0.5, -0.5, 0}},
                                        {{1, 1, 1}, {0.5, -0.5, 0}},
                                        {{1, 1, 1}, {-0.5, 0.5, 0}},
                                        {{1, 1, 1}, {0.5, 0.5, 0}}}));
  scene.expect({{0, kUp, -1e-2}, {1, {-1, 0, 0}, -1e-3}, {2, {0, -1, 0}, -2e-3}, {3, {-1, -1, 0}, -1e-3}},
               {kUp, kUp, kUp, kUp});
}

// The side of a step pushes, if the step is higher than kBounded.
TEST(Seams, OfAStep) {
  for (const double height : {1e-2, 1e-4}) {
    const SeamScene scene(test::of_boxes({{{1, 1, 1}, {-0.5, 0, 0}}, {{1, 1, 1 + height}, {0.5, 0, 0.5 * height}}}));
    const std::vector<Touch> touches{{0, kUp, -1e-3}, {1, {-1, 0, 0}, -1e-4}};
    if (height > kBounded)
      scene.expect_unchanged(touches);
    else
      scene.expect(touches, {kUp, kUp});
  }
}

TEST(Seams, NeedPartsThatTouch) {
  EXPECT_TRUE(Seams().empty());
  EXPECT_TRUE(Seams(3, {}).empty());
}

}  // namespace
}  // namespace rubble::detect
