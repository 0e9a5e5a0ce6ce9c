// Single spheres on a floor and in flight: weight, bouncing, sliding to rolling, rolling and twisting to rest.
#include "scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kRadius = 0.1, kGravity = 9.81, kStiffness = 1e7;

External floor() {
  External external;
  external.planes = {Plane{}};
  external.uniform = Vec3(0, 0, -kGravity);
  return external;
}

// A sphere that rests on the floor with its static overlap, with the given velocity and spin.
Pile resting(const Vec3& velocity, const Vec3& spin) {
  Pile pile;
  add_sphere(pile, kRadius, 2500, Vec3::Zero(), velocity, spin);
  pile.state.position[0].z() = kRadius - pile.model.mass[0] * kGravity / kStiffness;
  return pile;
}

ssdem::Parameters rough(double friction, double restitution = 0.5) {
  ssdem::Parameters p = plain(kStiffness, restitution);
  p.sliding = laws::CoulombSliding{friction, restitution};
  return p;
}

TEST(Floor, ForceEqualsWeight) {
  Motion run(rough(0.5), resting(Vec3::Zero(), Vec3::Zero()), floor());
  run.until(0.2);
  const Contacts contacts = run.contacts();
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts.force[0].z(), run.pile().model.mass[0] * kGravity, 1e-6 * run.pile().model.mass[0] * kGravity);
}

// A ball bounces to the heights h_n = h_0 e^(2n), with flights of the duration 2 sqrt(2 h_0 / g) e^n.
TEST(Floor, BouncingBall) {
  Pile pile;
  add_sphere(pile, kRadius, 2500, Vec3(0, 0, kRadius + 1.0));
  ssdem::Parameters p = plain(1e8, 0.8);
  Motion run(p, pile, floor());
  double highest = 0;
  int bounces = 0;
  bool touching = false;
  std::vector<double> peaks;
  run.each_step(2.5, [&] {
    const bool now = run.position(0).z() < kRadius;
    if (now && !touching) ++bounces, peaks.push_back(highest), highest = 0;
    touching = now;
    highest = std::max(highest, run.position(0).z() - kRadius);
    return bounces < 4;
  });
  ASSERT_EQ(peaks.size(), 4u);
  for (int n = 1; n < 4; ++n)
    EXPECT_NEAR(peaks[static_cast<std::size_t>(n)], std::pow(0.8, 2 * n), 0.02 * std::pow(0.8, 2 * n)) << n;
}

// A sphere that starts to slide without spin finally rolls at 5/7 of its initial speed, for any friction (Coriolis
// 1835). Rolling starts at t = 2 v / (7 mu g).
TEST(Floor, SlideToRoll) {
  for (const double friction : {0.1, 0.3}) {
    for (const bool memory : {true, false}) {
      ssdem::Parameters p = rough(friction);
      if (!memory) p.sliding = laws::KineticSliding{friction};
      Motion run(p, resting(Vec3(1, 0, 0), Vec3::Zero()), floor());
      const double rolls_at = 2.0 / (7 * friction * kGravity);
      run.until(0.5 * rolls_at);
      EXPECT_NEAR(run.velocity(0).x(), 1 - friction * kGravity * run.time(), 2e-3) << friction << memory;
      run.until(1.5 * rolls_at);
      EXPECT_NEAR(run.velocity(0).x(), 5.0 / 7.0, 1e-3) << friction << memory;
      EXPECT_NEAR(run.spin(0).y() * kRadius, 5.0 / 7.0, 2e-3) << friction << memory;
    }
  }
}

// A rolling sphere under a constant rolling torque mu_r r m g slows down by (5/7) mu_r g.
TEST(Floor, RollingStopsUnderConstantTorque) {
  ssdem::Parameters p = rough(0.5);
  p.couple = laws::TorqueCouple{0.05, 0};
  Motion run(p, resting(Vec3(1, 0, 0), Vec3(0, 1 / kRadius, 0)), floor());
  const double slowing = 5.0 / 7.0 * 0.05 * kGravity;
  run.until(1.0);
  EXPECT_NEAR(run.velocity(0).x(), 1 - slowing * run.time(), 0.005);
  const double at_rest = 0.5 / slowing;  // v^2 / 2a
  run.until(1.2 / slowing);
  EXPECT_NEAR(run.position(0).x(), at_rest, 0.01 * at_rest);
  EXPECT_LT(run.velocity(0).norm(), 1e-3);
}

// Rolling friction in the spring form decelerates the sphere by (5/7) mu_r beta g (docs/theory.md 2.7) and stops it.
TEST(Floor, RollingStopsUnderSprings) {
  ssdem::Parameters p = rough(0.5);
  p.couple = laws::SpringCouple{0.3, 0.3, 0.2, laws::ContactRadius::reduced};
  Motion run(p, resting(Vec3(1, 0, 0), Vec3(0, 1 / kRadius, 0)), floor());
  const double slowing = 5.0 / 7.0 * 0.3 * 0.2 * kGravity;
  run.until(1.0);
  EXPECT_NEAR(run.velocity(0).x(), 1 - slowing * run.time(), 0.01);
  run.until(1.3 / slowing);
  EXPECT_NEAR(run.position(0).x(), 0.5 / slowing, 0.01 * 0.5 / slowing);
  EXPECT_LT(run.velocity(0).norm(), 1e-3);
}

// A sphere spins about the vertical: dw/dt = -mu_t r_c m g / I (torque) or -mu_t beta mu_s r m g / I (spring form).
TEST(Floor, TwistingStops) {
  const double inertia_factor = 0.4 * kRadius * kRadius;  // I / m
  {
    ssdem::Parameters p = rough(0.5);
    p.couple = laws::TorqueCouple{0, 0.7};
    Motion run(p, resting(Vec3::Zero(), Vec3(0, 0, 5)), floor());
    const double overlap = run.pile().model.mass[0] * kGravity / kStiffness;
    const double circle = std::sqrt(kRadius * kRadius - std::pow(kRadius - overlap, 2));
    const double slowing = 0.7 * circle * kGravity / inertia_factor, stops = 5 / slowing;
    run.until(0.5 * stops);
    EXPECT_NEAR(run.spin(0).z(), 5 - slowing * run.time(), 0.01);
    run.until(1.5 * stops);
    EXPECT_NEAR(run.spin(0).z(), 0, 1e-9);
  }
  {
    ssdem::Parameters p = rough(0.5);
    p.couple = laws::SpringCouple{0.3, 0.4, 0.2, laws::ContactRadius::reduced};
    Motion run(p, resting(Vec3::Zero(), Vec3(0, 0, 5)), floor());
    const double slowing = 0.4 * 0.2 * 0.5 * kRadius * kGravity / inertia_factor, stops = 5 / slowing;
    run.until(0.5 * stops);
    EXPECT_NEAR(run.spin(0).z(), 5 - slowing * run.time(), 0.03);
    run.until(2 * stops);
    EXPECT_LT(std::abs(run.spin(0).z()), 0.01);
  }
}

// A sphere with rolling springs stays at rest on an incline if tan(alpha) < min(mu_s, mu_r beta), and rolls down if the
// incline is steeper (docs/theory.md 2.7).
TEST(Floor, InclineLimitOfRollingSprings) {
  for (const double excess : {0.9, 1.1}) {
    ssdem::Parameters p = rough(1.0);
    p.couple = laws::SpringCouple{1.0, 1.0, 0.2, laws::ContactRadius::reduced};
    External external = floor();
    const double alpha = std::atan(excess * 0.2);
    external.uniform = kGravity * Vec3(std::sin(alpha), 0, -std::cos(alpha));
    Motion run(p, resting(Vec3::Zero(), Vec3::Zero()), external);
    run.until(2.0);
    if (excess < 1) {
      EXPECT_LT(run.position(0).x(), 0.05 * kRadius);
      EXPECT_LT(run.velocity(0).norm(), 1e-4);
    } else {  // rolls down with (5/7) g (sin alpha - 0.2 cos alpha)
      const double a = 5.0 / 7.0 * kGravity * (std::sin(alpha) - 0.2 * std::cos(alpha));
      EXPECT_NEAR(run.velocity(0).x(), 2 * a, 0.1 * 2 * a);
    }
  }
}

// The tangential spring alone holds a sphere that cannot roll on a rough incline: friction is m g sin(alpha), and there
// is no slip if tan(alpha) < mu_s.
TEST(Floor, StaticFrictionHoldsABlockedSphere) {
  ssdem::Parameters p = rough(0.5);
  p.couple = laws::SpringCouple{100, 100, 1.0, laws::ContactRadius::reduced};  // cannot roll
  External external = floor();
  const double alpha = std::atan(0.4);
  external.uniform = kGravity * Vec3(std::sin(alpha), 0, -std::cos(alpha));
  Motion run(p, resting(Vec3::Zero(), Vec3::Zero()), external);
  run.until(1.0);
  const Contacts c = run.contacts();
  const double m = run.pile().model.mass[0];
  ASSERT_EQ(c.size(), 1u);
  EXPECT_NEAR(c.force[0].x(), -m * kGravity * std::sin(alpha), 1e-3 * m * kGravity);
  EXPECT_LT(run.velocity(0).norm(), 1e-5);
}

// A cohesive contact that is pulled apart slowly holds up to F_c = c 4 beta^2 R^2: a hanging sphere falls off if its
// weight exceeds F_c.
TEST(Cohesion, HoldsUpToItsForce) {
  for (const double excess : {0.9, 1.1}) {
    ssdem::Parameters p = plain(kStiffness, 0.3);
    Pile pile = resting(Vec3::Zero(), Vec3::Zero());
    const double weight = pile.model.mass[0] * kGravity;
    p.cohesion = {weight / excess / (4 * 0.25 * kRadius * kRadius), 0.5};
    pile.state.position[0].z() = kRadius - 0.1 * weight / kStiffness;  // near the equilibrium k x = F_c - weight
    External external = floor();
    external.uniform = Vec3(0, 0, kGravity);  // hangs from the plane
    Motion run(p, pile, external);
    run.until(0.5);
    EXPECT_EQ(run.contacts().size(), excess < 1 ? 1u : 0u);
  }
}

}  // namespace
}  // namespace rubble::test
