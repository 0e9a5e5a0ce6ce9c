// Limits of spin and distance, and friction angles, compared with numbers by hand, and with solutions for bodies
// without strength.
#include "measure/scaling/limits.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

constexpr double kG = 6.67430e-11;
constexpr double kPi = std::numbers::pi;
constexpr double kDegree = kPi / 180;

// rho = 1000 kg/m^3: the well-known 3.3 h, sqrt(3 pi / 6.6743e-8) = sqrt(1.412100e8) = 11883.2 s.
TEST(Limits, CriticalPeriodByHand) {
  const double period = 2 * kPi / critical_rate(1000, kG);
  EXPECT_NEAR(period, 11883.2, 0.1);
  EXPECT_NEAR(period, std::sqrt(3 * kPi / (kG * 1000)), 1e-9 * period);
  EXPECT_NEAR(critical_rate(4000, kG), 2 * critical_rate(1000, kG), 1e-15);
}

// The Earth, 5513 kg/m^3, and a body of its density: 1.26 and 2.44 of its radii; a body of an eighth of this density:
// twice as far.
TEST(Limits, DistancesInRadii) {
  const double radius = 6.371e6, density = 5513, mass = 4 * kPi / 3 * density * std::pow(radius, 3);
  EXPECT_NEAR(disruption_distance(mass, density) / radius, 1.26, 1e-12);
  EXPECT_NEAR(fluid_distance(mass, density) / radius, 2.44, 1e-12);
  EXPECT_NEAR(disruption_distance(mass, density / 8) / radius, 2.52, 1e-12);
}

// Sphere: 2/3 each. Oblate, with e^2 = 1 - (c/a)^2 (Chandrasekhar 1969, Ellipsoidal Figures of Equilibrium, Eq. 3.36):
// A_1 = sqrt(1 - e^2) / e^3 (asin e - e sqrt(1 - e^2)), A_3 = 2 / e^2 (1 - sqrt(1 - e^2) asin(e) / e).
TEST(Limits, GravityOfEllipsoids) {
  EXPECT_LT((gravity_coefficients(Vec3(7, 7, 7)) - Vec3::Constant(2.0 / 3)).norm(), 1e-14);
  const double e = 0.8, f = 0.6;
  const Vec3 oblate = gravity_coefficients(Vec3(5, 5, 3));
  EXPECT_NEAR(oblate[0], f / (e * e * e) * (std::asin(e) - e * f), 1e-13);
  EXPECT_NEAR(oblate[1], oblate[0], 1e-14);
  EXPECT_NEAR(oblate[2], 2 / (e * e) * (1 - f * std::asin(e) / e), 1e-13);
  EXPECT_NEAR(gravity_coefficients(Vec3(3, 2, 1)).sum(), 2, 1e-13);  // Poisson's equation
  EXPECT_LT(gravity_coefficients(Vec3(3, 2, 1))[0], gravity_coefficients(Vec3(3, 2, 1))[2]);
}

// The end of the longest axis, in closed forms with the eccentricity e: oblate as above, prolate A_1 = (1 - e^2) / e^3
// (log((1 + e) / (1 - e)) - 2 e).
TEST(Limits, WeightlessEnds) {
  EXPECT_NEAR(weightless_rate(Vec3(7, 7, 7), 2000, kG), critical_rate(2000, kG), 1e-15);
  const double e = 0.8, f = 0.6, unit = 2 * kPi * kG * 2000;
  const double oblate = f / (e * e * e) * (std::asin(e) - e * f);
  EXPECT_NEAR(weightless_rate(Vec3(5, 5, 3), 2000, kG), std::sqrt(unit * oblate), 1e-15);
  const double prolate = f * f / (e * e * e) * (std::log((1 + e) / (1 - e)) - 2 * e);
  EXPECT_NEAR(weightless_rate(Vec3(5, 3, 3), 2000, kG), std::sqrt(unit * prolate), 1e-15);
  EXPECT_EQ(weightless_rate(Vec3(3, 5, 3), 2000, kG), weightless_rate(Vec3(5, 3, 3), 2000, kG));
}

// A sphere without cohesion, from sqrt(J2) = -s I1 by hand: (rate / critical)^2 = 2 sin(phi) / (1 + sin(phi)).
TEST(Limits, SphereOfSand) {
  const double critical = critical_rate(2000, kG);
  for (const double degrees : {10.0, 30.0, 45.0, 90.0}) {
    const double sine = std::sin(degrees * kDegree);
    EXPECT_NEAR(failure_rate({Vec3(10, 10, 10), degrees * kDegree, 0}, 2000, kG) / critical,
                std::sqrt(2 * sine / (1 + sine)), 1e-9)
        << degrees;
  }
}

// Without friction and cohesion only the fluid figure is in equilibrium: Maclaurin's rate^2 = 2 pi G rho (A_1 - (c/a)^2
// A_3). A very small friction allows a slightly faster rotation.
TEST(Limits, FluidLimitIsMaclaurins) {
  const Vec3 axes(5, 5, 3), A = gravity_coefficients(axes);
  const double maclaurin = std::sqrt(2 * kPi * kG * 2000 * (A[0] - 0.36 * A[2]));
  const double rate = failure_rate({axes, 1e-6, 0}, 2000, kG);
  EXPECT_NEAR(rate / maclaurin, 1, 1e-5);
  EXPECT_GT(rate, maclaurin);
  EXPECT_TRUE(std::isnan(failure_rate({Vec3(5, 3, 4), 1e-6, 0}, 2000, kG)));  // no such fluid figure
}

// Cohesion alone holds a tiny sphere: phi = 0, and gravity is negligible. With s = rho w^2 a^2 / 5, the mean principal
// stresses are s, s and 0, so that J2 = s^2 / 3. The sphere fails at sqrt(J2) = 2 c / sqrt(3), that is, at
// w = sqrt(10 c / rho) / a.
TEST(Limits, SmallBodiesAreHeldByCohesion) {
  const double rate = failure_rate({Vec3(0.1, 0.1, 0.1), 0, 50}, 2000, kG);
  EXPECT_NEAR(rate, std::sqrt(10 * 50 / 2000.0) / 0.1, 1e-6 * rate);
  // Twice as large, half as fast; the rate grows with cohesion; cohesion has no effect on large bodies.
  EXPECT_NEAR(failure_rate({Vec3(0.2, 0.2, 0.2), 0, 50}, 2000, kG), 0.5 * rate, 1e-6 * rate);
  const auto sand = [](double size, double cohesion) {
    return failure_rate({Vec3::Constant(size), 35 * kDegree, cohesion}, 2000, kG);
  };
  EXPECT_GT(sand(1000, 100), 1.05 * sand(1000, 0));
  EXPECT_NEAR(sand(1e6, 100), sand(1e6, 0), 1e-6 * sand(1e6, 0));
}

// Long bodies that rotate about a short axis fail earlier: at their tips the centrifugal acceleration is largest and
// gravity is smallest.
TEST(Limits, LongBodiesAreWeaker) {
  const auto rate = [](const Vec3& axes) { return failure_rate({axes, 35 * kDegree, 0}, 2000, kG); };
  EXPECT_LT(rate(Vec3(2, 1, 1)), rate(Vec3(1.5, 1, 1)));
  EXPECT_LT(rate(Vec3(1.5, 1, 1)), rate(Vec3(1, 1, 1)));
}

// The mean stresses of a sphere that rotates at q = (rate / critical)^2 are in the ratio -(1 - q), -(1 - q), -1, by
// hand. Two equal smaller pressures p and one larger pressure P: Mohr-Coulomb's sin(phi) = (P - p) / (P + p) =
// q / (2 - q). It is 0 at rest and 90 degrees at the critical rate; a faster rotation stretches the sphere.
TEST(MobilisedFriction, SphereByHand) {
  const double critical = critical_rate(2000, kG);
  const auto angle = [&](double q) {
    return mobilised_friction_angle(Vec3(10, 10, 10), 0, std::sqrt(q) * critical, 2000, kG);
  };
  EXPECT_NEAR(angle(0), 0, 1e-12);
  EXPECT_NEAR(angle(2.0 / 3), 30 * kDegree, 1e-12);
  for (const double q : {0.01, 0.3, 0.9}) EXPECT_NEAR(angle(q), std::asin(q / (2 - q)), 1e-12) << q;
  EXPECT_NEAR(angle(1), 90 * kDegree, 1e-6);
  EXPECT_TRUE(std::isnan(angle(1.001)));
  EXPECT_TRUE(std::isnan(angle(100)));
}

// At rest the mean pressures are in the ratio of A_i a_i^2. Prolate: the pressure P along the axis exceeds the others,
// p, so that sin(phi) = (P - p) / (P + p) by Mohr-Coulomb. Oblate: two pressures P exceed p, and the Drucker-Prager
// criterion, with sqrt(J2) = (P - p) / sqrt(3) and I1 = -2 P - p, gives sin(phi) = 3 (P - p) / (5 P + p). The A_i are
// closed forms with the eccentricity e; their sum is 2.
TEST(MobilisedFriction, SpheroidsAtRestMatchTheClosedForms) {
  for (const double e : {0.1, 0.5, 0.8, 0.99}) {
    const double f = std::sqrt(1 - e * e), cube = e * e * e;
    const double along = f * f / cube * (std::log((1 + e) / (1 - e)) - 2 * e), across = (1 - along / 2) * f * f;
    EXPECT_NEAR(mobilised_friction_angle(Vec3(5, 5 * f, 5 * f), 0, 0, 2000, kG),
                std::asin((along - across) / (along + across)), 1e-10)
        << e;
    const double wide = f / cube * (std::asin(e) - e * f), flat = (2 - 2 * wide) * f * f;
    EXPECT_NEAR(mobilised_friction_angle(Vec3(5, 5, 5 * f), 0, 0, 2000, kG),
                std::asin(3 * (wide - flat) / (5 * wide + flat)), 1e-10)
        << e;
  }
}

// Fluid figures need no friction. Maclaurin spheroids in the closed form with the eccentricity e (Chandrasekhar 1969,
// section 32), and the Jacobi ellipsoid from which the pear-shaped figures branch off (section 39): axes 1, 0.432232,
// 0.345069, rate^2 / (pi G rho) = 0.284030. Its printed digits are worth 1e-6; other rates and shapes need friction.
TEST(MobilisedFriction, FluidFiguresNeedNone) {
  const double unit = kPi * kG * 2000;
  for (const double e : {0.1, 0.4, 0.8, 0.95}) {
    const double f = std::sqrt(1 - e * e);
    const double square = 2 * f * (3 - 2 * e * e) * std::asin(e) / (e * e * e) - 6 * f * f / (e * e);
    const auto angle = [&](double rate) { return mobilised_friction_angle(Vec3(7, 7, 7 * f), 0, rate, 2000, kG); };
    EXPECT_NEAR(angle(std::sqrt(square * unit)), 0, 1e-11) << e;
    EXPECT_GT(angle(1.01 * std::sqrt(square * unit)), 1e-5) << e;
    EXPECT_GT(angle(0.99 * std::sqrt(square * unit)), 1e-5) << e;
  }
  const double rate = std::sqrt(0.284030 * unit);
  EXPECT_NEAR(mobilised_friction_angle(Vec3(1, 0.432232, 0.345069), 0, rate, 2000, kG), 0, 3e-6);
  EXPECT_GT(mobilised_friction_angle(Vec3(1, 0.44, 0.345069), 0, rate, 2000, kG), 1e-3);
}

// A body that fails at a rate mobilises its friction angle there; a body 100 times as large with 10^4 times the
// cohesion has the same angle. The cohesion is small compared with the pressure, 2e-4 Pa.
TEST(MobilisedFriction, InvertsTheFailureRate) {
  for (const Vec3& axes : {Vec3(1, 1, 1), Vec3(3, 2, 1), Vec3(2, 1, 1), Vec3(1, 1, 0.4), Vec3(1, 2, 1.5)})
    for (const double degrees : {28.0, 45.0, 80.0})
      for (const double cohesion : {0.0, 2e-6}) {
        const double angle = degrees * kDegree, rate = failure_rate({axes, angle, cohesion}, 2000, kG);
        ASSERT_FALSE(std::isnan(rate)) << axes << degrees;
        EXPECT_NEAR(mobilised_friction_angle(axes, cohesion, rate, 2000, kG), angle, 1e-8) << axes << degrees;
        EXPECT_NEAR(mobilised_friction_angle(100 * axes, 1e4 * cohesion, rate, 2000, kG), angle, 1e-8);
      }
}

// Cohesion c alone holds a tiny sphere of radius a up to the rate sqrt(10 c / rho) / a, at which the rate of failure
// without friction is tested above. Its stresses are tensions, which friction does not resist.
TEST(MobilisedFriction, CohesionReplacesFriction) {
  const double rate = std::sqrt(10 * 50 / 2000.0) / 0.1;
  const auto angle = [](double r) { return mobilised_friction_angle(Vec3(0.1, 0.1, 0.1), 50, r, 2000, kG); };
  EXPECT_EQ(angle(0), 0);
  EXPECT_EQ(angle(0.999 * rate), 0);
  EXPECT_TRUE(std::isnan(angle(1.001 * rate)));
}

}  // namespace
}  // namespace rubble::measure
