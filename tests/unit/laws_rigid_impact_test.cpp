// Impacts of hard bodies compared with independent solutions.
#include "laws/rigid_impact.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace rubble::laws {
namespace {

using test::Dice;

Mat3 inertia_of(Dice& dice) {
  const Mat3 a = Quaternion(dice.number(), dice.number(), dice.number(), dice.number()).normalized().toRotationMatrix();
  return a * Vec3(1 + dice.in_ball().squaredNorm(), 2, 2.5).asDiagonal() * a.transpose();
}

Side side_of(Dice& dice, double mass) {
  return {1 / mass, inertia_of(dice).inverse(), 2 * dice.vector(), dice.vector(), dice.vector()};
}

// Richardson et al. 2009, appendix B, against the six momenta of two bodies as unknowns: J = M dv, c x J = I dw for
// both, u_n' = -e u_n, no tangential impulse: thirteen linear equations.
TEST(Impact, SmoothBodiesAgainstALinearSystem) {
  Dice dice(7);
  for (int trial = 0; trial < 100; ++trial) {
    const double e = 0.5 + 0.5 * dice.number();
    Side a = side_of(dice, 2), b = side_of(dice, 3);
    Vec3 normal = dice.vector().normalized();
    if ((b.point_velocity() - a.point_velocity()).dot(normal) > 0) normal = -normal;
    Eigen::Matrix<double, 13, 13> equations = Eigen::Matrix<double, 13, 13>::Zero();
    Eigen::Matrix<double, 13, 1> right = Eigen::Matrix<double, 13, 1>::Zero();
    // Unknowns: dv_a, dw_a, dv_b, dw_b, J.
    equations.block<3, 3>(0, 0) = equations.block<3, 3>(6, 6) = Mat3::Identity();
    equations.block<3, 3>(3, 3) = a.inverse_inertia.inverse();
    equations.block<3, 3>(9, 9) = b.inverse_inertia.inverse();
    equations.block<3, 3>(0, 0) /= a.inverse_mass;
    equations.block<3, 3>(6, 6) /= b.inverse_mass;
    equations.block<3, 1>(0, 12) = normal;
    equations.block<3, 1>(3, 12) = a.arm.cross(normal);
    equations.block<3, 1>(6, 12) = -normal;
    equations.block<3, 1>(9, 12) = -b.arm.cross(normal);
    const double u = (b.point_velocity() - a.point_velocity()).dot(normal);
    equations.block<1, 3>(12, 0) = -normal.transpose();
    equations.block<1, 3>(12, 3) = -a.arm.cross(normal).transpose();
    equations.block<1, 3>(12, 6) = normal.transpose();
    equations.block<1, 3>(12, 9) = b.arm.cross(normal).transpose();
    right[12] = -(1 + e) * u;
    const Eigen::Matrix<double, 13, 1> expected = equations.fullPivLu().solve(right);

    const Side a0 = a, b0 = b;
    const ImpactImpulse found = impact(a, b, normal, {e, 1, 0});
    push(a, -found.impulse);
    push(b, found.impulse);
    EXPECT_LT((a.velocity - a0.velocity - expected.segment<3>(0)).norm(), 1e-12);
    EXPECT_LT((a.spin - a0.spin - expected.segment<3>(3)).norm(), 1e-12);
    EXPECT_LT((b.velocity - b0.velocity - expected.segment<3>(6)).norm(), 1e-12);
    EXPECT_LT((b.spin - b0.spin - expected.segment<3>(9)).norm(), 1e-12);
  }
}

double energy(const Side& s) {
  return 0.5 * s.velocity.squaredNorm() / s.inverse_mass + 0.5 * s.spin.dot(s.inverse_inertia.inverse() * s.spin);
}

// Energy never rises, and the loss equals the reported loss; momentum and angular momentum about the point are
// conserved.
TEST(Impact, EnergyLossEqualsTheReportedLoss) {
  Dice dice(9);
  int slid = 0, smooth = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    Side a = side_of(dice, 2), b = side_of(dice, 0.5);
    Vec3 normal = dice.vector().normalized();
    if ((b.point_velocity() - a.point_velocity()).dot(normal) > 0) normal = -normal;
    const ImpactLaw law{0.5 + 0.5 * dice.number(), dice.number(), std::abs(dice.number())};
    const double before = energy(a) + energy(b);
    const double u = (b.point_velocity() - a.point_velocity()).dot(normal);
    const ImpactImpulse found = impact(a, b, normal, law);
    push(a, -found.impulse);
    push(b, found.impulse);
    EXPECT_NEAR(before - energy(a) - energy(b), found.normal_loss + found.sliding_loss, 1e-11 * before);
    EXPECT_GE(found.normal_loss, 0);
    EXPECT_GE(found.sliding_loss, 0);
    const double along = found.impulse.dot(normal), across = (found.impulse - along * normal).norm();
    EXPECT_LE(across, law.friction * along * (1 + 1e-12));
    EXPECT_NEAR((b.point_velocity() - a.point_velocity()).dot(normal), -law.normal * u, 1e-12);
    slid += across > 0.999 * law.friction * along && across > 0;
    smooth += found.smooth;
  }
  EXPECT_GT(slid, 300);
  EXPECT_LT(smooth, 200);
}

// Two equal balls with surface friction: u_t' = e_t u_t. The effective mass is 2/7 of that of a normal impulse.
TEST(Impact, RoughBalls) {
  const double mass = 3, radius = 2, moment = 0.4 * mass * radius * radius, e_t = 0.4;
  const auto ball = [&](const Vec3& arm, const Vec3& v, const Vec3& w) {
    return Side{1 / mass, Mat3::Identity() / moment, arm, v, w};
  };
  Side a = ball({radius, 0, 0}, {1, 0.5, 0}, {0, 0, 0.3}), b = ball({-radius, 0, 0}, {-1, 0, 0.2}, {0.1, 0, 0});
  const Vec3 n = Vec3::UnitX(), u = b.point_velocity() - a.point_velocity();
  const ImpactImpulse found = impact(a, b, n, {0.8, e_t});
  const Vec3 across = u - u.dot(n) * n;
  // Reduced mass 3/2, Richardson 1994: (1 + e_n) mu along, (2/7) (1 - e_t) mu across.
  EXPECT_LT((found.impulse - (-1.8 * 1.5 * u.dot(n) * n - 2.0 / 7 * (1 - e_t) * 1.5 * across)).norm(), 1e-13);
  push(a, -found.impulse);
  push(b, found.impulse);
  const Vec3 after = b.point_velocity() - a.point_velocity();
  EXPECT_LT((after - (-0.8 * u.dot(n) * n + e_t * across)).norm(), 1e-13);
}

// Velocities after an impact do not depend on the unit of mass.
TEST(Impact, MassesHaveNoScale) {
  for (const double scale : {1e-18, 1e-9, 1e9, 1e18}) {
    Dice dice(11), same(11);
    Side a = side_of(dice, 2), b = side_of(dice, 3), c = side_of(same, 2), d = side_of(same, 3);
    for (Side* side : {&c, &d}) {
      side->inverse_mass /= scale;
      side->inverse_inertia /= scale;
    }
    Vec3 normal = dice.vector().normalized();
    if ((b.point_velocity() - a.point_velocity()).dot(normal) > 0) normal = -normal;
    const ImpactLaw law{0.8, 0.5, 0.3};
    const Vec3 impulse = impact(a, b, normal, law).impulse, other = impact(c, d, normal, law).impulse;
    EXPECT_GT(impulse.cross(normal).norm(), 1e-2);  // friction acts
    EXPECT_LT((other / scale - impulse).norm(), 1e-12) << scale;
  }
}

TEST(Impact, BallOnAWall) {
  Side wall, ball{0.5, Mat3::Identity(), {0, 0, -1}, {1, 0, -2}, Vec3::Zero()};
  const ImpactImpulse found = impact(wall, ball, Vec3::UnitZ(), {0.5, 1});
  push(ball, found.impulse);
  EXPECT_NEAR(ball.velocity.z(), 1, 1e-15);
  EXPECT_NEAR(ball.velocity.x(), 1, 1e-15);
  EXPECT_NEAR(found.normal_loss, 0.5 * 2 * (4 - 1), 1e-14);
}

}  // namespace
}  // namespace rubble::laws
