// Bonds: selection, order of the sides, rotation, and joining of piles.
#include "model/bonds.hpp"
#include "model/check.hpp"
#include "physics/scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// Beams 0-1, 0-2 and 1-3 with different values.
Bonds beams() {
  Bonds bonds;
  bonds.pair = {{0, 1}, {0, 2}, {1, 3}};
  bonds.beams = true;
  resize(bonds, 3);
  for (std::size_t k = 0; k < 3; ++k) {
    const double v = static_cast<double>(k + 1);
    bonds.length[k] = v, bonds.twisting[k] = 10 * v, bonds.energy[k] = 100 * v;
    bonds.shear[k] = {v, 0, 2 * v}, bonds.bending[k] = {0, v, -v}, bonds.force[k] = {3 * v, v, 0};
  }
  return bonds;
}

TEST(ModelBonds, RenumberedBondsExchangeTheirSides) {
  // Body 2 is removed, and the others are reversed.
  const Bonds out = renumbered(beams(), {2, 1, -1, 0});
  ASSERT_EQ(out.pair, (std::vector<std::array<Index, 2>>{{0, 1}, {1, 2}}));
  EXPECT_TRUE(out.beams);
  EXPECT_EQ(out.length, Reals({3, 1}));
  EXPECT_EQ(out.twisting, Reals({30, 10}));
  EXPECT_EQ(out.energy, Reals({300, 100}));
  EXPECT_EQ(out.shear[0], Vec3(-3, 0, -6));
  EXPECT_EQ(out.bending[1], Vec3(0, -1, 1));
  EXPECT_EQ(out.force[1], Vec3(-3, -1, 0));
  const Bonds same = renumbered(beams(), {0, 1, 2, 3});
  EXPECT_EQ(same.shear, beams().shear);
}

TEST(ModelBonds, TurnedBonds) {
  Bonds bonds = beams();
  turn(bonds, Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitZ()).toRotationMatrix());
  EXPECT_LT((bonds.force[0] - Vec3(-1, 3, 0)).norm(), 1e-15);
  EXPECT_LT((bonds.shear[1] - Vec3(0, 2, 4)).norm(), 1e-15);
  EXPECT_EQ(bonds.twisting, beams().twisting);
}

TEST(ModelBonds, Append) {
  Bonds pairs;
  pairs.pair = {{4, 5}};
  Bonds both = beams();
  append(both, pairs);
  EXPECT_EQ(both.size(), 4U);
  EXPECT_EQ(both.length, Reals({1, 2, 3, 0}));
  Bonds reversed = pairs;
  reversed.pair = {{0, 1}};
  Bonds later = renumbered(beams(), {2, 3, 4, 5});
  append(reversed, later);
  EXPECT_TRUE(reversed.beams);
  EXPECT_EQ(reversed.length, Reals({0, 1, 2, 3}));
  Bonds none;
  append(none, pairs);
  EXPECT_FALSE(none.beams);
  append(pairs, Bonds{});
  EXPECT_EQ(pairs.size(), 1U);
  EXPECT_TRUE(pairs.length.empty());
}

TEST(ModelBonds, Check) {
  Pile pile;
  for (int i = 0; i < 4; ++i) add_sphere(pile, 1, 2000, {3.0 * i, 0, 0});
  pile.bonds = beams();
  EXPECT_FALSE(violation(pile));
  pile.bonds.length[1] = -1;
  EXPECT_EQ(violation(pile)->quantity, "bonds/length");
  pile.bonds = beams();
  pile.bonds.shear[2].y() = NAN;
  EXPECT_EQ(violation(pile)->quantity, "bonds/shear");
  EXPECT_EQ(violation(pile)->text, "expected finite numbers, found (3, nan, 6) (bond of bodies 1 and 3)");
  pile.bonds = beams();
  pile.bonds.energy.pop_back();
  EXPECT_EQ(violation(pile)->text, "expected 3 bonds as in pair, found 2");
}

}  // namespace
}  // namespace rubble::test
