// Piles as text and meshes, and back.
#include "base/error.hpp"
#include "model/check.hpp"
#include "store/inspect.hpp"
#include "store/obj.hpp"
#include "store/text.hpp"
#include "unit/grain_piles.hpp"
#include "unit/hull_piles.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace rubble::store {
namespace {

const Quaternion kTurn = shape::quaternion(1, 2, -3, 4);

// Rocks, boxes and cubes that move, some with one shape, and two spheres, of three materials.
Pile mixed_pile() {
  Pile pile;
  const Vec3 far(100, -50, 20);
  test::add_hull(pile, shape::box({1, 2, 3}), far, kTurn, Vec3(1, 2, 3), Vec3(0, 1, 0));
  test::add_cube(pile, far + Vec3(6, 0, 0), kTurn, Vec3(0, 0, 1));
  test::add_cube(pile, far + Vec3(0, 6, 0), kTurn * kTurn);
  test::add_hull(pile, {{0, 0, 0}, {1, 0, 0}, {0.2, 1.3, 0}, {0.1, 0.3, 0.9}, {0.8, 0.9, 0.4}}, far + Vec3(0, 0, 7),
                 kTurn);
  test::add_hull(pile, shape::box({1, 2, 3}), far + Vec3(9, 9, 0), kTurn.conjugate());
  for (const double x : {-9.0, -12.0}) {
    test::add(pile, 5, 1, far + Vec3(x, 0, 0), Vec3(0, 3, 0), Vec3(1, 0, 0));
    pile.state.grouping.grain.push_back(-1), pile.state.grouping.offset.push_back(Vec3::Zero());
  }
  link_grains(pile);
  pile.model.materials = {{"rock", 1}, {"light stone", 5 * test::kUnitDensity}, {"iron", 7}};
  pile.model.material = {0, 0, 0, 0, 0, 1, 2};
  for (std::size_t i = 0; i < pile.size(); ++i) pile.model.id[i] = 100 - 3 * static_cast<std::int64_t>(i);
  return pile;
}

void expect_equal(const Pile& a, const Pile& b, const std::vector<std::string>& except = {}) {
  for (const Difference& d : compare(a, b, 1e-12, 1e-12)) {
    const bool equal = d.equal || std::ranges::count(except, d.dataset) > 0;
    EXPECT_TRUE(equal) << d.dataset << " " << d.absolute;
  }
}

TEST(RoundTrip, OfHullsAndSpheresThroughATableAndAMesh) {
  Pile pile = mixed_pile();
  for (const std::string mesh : {"obj", "ply"})
    for (const std::string format : {"csv", "xyz"}) {
      TextForm form{format, ""};
      form.hulls = parse_meshes(to_mesh(pile, mesh, "f"), mesh, "f");
      const Pile back =
          format == "csv" ? parse_csv(to_csv(pile), "f", form).pile : parse_xyz(to_xyz(pile), "f", form).pile;
      EXPECT_FALSE(violation(back)) << violation(back)->text;
      // Names: PLY has none of shapes, and words have no blanks.
      expect_equal(pile, back, {"/parameters/shapes/name", "/parameters/materials/name"});
      EXPECT_EQ(back.model.materials[1].name, "light_stone");
      if (mesh == "obj") expect_equal(pile, back, {"/parameters/materials/name"});
    }
}

// Hulls through a mesh alone keep ids and places.
TEST(RoundTrip, OfHullsThroughAMesh) {
  Pile pile;
  test::add_hull(pile, shape::box({1, 2, 3}), {1, 2, 3}, kTurn);
  test::add_hull(pile, shape::box({1, 2, 4}), {9, 2, 3});
  pile.model.id = {7, 3};
  for (const std::string mesh : {"obj", "ply"}) {
    const Pile back = parse_hulls(to_mesh(pile, mesh, "f"), mesh, "f", "rock", 1).pile;
    ASSERT_EQ(back.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      const auto twin =
          static_cast<std::size_t>(std::ranges::find(back.model.id, pile.model.id[i]) - back.model.id.begin());
      ASSERT_LT(twin, 2u);
      EXPECT_LT((back.state.position[twin] - pile.state.position[i]).norm(), 1e-12);
      EXPECT_NEAR(back.model.mass[twin], pile.model.mass[i], 1e-12);
    }
  }
}

// Principal axes of a glued grain are computed again, with another choice for equal moments. A second trip changes
// nothing.
TEST(RoundTrip, OfGluedGrains) {
  Pile pile;
  test::add_dumbbell(pile, {3, 0, 0}, Vec3(1, 2, 0), Vec3(0, 0, 1), Vec3(0, 1, 0));
  test::add_ball(pile, 1, {20, 0, 0});
  test::add_union(pile, {-9, 0, 0});
  const TextForm form{"csv", "rock"};
  const Pile once = parse_csv(to_csv(pile), "f", form).pile;
  const Pile twice = parse_csv(to_csv(once), "f", form).pile;
  expect_equal(pile, once, {"/particles/body/offset", "/particles/grain/orientation"});
  expect_equal(once, twice);
  ASSERT_EQ(once.model.materials.size(), 1u);
  EXPECT_EQ(once.model.materials[0].density, test::kUnitDensity);
}

TEST(RoundTrip, RefusesMeshesThatDoNotFitTheTable) {
  const Pile pile = mixed_pile();
  const std::string table = to_csv(pile);
  const auto refused = [&](const Pile& other, const std::string& text) {
    TextForm form{"csv", "rock"};
    form.hulls = parse_meshes(to_mesh(other, "obj", "f"), "obj", "f");
    try {
      parse_csv(table, "f", form);
      ADD_FAILURE() << "accepted: " << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
  };
  Pile other = pile;
  other.model.id[1] = 7;
  refused(other, "f:3: error: the mesh of --hulls has no surface of body 97");
  other = pile;
  other.state.position[1].x() += 0.1;
  refused(other, "f:3: error: the surface of body 97 in --hulls has another centre or volume than the table");
  EXPECT_THROW(parse_csv(table, "f", "rock"), InputError);
}

}  // namespace
}  // namespace rubble::store
