#include "measure/contacts/stress.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::add;
using test::Dice;
using test::touch;
using test::touch_wall;

Mat3 sum(const std::vector<Mat3>& moments) {
  Mat3 total = Mat3::Zero();
  for (const Mat3& m : moments) total += m;
  return total;
}

// Radii 1 and 2, overlap 0.1: centres 2.9 apart, the contact plane is (1 - 4 + 2.9^2) / 5.8 from the first.
TEST(Stress, TwoSpheresByHand) {
  Pile pile;
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 8, 2, {2.9, 0, 0});
  touch(pile, 0, 1, {-5, 0.3, 0});  // pushes the first to -x, drags it to +y
  const auto moments = contact_moments(pile);
  const double arm = (1 - 4 + 8.41) / 5.8;
  EXPECT_NEAR(moments[0](0, 0), 5 * arm, 1e-14);
  EXPECT_NEAR(moments[1](0, 0), 5 * (2.9 - arm), 1e-14);
  EXPECT_NEAR(moments[0](1, 0), -0.3 * arm, 1e-14);

  Pile straight = pile;
  straight.contacts.force[0] = {-5, 0, 0};
  const Stress s = stress(sum(contact_moments(straight)), 10);
  EXPECT_NEAR(s.pressure, 5 * 2.9 / 30, 1e-14);  // F D / (3 V), compression positive
  EXPECT_NEAR(s.deviator, 1.45, 1e-14);          // uniaxial: q equals the single stress
  EXPECT_LT((s.principal - Vec3(1.45, 0, 0)).norm(), 1e-14);
  EXPECT_LT((s.directions.col(0) - Vec3::UnitX()).norm(), 1e-14);
}

TEST(Stress, PrincipalStressesOfPureShear) {
  Mat3 moment = Mat3::Zero();
  moment(0, 1) = moment(1, 0) = 6;
  const Stress s = stress(moment, 2);
  EXPECT_NEAR(s.pressure, 0, 1e-15);
  EXPECT_LT((s.principal - Vec3(3, 0, -3)).norm(), 1e-14);
  EXPECT_NEAR(s.deviator, 3 * std::sqrt(3.0), 1e-14);
  EXPECT_LT((s.directions.col(0) - Vec3(1, 1, 0).normalized()).norm(), 1e-14);
  EXPECT_NEAR(s.directions.determinant(), 1, 1e-14);
}

// A column on a floor: every contact carries the weight above it. The virial theorem gives 3 P V = sum m g z with
// heights above the floor.
TEST(Stress, ColumnUnderGravity) {
  constexpr int n = 7;
  const double m = 2, g = 3, r = 0.5, overlap = 0.01;
  Pile pile;
  double expected = 0;
  for (int i = 0; i < n; ++i) {
    const double z = r - overlap + i * (2 * r - overlap);
    add(pile, m, r, {0, 0, z});
    expected += m * g * z;
  }
  touch_wall(pile, 0, 0, {0, 0, -1}, overlap, {0, 0, n * m * g});
  for (int i = 0; i + 1 < n; ++i) touch(pile, i, i + 1, {0, 0, -(n - 1 - i) * m * g});
  EXPECT_NEAR(sum(contact_moments(pile)).trace() / expected, 1, 1e-14);
}

// A cubic lattice between six walls with all contact forces F: the stress is exactly F / a^2 in all directions.
TEST(Stress, LatticeUnderUniformPressure) {
  constexpr int n = 4;
  const double r = 0.5, a = 0.98, F = 7;
  Pile pile;
  const auto index = [](int i, int j, int k) { return static_cast<Index>((i * n + j) * n + k); };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) add(pile, 1, r, a * Vec3(i, j, k));
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int axis = 0; axis < 3; ++axis) {
        const auto at = [&](int k) { return axis == 0 ? index(k, i, j) : axis == 1 ? index(i, k, j) : index(i, j, k); };
        const Vec3 e = Vec3::Unit(axis);
        for (int k = 0; k + 1 < n; ++k) touch(pile, at(k), at(k + 1), -F * e);
        touch_wall(pile, at(0), 2 * axis, -e, r - a / 2, F * e);
        touch_wall(pile, at(n - 1), 2 * axis + 1, e, r - a / 2, -F * e);
      }
    }
  }
  const Stress s = stress(sum(contact_moments(pile)), std::pow(n * a, 3));
  EXPECT_LT((s.tensor - F / (a * a) * Mat3::Identity()).norm(), 1e-12 * s.pressure);
  EXPECT_NEAR(s.deviator / s.pressure, 0, 1e-12);
}

// Arbitrary pair forces, balanced by forces B on the bodies: 3 P V = -sum x.B (virial theorem), for any origin.
TEST(Stress, VirialIdentityForAnyBalancedForces) {
  Pile pile;
  Dice dice(7);
  for (int i = 0; i < 60; ++i) add(pile, 1, 1.5 + dice.number(), Vec3(100, 0, 0) + 10 * dice.vector());
  Vec3s body_force(pile.size(), Vec3::Zero());
  for (Index a = 0; a < 60; ++a) {
    for (Index b = a + 1; b < 60; b += 3) {
      const Vec3 f = dice.vector();
      touch(pile, a, b, f);
      body_force[a] -= f;
      body_force[b] += f;
    }
  }
  double virial = 0;
  for (std::size_t i = 0; i < pile.size(); ++i) virial -= pile.state.position[i].dot(body_force[i]);
  EXPECT_NEAR(sum(contact_moments(pile)).trace() / virial, 1, 1e-12);
}

// Three equal spheres held together by gravity; the contacts balance it for each pair: 3 P V = |W|.
TEST(Stress, SelfGravitatingTripletHasVirialRatioOne) {
  const double G = 2, m = 3, D = 1.98;
  Pile pile;
  add(pile, m, 1, {0, 0, 0});
  add(pile, m, 1, {D, 0, 0});
  add(pile, m, 1, {D / 2, D * std::sqrt(0.75), 0});
  for (Index a = 0; a < 3; ++a) {
    for (Index b = a + 1; b < 3; ++b) {
      const Vec3 d = pile.state.position[b] - pile.state.position[a];
      touch(pile, a, b, -G * m * m / (D * D) * d.normalized());
    }
  }
  EXPECT_NEAR(sum(contact_moments(pile)).trace() / (3 * G * m * m / D), 1, 1e-14);
}

TEST(StressShares, EachClassCarriesItsOwnArms) {
  Pile pile;
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 8, 2, {2.9, 0, 0});
  add(pile, 1, 1, {-1.9, 0, 0});
  touch(pile, 0, 1, {-5, 0, 0});
  touch(pile, 0, 2, {5, 0, 0});
  const StressShares shares = stress_shares(pile, size_classes(pile));
  const double arm = (1 - 4 + 8.41) / 5.8;
  ASSERT_EQ(shares.by_class.size(), 2u);
  EXPECT_NEAR(shares.by_class[0].virial, 5 * arm + 5 * 1.9, 1e-14);
  EXPECT_NEAR(shares.by_class[1].virial, 5 * (2.9 - arm), 1e-14);
  EXPECT_NEAR(shares.all.virial, 5 * (2.9 + 1.9), 1e-14);
  EXPECT_EQ(shares.by_class[0].contacts, 2u);
  EXPECT_EQ(shares.by_class[1].contacts, 1u);
  EXPECT_EQ(shares.all.contacts, 2u);
  EXPECT_EQ(shares.all.grains, 3u);
}

TEST(SizeClasses, DistinctRadiiWhileTheyAreFew) {
  const SizeClasses sizes = size_classes({3, 1, 2, 1, 3, 3});
  ASSERT_EQ(sizes.classes.size(), 3u);
  EXPECT_EQ(sizes.classes[0].grains, 2u);
  EXPECT_EQ(sizes.classes[2].grains, 3u);
  EXPECT_EQ(sizes.classes[2].smallest, 3);
  EXPECT_EQ(sizes.of_grain, (std::vector<std::size_t>{2, 0, 1, 0, 2, 2}));
}

TEST(SizeClasses, QuantilesWhenTheyAreMany) {
  Reals radius;
  for (int i = 0; i < 800; ++i) radius.push_back(1 + (i * 37) % 800);
  const SizeClasses sizes = size_classes(radius);
  ASSERT_EQ(sizes.classes.size(), 8u);
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_EQ(sizes.classes[k].grains, 100u);
    EXPECT_EQ(sizes.classes[k].smallest, 100.0 * static_cast<double>(k) + 1);
    EXPECT_EQ(sizes.classes[k].largest, 100.0 * static_cast<double>(k) + 100);
  }
}

}  // namespace
}  // namespace rubble::measure
