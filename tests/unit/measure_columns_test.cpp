// Columns for colours of bodies, computed by hand; all members of a grain have the same value.
#include "measure/contacts/stress.hpp"
#include "measure/extent/columns.hpp"
#include "physics/scene.hpp"
#include "unit/hull_piles.hpp"
#include "unit/measure_piles.hpp"

#include <numbers>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::add;
using test::touch;

Reals values(const Pile& pile, const std::string& name) { return ColourColumns(pile).of(pile, name).value; }

// Three spheres: two press on each other and the first also on the floor; the third is far away.
Pile three() {
  Pile pile;
  pile.model.materials = {{"rock", 1000}};
  add(pile, 2, 1, {0, 0, 0}, {3, 0, 4}, {0, 0, 2});
  add(pile, 3, 2, {3, 0, 0});
  add(pile, 1, 1, {0, 50, 7});
  touch(pile, 0, 1, {-5, 0, 0});
  test::touch_wall(pile, 0, 0, -Vec3::UnitZ(), 0, {0, 0, 7});
  return pile;
}

TEST(MeasureColumns, OfThreeSpheres) {
  const Pile pile = three();
  EXPECT_EQ(values(pile, "radius"), (Reals{1, 2, 1}));
  EXPECT_EQ(values(pile, "mass"), (Reals{2, 3, 1}));
  EXPECT_EQ(values(pile, "y"), (Reals{0, 0, 50}));
  EXPECT_EQ(values(pile, "z"), (Reals{0, 0, 7}));
  EXPECT_EQ(values(pile, "speed"), (Reals{5, 0, 0}));
  EXPECT_EQ(values(pile, "spin"), (Reals{2, 0, 0}));
  EXPECT_EQ(values(pile, "coordination"), (Reals{2, 1, 0}));
  EXPECT_EQ(values(pile, "cluster"), (Reals{0, 0, -1}));
  EXPECT_EQ(values(pile, "grain"), (Reals{-1, -1, -1}));
  EXPECT_EQ(values(pile, "shape"), (Reals{0, 0, 0}));
  EXPECT_EQ(ColourColumns(pile).of(pile, "material").label, std::vector<std::string>{"rock"});
}

// Pressure of a sphere: sum of force times lever / (3 volume), compression positive.
TEST(MeasureColumns, PressureOfASphere) {
  const Reals pressure = values(three(), "pressure");
  const double ball = 4 * std::numbers::pi / 3;
  EXPECT_NEAR(pressure[0], (5 * 1 + 7 * 1) / (3 * ball), 1e-15);
  EXPECT_NEAR(pressure[1], 5 * 2 / (3 * 8 * ball), 1e-15);
  EXPECT_EQ(pressure[2], 0);
}

TEST(MeasureColumns, MembersHaveTheValuesOfTheirGrain) {
  Pile pile;
  test::glue(pile, "rod", 0.1, 2000, {0, 0, 0});
  test::glue(pile, "rod", 0.1, 2000, {0, 0, 0.2});
  pile.model.shapes = {shape::shape_of(shape::aggregate("rod", 0.1))};
  for (Grain& grain : pile.state.grouping.grains) grain.shape = 0;
  test::add_sphere(pile, 0.1, 2000, {5, 0, 0});
  const auto members = static_cast<Index>(pile.state.grouping.members(0).size());
  touch(pile, 0, members, {0, 0, -1});
  touch(pile, 1, members + 1, {0, 0, -1});
  for (const char* name : {"pressure", "coordination", "cluster", "grain", "shape"}) {
    const Reals value = values(pile, name);
    for (const std::size_t g : {0u, 1u})
      for (const Index i : pile.state.grouping.members(g))
        EXPECT_EQ(value[static_cast<std::size_t>(i)], value[pile.state.grouping.first_member(g)]) << name;
    EXPECT_NE(value[0], value.back()) << name;
  }
  EXPECT_EQ(values(pile, "coordination")[0], 1);
  const ColourColumn shape = ColourColumns(pile).of(pile, "shape");
  EXPECT_EQ(shape.label.at(static_cast<std::size_t>(shape.value[0])), "rod");
  EXPECT_EQ(shape.label.at(static_cast<std::size_t>(shape.value.back())), "sphere");
}

// Many hulls of different shapes with one name form one group.
TEST(MeasureColumns, ShapesOfOneNameAreOneGroup) {
  Pile pile;
  test::add_cube(pile, {0, 0, 0});
  test::add_hull(pile, shape::box({1, 2, 3}), {5, 0, 0});
  ASSERT_EQ(pile.model.shapes.size(), 2u);
  const ColourColumn shape = ColourColumns(pile).of(pile, "shape");
  EXPECT_EQ(shape.label, (std::vector<std::string>{"sphere", "hull"}));
  EXPECT_EQ(shape.value, (Reals{1, 1}));
}

// Cluster of the bodies in the first frame, independent of their present position.
TEST(MeasureColumns, Birth) {
  const Pile first = three();
  Pile later = first;
  later.state.position[1] = {90, 0, 0};
  ColourColumns columns(first);
  EXPECT_EQ(columns.of(later, "birth").value, (Reals{0, 0, -1}));
  EXPECT_EQ(columns.of(later, "cluster").value, (Reals{-1, -1, -1}));
}

TEST(MeasureColumns, EveryNameIsAColumn) {
  const Pile pile = three();
  for (const std::string& name : column_names()) {
    const ColourColumn column = ColourColumns(pile).of(pile, name);
    EXPECT_EQ(column.value.size(), pile.size()) << name;
    EXPECT_EQ(column.name, name);
    EXPECT_FALSE(column.unit.empty()) << name;
  }
}

}  // namespace
}  // namespace rubble::measure
