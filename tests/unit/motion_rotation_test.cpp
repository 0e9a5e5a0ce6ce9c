// Free tops: spherical and symmetric tops rotate exactly; for asymmetric tops, conserved quantities and the period of
// Jacobi's solution.
#include "base/random.hpp"
#include "motion/rotation.hpp"
#include "motion/splitting.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::motion {
namespace {

const Vec3 kMoments(1, 2, 3);
const Vec3 kSpin(0.3, 0.2, 1.1);  // in the body's frame at the start

double energy(const Quaternion& q, const Vec3& L) { return 0.5 * L.dot(spin(q, L, kMoments)); }

// Landau & Lifshitz, Mechanics, section 37: the spin recurs in the body's frame after T = 4 K(k) sqrt(I1 I2 I3 / ((I3 -
// I2) (L^2 - 2 E I1))), k^2 = (I2 - I1) (2 E I3 - L^2) / ((I3 - I2) (L^2 - 2 E I1)).
double jacobi_period(double E, double L2) {
  const double I1 = kMoments[0], I2 = kMoments[1], I3 = kMoments[2];
  EXPECT_GT(L2, 2 * E * I2);
  const double k = std::sqrt((I2 - I1) * (2 * E * I3 - L2) / ((I3 - I2) * (L2 - 2 * E * I1)));
  return 4 * std::comp_ellint_1(k) * std::sqrt(I1 * I2 * I3 / ((I3 - I2) * (L2 - 2 * E * I1)));
}

struct Top {
  Quaternion q{Eigen::AngleAxisd(0.7, Vec3(1, -2, 2) / 3)};
  Vec3 L = q * Vec3(kMoments.cwiseProduct(kSpin));

  Vec3 in_body() const { return q.conjugate() * L; }
};

TEST(Rotation, SplittingKeepsEnergyAndPeriod) {
  double error[2] = {0, 0};
  for (int fine = 0; fine < 2; ++fine) {
    Top top;
    const double E = energy(top.q, top.L), T = jacobi_period(E, top.L.squaredNorm());
    const int steps = fine ? 800 : 400;
    const Vec3 before = top.in_body();
    double worst = 0;
    for (int k = 0; k < 100 * steps; ++k) {
      top.q = turn_by_splitting(top.q, top.L, kMoments, T / steps);
      worst = std::max(worst, std::abs(energy(top.q, top.L) / E - 1));
      if (k == steps - 1) error[fine] = (top.in_body() - before).norm() / before.norm();
    }
    EXPECT_LT(worst, fine ? 2.5e-7 : 1e-6);  // bounded over a hundred periods
    EXPECT_NEAR(top.q.norm(), 1, 1e-14);
  }
  EXPECT_LT(error[1], 1e-5);
  EXPECT_NEAR(error[0] / error[1], 4, 0.4);  // second order
}

// For any axis with the middle moment, which needs no rotation in the splitting.
TEST(Rotation, SplittingIsReversible) {
  std::array<double, 3> order = {1, 2, 3};
  do {
    const Vec3 moments(order[0], order[1], order[2]);
    const Top top;
    Quaternion q = top.q;
    for (int k = 0; k < 100; ++k) q = turn_by_splitting(q, top.L, moments, 0.05);
    EXPECT_GT(q.angularDistance(top.q), 0.1) << moments.transpose();
    for (int k = 0; k < 100; ++k) q = turn_by_splitting(q, top.L, moments, -0.05);
    EXPECT_LT(q.angularDistance(top.q), 1e-7) << moments.transpose();
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Rotation, RungeKuttaFollowsJacobi) {
  Top top;
  const double E = energy(top.q, top.L), T = jacobi_period(E, top.L.squaredNorm());
  const Vec3 L = top.L, before = top.in_body();
  for (int k = 0; k < 20; ++k) {
    const Turned next = turn_by_runge_kutta(top.q, top.L, kMoments, Vec3::Zero(), T / 20, 1e-10);
    top.q = next.orientation, top.L = next.momentum;
  }
  EXPECT_LT((top.L - L).norm() / L.norm(), 1e-7);  // in length and direction
  EXPECT_NEAR(energy(top.q, top.L) / E, 1, 1e-7);
  EXPECT_LT((top.in_body() - before).norm() / before.norm(), 1e-7);
}

// About a principal axis with a constant torque along it: w = w0 + N t / I.
TEST(Rotation, RungeKuttaObeysATorque) {
  const Vec3 axis = Vec3::UnitZ();
  const Turned end = turn_by_runge_kutta(Quaternion::Identity(), 3 * 0.5 * axis, kMoments, 6 * axis, 2, 1e-10);
  EXPECT_LT((end.momentum - (3 * 0.5 + 6 * 2) * axis).norm(), 1e-8);
  const double angle = 0.5 * 2 + 0.5 * (6.0 / 3) * 4;
  EXPECT_LT(end.orientation.angularDistance(Quaternion(Eigen::AngleAxisd(angle, axis))), 1e-8);
}

// Free rotation of symmetric bodies (Landau & Lifshitz, Mechanics, sections 33 and 36). With moment I for two axes and
// I_a for the third, the body turns about L at the rate |L| / I, and about the third axis at the rate (1 / I_a - 1 / I)
// L_a. Both rates are constant. With three equal moments it turns about L alone.
TEST(Rotation, EqualMomentsAreExact) {
  const Vec3 tops[] = {{1, 1, 1}, {1, 1 + 1e-15, 1 - 1e-15}, {2, 2, 3}, {1, 2, 2}, {3, 2, 3}, {2, 1, 2}, {2, 5, 2}};
  for (const Vec3& I : tops) {
    int a = 0;
    for (int k = 0; k < 3; ++k)
      if (std::abs(I[(k + 1) % 3] - I[(k + 2) % 3]) < 1e-12) a = k;
    const double equal = I[(a + 1) % 3], h = 0.1;
    for (const double scale : {1e-3, 1.0, 10.0}) {  // 1e-4 to 1 rad in a step
      const Quaternion start(Eigen::AngleAxisd(0.7, Vec3(1, -2, 2) / 3));
      const Vec3 w = scale * Vec3(0.48, -0.6, 0.64), L = start * Vec3(I.cwiseProduct(w));
      Quaternion q = start;
      for (int k = 0; k < 10000; ++k) q = turn_by_splitting(q, L, I, h);
      const auto angle = [&](double rate) { return std::remainder(rate * h * 10000, 2 * std::numbers::pi); };
      const Quaternion wanted = Quaternion(Eigen::AngleAxisd(angle(L.norm() / equal), L.normalized())) * start *
                                Quaternion(Eigen::AngleAxisd(angle((1 - I[a] / equal) * w[a]), Vec3::Unit(a)));
      EXPECT_LT(2 * (q.conjugate() * wanted).vec().norm(), 2e-11 * std::max(1.0, scale))
          << I.transpose() << " " << scale;
    }
  }
}

// Almost equal moments give almost the same rotation as equal ones: there is no jump at the limit.
TEST(Rotation, NearlyEqualMomentsTurnNearlyExactly) {
  const Quaternion start(Eigen::AngleAxisd(0.7, Vec3(1, -2, 2) / 3));
  const Vec3 L(0.3, -0.5, 0.8);
  const auto after = [&](const Vec3& I) {
    Quaternion q = start;
    for (int k = 0; k < 100; ++k) q = turn_by_splitting(q, L, I, 0.1);
    return q;
  };
  for (const double apart : {1e-13, 0.9e-12, 1.1e-12, 1e-9, 1e-6})
    EXPECT_LT((after({1, 1 + apart, 1 - apart}).conjugate() * after({1, 1, 1})).vec().norm(), 10 * apart + 1e-14);
}

// Four tops of any kinds side by side rotate as each would alone, to the last bit.
TEST(Rotation, LanesAreIndependent) {
  const Vec3 tops[] = {{1, 1, 1}, {1, 2, 2}, {2, 2, 3}, {1, 2, 3}, {3, 1, 2}, {2, 1, 2}};
  for (std::uint64_t draw = 0; draw < 300; ++draw) {
    Rotor<Pack> q;
    Triple<Pack> L, inverse;
    Quaternion alone[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      Random random(draw, Purpose::kPlace, lane);
      const Vec3 I = tops[static_cast<std::size_t>(5.999 * random.uniform())], axis = random.in_ball().normalized();
      const Quaternion start(Eigen::AngleAxisd(3 * random.uniform(), axis));
      const Vec3 l = std::pow(10.0, 4 * random.uniform() - 3) * random.in_ball();
      q.w[lane] = start.w(), q.x[lane] = start.x(), q.y[lane] = start.y(), q.z[lane] = start.z();
      L.x[lane] = l.x(), L.y[lane] = l.y(), L.z[lane] = l.z();
      inverse.x[lane] = 1 / I.x(), inverse.y[lane] = 1 / I.y(), inverse.z[lane] = 1 / I.z();
      alone[lane] = turn_by_splitting(start, l, I, 0.1);
    }
    const Rotor<Pack> end = turn_by_splitting<Pack>(q, L, inverse, all(0.1));
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      EXPECT_EQ(end.w[lane], alone[lane].w());
      EXPECT_EQ(end.x[lane], alone[lane].x());
      EXPECT_EQ(end.y[lane], alone[lane].y());
      EXPECT_EQ(end.z[lane], alone[lane].z());
    }
  }
}

// Both methods converge to the same result as the steps shrink.
TEST(Rotation, MethodsAgree) {
  Top a, b;
  for (int k = 0; k < 1000; ++k) {
    a.q = turn_by_splitting(a.q, a.L, kMoments, 0.002);
    const Turned next = turn_by_runge_kutta(b.q, b.L, kMoments, Vec3::Zero(), 0.002, 1e-12);
    b.q = next.orientation, b.L = next.momentum;
  }
  EXPECT_LT(a.q.angularDistance(b.q), 2e-6);
}

// A run with diverging values must end instead of looping for ever.
TEST(Rotation, NaNIsReturned) {
  const double nan = std::nan("");
  const auto turned = [](const Vec3& momentum, const Vec3& torque) {
    return turn_by_runge_kutta(Quaternion::Identity(), momentum, kMoments, torque, 0.1, 1e-10).momentum;
  };
  EXPECT_FALSE(turned(Vec3(nan, 0, 0), Vec3::Zero()).allFinite());
  EXPECT_FALSE(turned(Vec3(1, 1, 1), Vec3(0, nan, 0)).allFinite());
  EXPECT_FALSE(turned(Vec3(1e300, 1e300, 1e300), Vec3::Zero()).allFinite());
  EXPECT_FALSE(turned(Vec3(1e12, 1e12, 1e12), Vec3::Zero()).allFinite());
}

}  // namespace
}  // namespace rubble::motion
