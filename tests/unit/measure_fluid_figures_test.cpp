// Maclaurin spheroids and Jacobi ellipsoids, compared with Chandrasekhar 1969, Ellipsoidal Figures of Equilibrium, and
// with closed forms.
#include "measure/scaling/fluid_figures.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

FluidFigure spheroid(double eccentricity) { return maclaurin(std::sqrt(1 - eccentricity * eccentricity)); }

// Closed forms with the eccentricity e, Chandrasekhar 1969, section 32: w^2 / (pi G rho) = 2 sqrt(1 - e^2) (3 - 2 e^2)
// asin(e) / e^3
// - 6 (1 - e^2) / e^2, and gravitational energy -3/5 (1 - e^2)^(1/6) asin(e) / e.
TEST(FluidFigures, SpheroidsMatchTheClosedForms) {
  for (const double e : {0.1, 0.4, 0.8, 0.95, 0.999}) {
    const FluidFigure figure = spheroid(e);
    const double c = std::sqrt(1 - e * e);
    const double square = 2 * c * (3 - 2 * e * e) * std::asin(e) / (e * e * e) - 6 * c * c / (e * e);
    EXPECT_NEAR(figure.rate_squared, square, 1e-12) << e;
    EXPECT_NEAR(figure.momentum, 0.4 * std::pow(c, -2.0 / 3) * std::sqrt(0.75 * square), 1e-12) << e;
    EXPECT_NEAR(figure.potential, -0.6 * std::cbrt(c) * std::asin(e) / e, 1e-13) << e;
  }
}

TEST(FluidFigures, BallAtRest) {
  const std::vector<FluidFigure> figures = figures_of_momentum(0);
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(figures[0].flat, 1);
  EXPECT_EQ(figures[0].rate_squared, 0);
  EXPECT_NEAR(figures[0].potential, -0.6, 1e-15);
}

// Chandrasekhar 1969, section 32: w^2 / (pi G rho) has its maximum, 0.4493, at e = 0.92996.
TEST(FluidFigures, LargestRateOfSpheroids) {
  EXPECT_NEAR(spheroid(0.92996).rate_squared, 0.4493, 5e-5);
  EXPECT_GT(spheroid(0.92996).rate_squared, spheroid(0.9297).rate_squared);
  EXPECT_GT(spheroid(0.92996).rate_squared, spheroid(0.9302).rate_squared);
}

// Chandrasekhar 1969, section 33: the Jacobi ellipsoids branch off at e = 0.81267, c / a = 0.58272, w^2 / (pi G rho) =
// 0.37423 and L = 0.303751.
TEST(FluidFigures, Bifurcation) {
  const FluidFigure ellipsoid = jacobi(1), round = maclaurin(ellipsoid.flat);
  EXPECT_NEAR(std::sqrt(1 - ellipsoid.flat * ellipsoid.flat), 0.81267, 5e-6);
  EXPECT_NEAR(ellipsoid.flat, 0.582724, 5e-7);
  EXPECT_NEAR(ellipsoid.rate_squared, 0.37423, 5e-6);
  EXPECT_NEAR(ellipsoid.momentum, 0.303751, 5e-7);
  EXPECT_NEAR(round.rate_squared, ellipsoid.rate_squared, 1e-12);
  EXPECT_NEAR(round.momentum, ellipsoid.momentum, 1e-12);
  EXPECT_NEAR(round.kinetic / -round.potential, 0.1375, 5e-5);  // ratio of the energies at the secular instability
}

// Chandrasekhar 1969, section 39: the ellipsoid from which the pear-shaped figures branch.
TEST(FluidFigures, EllipsoidBesideThePears) {
  const FluidFigure figure = jacobi(0.432232);
  EXPECT_NEAR(figure.flat, 0.345069, 1e-6);
  EXPECT_NEAR(figure.rate_squared, 0.284030, 1e-6);
}

// With the same angular momentum the ellipsoid has less energy than the spheroid.
TEST(FluidFigures, FiguresOfAnAngularMomentum) {
  EXPECT_EQ(figures_of_momentum(0.3037).size(), 1u);
  for (const double momentum : {0.3038, 0.35, 0.5, 1.0, 2.0}) {
    const std::vector<FluidFigure> figures = figures_of_momentum(momentum);
    ASSERT_EQ(figures.size(), 2u);
    for (const FluidFigure& figure : figures) EXPECT_NEAR(figure.momentum, momentum, 1e-11);
    EXPECT_LT(figures[1].kinetic + figures[1].potential, figures[0].kinetic + figures[0].potential);
    EXPECT_GT(figures[1].middle, figures[1].flat);
  }
}

TEST(FluidFigures, RateOfABody) {
  const FluidFigure figure = jacobi(0.5);
  const double rate = figure.rate(2000, 6.67430e-11);
  EXPECT_NEAR(rate * rate / (std::numbers::pi * 6.67430e-11 * 2000), figure.rate_squared, 1e-14);
}

}  // namespace
}  // namespace rubble::measure
