// Resolution of a pile by double precision. Spacing of doubles: IEEE 754, 52 bits of fraction.
#include "measure/ledger/digits.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::add;

Pile cluster(const Vec3& away, const Vec3& velocity, double radius) {
  test::Dice dice(3);
  Pile pile;
  for (int k = 0; k < 100; ++k) add(pile, 1e3, radius, away + 20 * dice.vector(), velocity + 0.1 * dice.vector());
  return pile;
}

TEST(Digits, SpacingIsThatOfDoubles) {
  Pile pile;
  add(pile, 1, 2, {1.5e11, 0, 3}, {3e4, 0, 0});
  const Digits digits = digits_of(pile, 0, false);
  EXPECT_EQ(digits.spacing, std::ldexp(1.0, 37 - 52));  // 2^37 < 1.5e11 < 2^38
  EXPECT_EQ(digits.speed_spacing, std::ldexp(1.0, 14 - 52));
  EXPECT_EQ(digits.radius, 2);
}

TEST(Digits, PileOneAstronomicalUnitFromTheOrigin) {
  EXPECT_TRUE(digits_of(cluster(Vec3::Zero(), Vec3::Zero(), 1), 6.7e-11, false).resolve_places());
  const Digits far = digits_of(cluster({1.5e11, 0, 0}, {0, 3e4, 0}, 1), 6.7e-11, false);
  EXPECT_FALSE(far.resolve_places());
  EXPECT_NE(unresolved(far).find("3.1e-05 m apart"), std::string::npos) << unresolved(far);
  EXPECT_TRUE(digits_of(cluster({1.5e11, 0, 0}, {0, 3e4, 0}, 4e4), 6.7e-11, false).resolve_places());
}

// At least half of the bodies stay: distant ejecta have no influence, and neither has a planet among the bodies.
TEST(Digits, EjectaDoNotCount) {
  Pile pile = cluster(Vec3::Zero(), Vec3::Zero(), 1);
  for (int k = 0; k < 90; ++k) add(pile, 1e3, 1, {1e11, 1e3 * k, 0}, {1e4, 0, 0});
  EXPECT_EQ(unresolved(digits_of(pile, 6.7e-11, false)), "");
  Pile orbiting = cluster({1.5e11, 0, 0}, Vec3::Zero(), 1);
  add(orbiting, 2e30, 7e8, Vec3::Zero());
  EXPECT_FALSE(digits_of(orbiting, 6.7e-11, false).resolve_places());
}

// A velocity of 30 km/s is resolved to 3.6e-12 m/s: sufficient for contact speeds of 1 cm/s, not of 1 mm/s. With walls,
// 30 km/s is the contact speed itself.
TEST(Digits, SpeedsAreResolvedRelativeToContactSpeeds) {
  const auto speeds = [](double own, bool fixed) {
    Pile pile;
    for (int k = 0; k < 9; ++k) add(pile, 1, 1, {3.0 * k, 0, 0}, {3e4, k % 3 * own, 0});
    return digits_of(pile, 0, fixed).resolve_speeds();
  };
  EXPECT_TRUE(speeds(1e-2, false));
  EXPECT_FALSE(speeds(1e-3, false));
  EXPECT_TRUE(speeds(1e-3, true));
  EXPECT_TRUE(speeds(0, false));
}

}  // namespace
}  // namespace rubble::measure
