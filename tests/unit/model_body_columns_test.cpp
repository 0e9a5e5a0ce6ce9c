// Body columns and elastic bonds: order, selection and merging with the bodies.
#include "generate/encounter.hpp"
#include "measure/ledger/masses.hpp"
#include "unit/measure_piles.hpp"

#include <gtest/gtest.h>

namespace rubble {
namespace {

using Groups = std::vector<std::int64_t>;
using Marks = std::vector<std::int32_t>;

Pile four() {
  Pile pile;
  pile.model.materials = {{"rock", 1}};
  for (int k = 0; k < 4; ++k) test::add(pile, 1, 1, {3.0 * k, 0, 0});
  put_column(pile.state.columns, {"warm", "1", "", Marks{0, 1, 0, 1}});
  put_column(pile.state.columns, {"heat", "J", "", Reals{1, 2, 3, 4}});
  put_column(pile.state.columns, {"family", "1", "", Groups{7, 7, 8, -1}});
  pile.bonds.pair = {{0, 1}, {1, 3}, {2, 3}};
  return pile;
}

std::vector<std::string> names(const Pile& pile) {
  std::vector<std::string> out;
  for (const BodyColumn& column : pile.state.columns) out.push_back(column.name);
  return out;
}

// Numbers come before groups and groups before marks. A second column of a name and kind replaces the first.
TEST(BodyColumns, Order) {
  Pile pile = four();
  put_column(pile.state.columns, {"age", "s", "", Reals{1, 1, 1, 1}});
  put_column(pile.state.columns, {"heat", "J", "", Reals{5, 5, 5, 5}});
  EXPECT_EQ(names(pile), (std::vector<std::string>{"age", "heat", "family", "warm"}));
  EXPECT_EQ(values_in<double>(pile.state, "heat"), (Reals{5, 5, 5, 5}));
  EXPECT_TRUE(values_in<double>(pile.state, "warm").empty());
}

TEST(BodyColumns, HasValues) {
  EXPECT_FALSE(has_values({"a", "1", "", Groups{-1, -1}}));
  EXPECT_TRUE(has_values({"a", "1", "", Groups{-1, 0}}));
  EXPECT_FALSE(has_values({"a", "1", "", Marks{0, 0}}));
  EXPECT_TRUE(has_values({"a", "1", "", Reals{0, -1}}));
}

// A part has the columns of its bodies in their order, and the bonds between them.
TEST(BodyColumns, Part) {
  const Pile part = measure::part(four(), {3, 1, 0});
  EXPECT_EQ(values_in<std::int64_t>(part.state, "family"), (Groups{-1, 7, 7}));
  EXPECT_EQ(values_in<double>(part.state, "heat"), (Reals{4, 2, 1}));
  EXPECT_EQ(part.bonds.pair, (std::vector<std::array<Index, 2>>{{0, 1}, {1, 2}}));
}

// Bodies of a pile without the column have no value.
TEST(BodyColumns, TwoPiles) {
  Pile bare;
  bare.model.materials = {{"rock", 1}};
  for (int k = 0; k < 2; ++k) test::add(bare, 1, 1, {3.0 * k, 0, 0});
  put_column(bare.state.columns, {"age", "s", "", Reals{9, 9}});
  generate::Encounter encounter;
  encounter.relative_speed = 1, encounter.gap = 1, encounter.constant = 6.67430e-11,
  encounter.orientation = generate::Orientation::given;
  const Pile both = generate::meet(bare, four(), encounter, 1).pile;
  EXPECT_EQ(names(both), (std::vector<std::string>{"age", "heat", "family", "warm"}));
  EXPECT_EQ(values_in<double>(both.state, "age"), (Reals{9, 9, 0, 0, 0, 0}));
  EXPECT_EQ(values_in<std::int64_t>(both.state, "family"), (Groups{-1, -1, 7, 7, 8, -1}));
  EXPECT_EQ(values_in<std::int32_t>(both.state, "warm"), (Marks{0, 0, 0, 1, 0, 1}));
  EXPECT_EQ(both.bonds.pair, (std::vector<std::array<Index, 2>>{{2, 3}, {3, 5}, {4, 5}}));
}

}  // namespace
}  // namespace rubble
