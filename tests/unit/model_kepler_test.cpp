// Two-body orbits, compared with Kepler's and Barker's equations, conserved quantities, and time reversal.
#include "base/error.hpp"
#include "model/kepler.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace {

using namespace rubble;

constexpr double kStrength = 3.986e14, kPericentre = 7.6e6;

// Root of a function that rises, by bisection.
double root(const std::function<double(double)>& f, double low, double high) {
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    (f(middle) < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}
void expect_near(const Vec3& found, const Vec3& expected, double relative) {
  EXPECT_LT((found - expected).norm(), relative * expected.norm());
}

TEST(BaseKepler, EllipseByKeplersEquation) {
  for (const double e : {0.0, 0.1, 0.6, 0.95}) {
    const double a = kPericentre / (1 - e), n = std::sqrt(kStrength / (a * a * a)), b = a * std::sqrt(1 - e * e);
    for (const double mean : {0.1, 1.0, 2.5, 3.1}) {
      const double E = root([&](double x) { return x - e * std::sin(x) - mean; }, 0, 4);
      const double rate = n / (1 - e * std::cos(E));
      const OrbitalMotion m = motion_on({kPericentre, e, kStrength, 0}, mean / n);
      expect_near(m.position, Vec3(a * (std::cos(E) - e), b * std::sin(E), 0), 1e-12);
      expect_near(m.velocity, Vec3(-a * std::sin(E) * rate, b * std::cos(E) * rate, 0), 1e-12);
      // After a revolution the position recurs, and a time before the pericentre gives the mirror image.
      const double period = 2 * std::numbers::pi / n;
      expect_near(motion_on({kPericentre, e, kStrength, 0}, mean / n + 3 * period).position, m.position, 1e-11);
      const OrbitalMotion before = motion_on({kPericentre, e, kStrength, 100}, 100 - mean / n);
      expect_near(before.position, Vec3(m.position.x(), -m.position.y(), 0), 1e-12);
      expect_near(before.velocity, Vec3(-m.velocity.x(), m.velocity.y(), 0), 1e-12);
    }
  }
}

// Barker's equation has a closed solution: D = tan(true anomaly / 2), D + D^3 / 3 = sqrt(mu / (2 q^3)) t.
TEST(BaseKepler, ParabolaByBarkersEquation) {
  for (const double t : {-2e4, -10.0, 0.0, 1.0, 500.0, 1e5, 1e7}) {
    const double A = 1.5 * std::sqrt(kStrength / (2 * std::pow(kPericentre, 3))) * t;
    const double W = std::cbrt(std::abs(A) + std::sqrt(A * A + 1)), D = std::copysign(W - 1 / W, A);
    const OrbitalMotion m = motion_on({kPericentre, 1, kStrength, 0}, t);
    // W - 1 / W loses digits near the pericentre, but the error is small compared with the pericentre distance.
    EXPECT_LT((m.position - kPericentre * Vec3(1 - D * D, 2 * D, 0)).norm(), 1e-12 * m.position.norm()) << t;
  }
}

TEST(BaseKepler, HyperbolaByKeplersEquation) {
  for (const double e : {1.001, 1.5, 10.0}) {
    const double a = kPericentre / (e - 1), n = std::sqrt(kStrength / (a * a * a)), b = a * std::sqrt(e * e - 1);
    for (const double H : {0.01, 0.5, 3.0, 8.0}) {
      const OrbitalMotion m = motion_on({kPericentre, e, kStrength, 0}, (e * std::sinh(H) - H) / n);
      const double rate = n / (e * std::cosh(H) - 1);
      // e sinh H - H loses digits if e is near 1 and H is small: the relative error grows by 1 / (e - 1).
      const double tolerance = 1e-13 / (e - 1) + 1e-12;
      expect_near(m.position, Vec3(a * (e - std::cosh(H)), b * std::sinh(H), 0), tolerance);
      expect_near(m.velocity, Vec3(-a * std::sinh(H) * rate, b * std::cosh(H) * rate, 0), tolerance);
    }
  }
}

TEST(BaseKepler, KeepsEnergyAndAngularMomentum) {
  for (const double e : {0.0, 0.3, 0.999999, 1.0, 1.000001, 3.0}) {
    const double energy = 0.5 * kStrength * (e - 1) / kPericentre, scale = kStrength / kPericentre;
    const double momentum = std::sqrt(kStrength * kPericentre * (1 + e));
    for (double t = -3e4; t < 3e4; t += 777) {
      const OrbitalMotion m = motion_on({kPericentre, e, kStrength, 50}, t);
      EXPECT_NEAR(0.5 * m.velocity.squaredNorm() - kStrength / m.position.norm(), energy, 1e-13 * scale) << e;
      EXPECT_NEAR(m.position.cross(m.velocity).z(), momentum, 1e-12 * momentum) << e;
    }
  }
}

TEST(BaseKepler, TimeToADistanceInvertsTheMotion) {
  for (const double e : {0.3, 0.9, 1.0, 1.2, 5.0})
    for (const double distance : {1.0, 1.01, 1.8, 10.0}) {
      const Conic orbit{kPericentre, e, kStrength, 1234};
      if (e < 1 && distance > (1 + e) / (1 - e)) continue;
      const double time = time_to(orbit, distance * kPericentre);
      EXPECT_NEAR(motion_on(orbit, 1234 + time).position.norm(), distance * kPericentre, 1e-9 * kPericentre);
      EXPECT_NEAR(motion_on(orbit, 1234 - time).position.norm(), distance * kPericentre, 1e-9 * kPericentre);
    }
}

TEST(BaseKepler, DistancesThatAreNotReachedAreRefused) {
  EXPECT_THROW(time_to({kPericentre, 1, kStrength, 0}, 0.99 * kPericentre), InputError);
  EXPECT_THROW(time_to({kPericentre, 0.5, kStrength, 0}, 3.01 * kPericentre), InputError);
  EXPECT_NO_THROW(time_to({kPericentre, 0.5, kStrength, 0}, 2.99 * kPericentre));
  EXPECT_DOUBLE_EQ(apocentre({kPericentre, 0.5, kStrength, 0}), 3 * kPericentre);
  EXPECT_EQ(apocentre({kPericentre, 1, kStrength, 0}), std::numeric_limits<double>::infinity());
}

}  // namespace
