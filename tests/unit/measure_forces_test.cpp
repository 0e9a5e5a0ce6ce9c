#include "gravity/direct.hpp"
#include "measure/contacts/forces.hpp"
#include "measure/ledger/gravity_error.hpp"
#include "measure/ledger/quantile.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::add;
using test::Dice;

GravityField direct(const Pile& pile, double G) {
  GravityField field;
  gravity::direct_accelerations(pile.model.mass, pile.state.position, G, field.acceleration);
  gravity::direct_potentials(pile.model.mass, pile.state.position, G, field.potential);
  return field;
}

Pile cloud(int n) {
  Pile pile;
  Dice dice(13);
  for (int i = 0; i < n; ++i) add(pile, 2 + dice.number(), 0.01, dice.vector());
  return pile;
}

TEST(GravityError, ReferenceSumMatchesTheDirectSum) {
  const Pile pile = cloud(1000);
  const GravityError e = gravity_error(pile, 3, direct(pile, 3), 100);
  EXPECT_EQ(e.sample, 100u);
  EXPECT_LT(e.max, 1e-11);
  EXPECT_LT(e.potential_rms, 1e-13);
  EXPECT_GT(e.max, 0);  // long double against double
}

TEST(GravityError, FindsTheErrorsPutIn) {
  const Pile pile = cloud(200);
  GravityField field = direct(pile, 1);
  for (std::size_t i = 0; i < 50; ++i) field.acceleration[i] *= 1.01;
  field.acceleration[70] *= 0.5;
  for (double& p : field.potential) p *= 1 + 1e-3;
  const GravityError e = gravity_error(pile, 1, field, 1000);
  EXPECT_EQ(e.sample, 200u);
  EXPECT_NEAR(e.max, 0.5, 1e-12);
  EXPECT_NEAR(e.p99, 0.01, 1e-11);
  EXPECT_NEAR(e.rms, std::sqrt((50 * 1e-4 + 0.25) / 200), 1e-12);
  EXPECT_NEAR(e.potential_rms, 1e-3, 1e-13);
}

// Masses 2 and 3 two metres apart, G = 1: a = M / 4, phi = -M / 2, W = -3.
TEST(GravitySummary, TwoBodiesByHand) {
  Pile pile;
  add(pile, 2, 0.1, {0, 0, 0});
  add(pile, 3, 0.1, {0, 2, 0});
  GravityField field = direct(pile, 1);
  const GravitySummary s = gravity_summary(pile, field);
  EXPECT_DOUBLE_EQ(s.max, 0.75);
  EXPECT_DOUBLE_EQ(s.rms, std::sqrt((0.75 * 0.75 + 0.5 * 0.5) / 2));
  EXPECT_DOUBLE_EQ(s.energy, -3);
  EXPECT_EQ(s.net_force, 0);
  field.acceleration[0] *= 3;  // 4.5 N against 1.5 N
  EXPECT_DOUBLE_EQ(gravity_summary(pile, field).net_force, 3.0 / 6.0);
}

TEST(GravityError, OneBodyFeelsNothing) {
  const Pile pile = cloud(1);
  const GravityField field = direct(pile, 1);
  EXPECT_EQ(gravity_error(pile, 1, field, 10).max, 0);
  EXPECT_EQ(gravity_summary(pile, field).net_force, 0);
}

TEST(ContactForces, ByHand) {
  Pile pile;
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 8, 2, {0, 0, 2.9});
  test::touch(pile, 0, 1, {3, 4, -6});
  test::touch_wall(pile, 1, 0, {0, 0, 1}, 0.5, {0, 0, 2});  // pulls
  const ContactForces f = contact_forces(pile);
  EXPECT_DOUBLE_EQ(f.normal[0], 6);
  EXPECT_DOUBLE_EQ(f.tangential[0], 5);
  EXPECT_NEAR(f.relative_overlap[0], 0.1, 1e-15);
  EXPECT_DOUBLE_EQ(f.normal[1], -2);
  EXPECT_EQ(f.tangential[1], 0);
  EXPECT_DOUBLE_EQ(f.relative_overlap[1], 0.25);
}

TEST(Distribution, OfZeroToAHundred) {
  Reals values;
  for (int k = 0; k <= 100; ++k) values.push_back((k * 37) % 101);
  const Distribution d = distribution(values);
  EXPECT_DOUBLE_EQ(d.mean, 50);
  EXPECT_DOUBLE_EQ(d.max, 100);
  EXPECT_DOUBLE_EQ(d.p10, 10);
  EXPECT_DOUBLE_EQ(d.p50, 50);
  EXPECT_DOUBLE_EQ(d.p90, 90);
  EXPECT_DOUBLE_EQ(d.p99, 99);
  EXPECT_EQ(distribution({}).max, 0);
}

TEST(Quantile, IsLinearBetweenNeighbours) {
  EXPECT_DOUBLE_EQ(quantile({1, 2, 4}, 0.75), 3);
  EXPECT_DOUBLE_EQ(quantile({1, 2, 4}, 1), 4);
  EXPECT_DOUBLE_EQ(quantile({5}, 0.3), 5);
}

}  // namespace
}  // namespace rubble::measure
