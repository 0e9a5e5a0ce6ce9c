// The scaling laws of collisions, compared with numbers by hand, their limits, and an identity between two of them.
#include "base/error.hpp"
#include "measure/scaling/impact_law.hpp"
#include "measure/scaling/impact_numbers.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

constexpr double kG = 6.67430e-11;
constexpr double kPi = std::numbers::pi;
constexpr double kDegree = kPi / 180;

// The collision study's equal pair: two balls of 6.16e19 kg and 203 km.
Impact equal_pair(double speed, double angle = 0) { return {6.16e19, 6.16e19, 203e3, 203e3, 1758, speed, angle, kG}; }

TEST(ImpactLaw, UniversalLawByHand) {
  EXPECT_EQ(universal_law(0), 1);
  EXPECT_EQ(universal_law(1), 0.5);
  EXPECT_NEAR(universal_law(1.8 - 1e-9), 0.1, 1e-9);  // continuous where the branches meet
  EXPECT_NEAR(universal_law(1.8 + 1e-9), 0.1, 1e-9);
  EXPECT_NEAR(universal_law(7.2), 0.1 / 8, 1e-15);  // four times 1.8: 4^-1.5 = 1/8
}

// (3 - 2.85)(1 - 1/2) / (2 x 2.85) = 0.075 / 5.7; 0 if the largest remnant has all mass; never larger than the largest.
TEST(ImpactLaw, SecondLargestByHand) {
  EXPECT_NEAR(second_largest(0.5), 0.0131578947, 1e-9);
  EXPECT_EQ(second_largest(1), 0);
  EXPECT_EQ(second_largest(0.001), 0.001);
}

// M = 1.232e20 kg at 1000 kg/m^3: R_C1 = (3 M / 4 pi rho)^(1/3) = 308.68 km (R^3 = 2.94118e16 m^3).
// Q* = 5 x 0.8 pi x 1000 x 6.6743e-11 x R^2 = 5 x 1.677432e-7 x 9.52829e10 = 7.9915e4 J/kg; mu = M / 4: V* = sqrt(8 Q*)
// = 799.58 m/s.
TEST(ImpactLaw, EqualMassesHeadOnByHand) {
  const Forecast f = forecast(equal_pair(500), {});
  EXPECT_NEAR(f.equal_energy, 7.9915e4, 10);
  EXPECT_EQ(f.head_on_energy, f.equal_energy);
  EXPECT_EQ(f.critical_energy, f.equal_energy);
  EXPECT_NEAR(f.critical_speed, 799.58, 0.1);
  EXPECT_NEAR(f.specific_energy, 500.0 * 500.0 / 8, 1e-9);
  EXPECT_NEAR(f.universal, 1 - 0.5 * (500.0 * 500.0 / 8) / 7.9915e4, 1e-4);
  EXPECT_EQ(f.regime, "accretion");  // 0.80 of both, more than the target
  EXPECT_FALSE(f.grazing);
  // Half of the mass remains, that is, the target's mass, at Q_R = Q*.
  EXPECT_NEAR(f.erosion_speed, f.critical_speed, 1e-9 * f.critical_speed);
}

// 1:10 in mass: (1.1^2 / 0.4)^(2/1.11 - 1) = 3.025^0.801802 = 2.42911 times the equal-mass value of the same total
// mass.
TEST(ImpactLaw, MassRatioByHand) {
  Impact impact = equal_pair(500);
  impact.target_mass = 1.12e20, impact.projectile_mass = 1.12e19;
  const Forecast f = forecast(impact, {});
  EXPECT_NEAR(f.equal_energy, 7.9915e4, 10);  // the same total mass
  EXPECT_NEAR(f.head_on_energy / f.equal_energy, std::exp(0.8018018 * std::log(3.025)), 1e-6);
  EXPECT_NEAR(f.head_on_energy / f.equal_energy, 2.429, 0.001);
}

// The two forms of the same law: V* = [(g+1)^2 / 4g]^(1 / 3 mu) (32 pi c* / 5)^(1/2) (rho_1 G)^(1/2) R_C1.
// Leinhardt & Stewart 2012, Eqs. 28 and 30.
TEST(ImpactLaw, SpeedAndEnergyFormsAgree) {
  for (const double gamma : {1.0, 0.25, 0.1, 0.01}) {
    for (const double mu : {0.34, 0.37, 0.5}) {
      Impact impact = equal_pair(1);
      impact.projectile_mass = gamma * impact.target_mass;
      const double mass = impact.target_mass + impact.projectile_mass, rho = 1000, c = 1.9;
      const double speed = std::pow((gamma + 1) * (gamma + 1) / (4 * gamma), 1 / (3 * mu)) *
                           std::sqrt(32 * kPi * c / 5 * rho * kG) * std::cbrt(3 * mass / (4 * kPi * rho));
      EXPECT_NEAR(forecast(impact, {c, mu, rho}).critical_speed, speed, 1e-12 * speed);
    }
  }
}

// Equal balls at sin(theta) = 0.7: l = 2 R x 0.3 = 0.6 R, alpha = 0.36 x 2.4 / 4 = 0.216; mu / mu_alpha = (1/2) /
// (0.216 / 1.216) = 2.814815, to the power 2 - 0.555: 4.46123.
TEST(ImpactLaw, ObliqueByHand) {
  const Forecast f = forecast(equal_pair(500, std::asin(0.7)), {});
  EXPECT_NEAR(f.interacting, 0.216, 1e-12);
  EXPECT_NEAR(f.critical_energy / f.head_on_energy, std::exp(1.445 * std::log(1.216 / 0.432)), 1e-9);
  EXPECT_NEAR(f.critical_energy / f.head_on_energy, 4.461, 0.001);
  EXPECT_TRUE(f.grazing);  // 0.7 > 1/2
  EXPECT_EQ(f.regime, "hit-and-run");
  EXPECT_EQ(f.largest, 0.5);
  EXPECT_EQ(f.second, 0.5);
}

// A cap of half a ball holds half of its mass; a projectile within the target's cross-section hits it completely.
TEST(ImpactLaw, InteractingShareLimits) {
  Impact impact{10, 1, 10, 1, 1000, 1, std::asin(10.0 / 11), kG};  // l = 11 - 10 = r
  EXPECT_NEAR(forecast(impact, {}).interacting, 0.5, 1e-12);
  impact.angle = std::asin(9.0 / 11);  // l = 2 r
  EXPECT_NEAR(forecast(impact, {}).interacting, 1, 1e-12);
  impact.angle = 89.999 * kDegree;
  EXPECT_LT(forecast(impact, {}).interacting, 1e-9);
}

TEST(ImpactLaw, RegimesFollowTheSpeed) {
  // Two balls that merge without a change of density: R' = 2^(1/3) R, V'_esc = sqrt(4 G M / R') = 253.6 m/s.
  const double merging = std::sqrt(4 * kG * 6.16e19 / std::cbrt(2 * 6.16e19 / (4.0 / 3 * kPi * 1758)));
  EXPECT_NEAR(forecast(equal_pair(1), {}).merging_speed, merging, 1e-9 * merging);
  const auto regime = [](double speed, double angle) { return forecast(equal_pair(speed, angle), {}).regime; };
  EXPECT_EQ(regime(0.99 * merging, 0), "merging");
  EXPECT_EQ(forecast(equal_pair(0.99 * merging), {}).largest, 1);
  EXPECT_EQ(regime(1.01 * merging, 0), "accretion");
  EXPECT_EQ(regime(790, 0), "accretion");
  EXPECT_EQ(regime(810, 0), "erosion");
  EXPECT_EQ(regime(799.58 * std::sqrt(1.79), 0), "erosion");
  EXPECT_EQ(regime(799.58 * std::sqrt(1.81), 0), "super-catastrophic");
  // Grazing: the merging speed is that of the interacting mass, and hit-and-run extends up to the erosion of the
  // target.
  const Forecast grazing = forecast(equal_pair(1, 44.4 * kDegree), {});
  EXPECT_LT(grazing.merging_speed, merging);
  EXPECT_EQ(regime(1.01 * grazing.merging_speed, 44.4 * kDegree), "hit-and-run");
  EXPECT_EQ(regime(0.99 * grazing.erosion_speed, 44.4 * kDegree), "hit-and-run");
  EXPECT_EQ(regime(1.01 * grazing.erosion_speed, 44.4 * kDegree), "erosion");
}

// 1e12 kg at 1000 kg/m^3 is a ball of (3e9 / 4 pi)^(1/3) = 620.35 m; an eighth of the mass has half the radius.
TEST(ImpactLaw, NumbersAloneByHand) {
  ImpactNumbers n{1e12, 1.25e11, {}, {}, 1000, 3, 0.5, kG};
  const Impact by_density = impact_of(n);
  EXPECT_NEAR(by_density.target_radius, 620.35, 0.01);
  EXPECT_NEAR(by_density.projectile_radius, 310.175, 0.005);
  EXPECT_EQ(by_density.speed, 3);
  EXPECT_EQ(by_density.angle, 0.5);
  n.density.reset(), n.target_radius = by_density.target_radius, n.projectile_radius = by_density.projectile_radius;
  const Impact by_radii = impact_of(n);
  EXPECT_NEAR(by_radii.density, 1000, 1e-9);
  EXPECT_NEAR(forecast(by_radii, {}).merging_speed, forecast(by_density, {}).merging_speed, 1e-12);
  n.projectile_radius.reset();
  EXPECT_THROW(impact_of(n), InputError);
}

// Equal masses at 30 degrees: 1.86 x 2^-2.5 + 1.08 = 1.408805. 1 : 3 in mass, head-on: (2.43 - 0.0408) / 4 + 1.86
// + 1.08 = 3.5373. Kokubo & Genda 2010, Eq. 3.
TEST(ImpactLaw, GrazeAndMergeByHand) {
  EXPECT_NEAR(graze_and_merge_limit(0, 0.5), 1.408805, 1e-6);
  EXPECT_NEAR(graze_and_merge_limit(0.5, 0), 3.5373, 1e-12);
  EXPECT_NEAR(graze_and_merge_limit(0.5, 1), 1.08 - 0.0102, 1e-12);
  const Impact impact = equal_pair(500, 30 * kDegree);
  const Forecast f = forecast(impact, {});
  const double reach = impact.target_radius + impact.projectile_radius;
  EXPECT_NEAR(f.escape_speed, std::sqrt(2 * impact.constant * 2 * impact.target_mass / reach), 1e-9);
  EXPECT_NEAR(f.hit_and_run_speed, 1.408805 * f.escape_speed, 1e-5 * f.escape_speed);
}

TEST(ImpactLaw, RefusesInvalidInput) {
  Impact impact = equal_pair(500);
  impact.projectile_mass = 2 * impact.target_mass;
  EXPECT_THROW(forecast(impact, {}), InputError);
  impact.projectile_mass = (1 + 1e-15) * impact.target_mass;  // equal but for rounding
  EXPECT_NEAR(forecast(impact, {}).universal, forecast(equal_pair(500), {}).universal, 1e-12);
  impact = equal_pair(500, 2);
  EXPECT_THROW(forecast(impact, {}), InputError);
  impact = equal_pair(500), impact.constant = 0;
  EXPECT_THROW(forecast(impact, {}), InputError);
}

}  // namespace
}  // namespace rubble::measure
