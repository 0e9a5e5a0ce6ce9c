#include "measure/extent/spin_state.hpp"
#include "unit/measure_piles.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

using test::add;

constexpr double kPi = std::numbers::pi;

// Euler's equations and the rotating axes, by a Runge-Kutta method of fourth order: an independent solution.
struct Top {
  Vec3 moments, rate;
  Quaternion turn = Quaternion::Identity();

  struct Change {
    Vec3 rate;
    Vec4 turn;
  };
  Change change(const Vec3& w, const Vec4& q) const {
    const Vec3 torque = -w.cross(moments.cwiseProduct(w));
    const Quaternion product = Quaternion(q) * Quaternion(0, w.x(), w.y(), w.z());
    return {torque.cwiseQuotient(moments), 0.5 * product.coeffs()};
  }
  void step(double h) {
    const Vec4 q = turn.coeffs();
    const Change a = change(rate, q), b = change(rate + h / 2 * a.rate, q + h / 2 * a.turn);
    const Change c = change(rate + h / 2 * b.rate, q + h / 2 * b.turn), d = change(rate + h * c.rate, q + h * c.turn);
    rate += h / 6 * (a.rate + 2 * b.rate + 2 * c.rate + d.rate);
    turn = Quaternion(Vec4(q + h / 6 * (a.turn + 2 * b.turn + 2 * c.turn + d.turn))).normalized();
  }
};

// Angle by which the axis `own` moves around the angular momentum in one body period, and its extreme nutation angles.
struct Followed {
  double turned = 0, least = kPi, greatest = 0;
  Vec3 last_rate;
};

Followed follow(Top top, int own, double duration, int steps) {
  const Vec3 momentum = (top.turn * top.moments.cwiseProduct(top.rate)).normalized();
  const Vec3 across = momentum.unitOrthogonal(), third = momentum.cross(across);
  Followed out;
  double before = 0;
  const double sign = top.rate[own] < 0 ? -1 : 1;
  for (int k = 0; k <= steps; ++k) {
    const Vec3 axis = sign * (top.turn * Vec3::Unit(own));
    const double nutation = std::acos(axis.dot(momentum)), around = std::atan2(axis.dot(third), axis.dot(across));
    out.least = std::min(out.least, nutation), out.greatest = std::max(out.greatest, nutation);
    if (k > 0) out.turned += std::remainder(around - before, 2 * kPi);
    before = around;
    if (k < steps) top.step(duration / steps);
  }
  out.last_rate = top.rate;
  return out;
}

class Tumbles : public testing::TestWithParam<std::pair<Vec3, bool>> {};

TEST_P(Tumbles, PeriodsMatchAnIntegration) {
  const auto& [rate, long_axis] = GetParam();
  const Vec3 moments(1.0, 1.7, 2.1);
  const Tumbling t = tumbling(moments, moments.cwiseProduct(rate));
  EXPECT_EQ(t.about_long_axis, long_axis);
  const Followed f = follow({moments, rate}, long_axis ? 0 : 2, t.body_period, 20000);
  EXPECT_LT((f.last_rate - rate).norm(), 1e-10 * rate.norm());
  EXPECT_NEAR(2 * kPi * t.body_period / f.turned / t.precession_period, 1, 1e-9);
  EXPECT_NEAR(f.least, t.nutation_least, 1e-6);
  EXPECT_NEAR(f.greatest, t.nutation_greatest, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Rates, Tumbles,
                         testing::Values(std::pair{Vec3(0.3, 0.2, 1.0), false}, std::pair{Vec3(-0.3, 0.6, -1.0), false},
                                         std::pair{Vec3(1.0, 0.2, 0.3), true}, std::pair{Vec3(2.0, -1.0, 1.2), true},
                                         std::pair{Vec3(0.01, 0.02, -3.0), false}));

// With A = B the axis precesses at |L| / A, and the rates rotate at cos(nutation) |L| (1/C - 1/A) in the body.
TEST(SpinState, SymmetricTop) {
  const Vec3 momentum(0.3, 0.4, 1.2);
  const double size = momentum.norm();
  const Tumbling flat = tumbling({1, 1, 1.5}, momentum);
  EXPECT_FALSE(flat.about_long_axis);
  EXPECT_NEAR(flat.precession_period, 2 * kPi / size, 1e-12);
  EXPECT_NEAR(flat.body_period, 2 * kPi / (momentum.z() * (1 - 1 / 1.5)), 1e-12);
  EXPECT_NEAR(flat.nutation_least, std::acos(1.2 / size), 1e-12);
  EXPECT_NEAR(flat.nutation_greatest, std::acos(1.2 / size), 1e-12);
  const Tumbling tall = tumbling({0.5, 1, 1}, momentum);
  EXPECT_TRUE(tall.about_long_axis);
  EXPECT_NEAR(tall.precession_period, 2 * kPi / size, 1e-12);
  EXPECT_NEAR(tall.body_period, 2 * kPi / (momentum.x() * (1 / 0.5 - 1)), 1e-12);
}

// Two balls that rotate about their midpoint as one body: the period is that of the rate, for any drift.
TEST(SpinState, DumbbellThatDrifts) {
  Pile pile;
  const Vec3 rate(0, 0, 2), drift(5, 6, 7);
  for (const double x : {-1.0, 1.0}) {
    add(pile, 3, 1, {x, 100, 0});
    pile.state.velocity.back() = drift + rate.cross(Vec3(x, 0, 0));
    pile.state.spin.back() = rate;
  }
  const SpinState s = spin_state(pile);
  EXPECT_NEAR(s.period(), kPi, 1e-12);
  EXPECT_LT((s.rate - rate).norm(), 1e-12);
  EXPECT_LT((s.velocity - drift).norm(), 1e-12);
  EXPECT_NEAR(s.momentum.z(), 2 * (2 * 3 * (1 + 0.4)), 1e-12);
  EXPECT_NEAR(s.kinetic, s.rotational(), 1e-12);
  EXPECT_NEAR(s.shape.moments.dot(s.shape.axes.transpose() * Vec3::UnitX()), s.shape.moments[0], 1e-9);  // B = C
  pile.state.velocity[0] += Vec3(1, 0, 0);  // separation, which is not a rotation
  pile.state.velocity[1] -= Vec3(1, 0, 0);
  EXPECT_NEAR(spin_state(pile).kinetic - spin_state(pile).rotational(), 2 * 0.5 * 3, 1e-12);
}

TEST(SpinState, AtRest) {
  Pile pile;
  add(pile, 1, 1, {0, 0, 0});
  add(pile, 1, 1, {2, 0, 0});
  EXPECT_TRUE(std::isinf(spin_state(pile).period()));
  EXPECT_TRUE(std::isnan(tumbling({1, 2, 3}, Vec3::Zero()).precession_period));
}

// A body in an orbit about the Sun whose rotation was taken away: v = V + (w x r) - (w x r), rounded. The result is no
// rotation for any size, position and speed; a rotation of a thousand times the bound is kept.
TEST(SpinState, RoundingIsNoRotation) {
  for (const double speed : {0.0, 1.0, 3e4}) {
    for (const double place : {0.0, 1e3, 1.5e11}) {
      Pile pile;
      for (int k = 0; k < 200; ++k) {
        const Vec3 r(std::sin(1.0 * k), std::cos(2.3 * k), std::sin(3.1 * k + 1));
        add(pile, 1 + 0.01 * k, 0.1, Vec3(place, 0.3 * place, 0) + 100 * r);
        const Vec3 turning = Vec3(1e-3, 2e-3, -1e-3).cross(100 * r);
        pile.state.velocity.back() = (Vec3(speed, -speed / 3, 0.7 * speed) + turning) - turning;
        pile.state.spin.back() = Vec3::Zero();
      }
      const SpinState still = spin_state(pile);
      EXPECT_EQ(still.momentum, Vec3::Zero()) << speed << " " << place;
      EXPECT_EQ(still.rate, Vec3::Zero());
      EXPECT_TRUE(std::isinf(still.period()));
      EXPECT_EQ(still.rotational(), 0);
      const Vec3 slow(0, 0, 1e-6);
      const Vec3 centre = still.shape.centre;
      for (std::size_t i = 0; i < pile.size(); ++i)
        pile.state.velocity[i] += slow.cross(pile.state.position[i] - centre);
      if (place > 1e6) continue;
      EXPECT_NEAR(spin_state(pile).rate.z(), 1e-6, 1e-8) << speed << " " << place;
    }
  }
}

}  // namespace
}  // namespace rubble::measure
