// Stresses of bonds in aggregates, compared with sums by hand.
#include "gravity/direct.hpp"
#include "measure/contacts/bond_stresses.hpp"
#include "measure_piles.hpp"
#include "model/regroup.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

constexpr double kG = 6.67430e-11;
constexpr double kPi = std::numbers::pi;

std::vector<AggregateStress> stresses_of(const Pile& pile) {
  Vec3s gravity;
  gravity::direct_accelerations(pile.model.mass, pile.state.position, kG, gravity);
  return bond_stresses(pile, gravity);
}

// Two spheres of 1e9 kg and 50 m that rotate about the axis through their contact point.
Pile dumbbell(double rate) {
  Pile pile;
  pile.model.materials = {{"rock", 2000}};
  for (const double x : {50.0, -50.0})
    test::add(pile, 1e9, 50, {x, 0, 0}, Vec3(0, 0, rate).cross(Vec3(x, 0, 0)), {0, 0, rate});
  glue_bodies(pile, {0, 0}, {Mat3::Zero()});
  return pile;
}

// The bond holds m w^2 s minus the gravity of the other sphere.
TEST(BondStresses, Dumbbell) {
  const double rate = 3e-3;
  const std::vector<AggregateStress> found = stresses_of(dumbbell(rate));
  ASSERT_EQ(found.size(), 1u);
  const double tensile = (1e9 * rate * rate * 50 - kG * 1e18 / 1e4) / (kPi * 2500);
  EXPECT_GT(tensile, 0);
  EXPECT_NEAR(found[0].tensile, tensile, 1e-9 * tensile);
  EXPECT_NEAR(found[0].shear, 0, 1e-9 * tensile);
  EXPECT_EQ(found[0].members, 2u);
  EXPECT_EQ(found[0].mass, 2e9);
  EXPECT_NEAR(found[0].radius, 50 * std::cbrt(2.0), 1e-12);
}

TEST(BondStresses, DumbbellAtRestIsUnderPressure) {
  const double pressure = kG * 1e18 / 1e4 / (kPi * 2500);
  EXPECT_NEAR(stresses_of(dumbbell(0))[0].tensile, -pressure, 1e-9 * pressure);
}

// A free sphere 1 km from the aggregate is no aggregate, but its gravity stretches the dumbbell.
TEST(BondStresses, FreeSpheresPull) {
  Pile pile = dumbbell(0);
  test::add(pile, 1e9, 50, {1000, 0, 0});
  regroup(pile.model, pile.state, {0, 0, -1});
  const double near = kG * 1e9 / (950.0 * 950.0), far = kG * 1e9 / (1050.0 * 1050.0);
  const double tensile = (1e9 * (near - far) / 2 - kG * 1e18 / 1e4) / (kPi * 2500);
  const std::vector<AggregateStress> found = stresses_of(pile);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].tensile, tensile, 1e-6 * std::abs(tensile));
}

// Without gravity, a rod of three spheres that rotates about an axis that is not principal: the couple that turns the
// axis gives shear. With L = I w_y e_y and no torque, the spin changes at the rate -I^-1 (w x L).
TEST(BondStresses, TumblingRod) {
  Pile pile;
  pile.model.materials = {{"rock", 2000}};
  const Vec3 spin(2e-3, 3e-3, 0);
  for (const double x : {-100.0, 0.0, 100.0}) test::add(pile, 1e9, 50, {x, 0, 0}, spin.cross(Vec3(x, 0, 0)), spin);
  glue_bodies(pile, {0, 0, 0}, {Mat3::Zero()});
  const double own = 0.4 * 1e9 * 2500, across = 3 * own + 2 * 1e9 * 1e4;
  const Vec3 momentum(3 * own * spin.x(), across * spin.y(), 0);
  const Vec3 change(0, 0, -spin.cross(momentum).z() / across);
  const Vec3 force = 1e9 * (change.cross(Vec3(100, 0, 0)) + spin.cross(spin.cross(Vec3(100, 0, 0))));
  const std::vector<AggregateStress> found = bond_stresses(pile, Vec3s(3, Vec3::Zero()));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].tensile, -force.x() / (kPi * 2500), 1e-9);
  EXPECT_NEAR(found[0].shear, std::abs(force.y()) / (kPi * 2500), 1e-9);
  EXPECT_GT(found[0].shear, 0.01);
}

}  // namespace
}  // namespace rubble::measure
