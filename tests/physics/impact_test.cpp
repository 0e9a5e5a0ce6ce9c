// Collisions of two spheres, or of a sphere and a plane: restitution, contact times, overlaps and friction, compared
// with closed forms.
#include "scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kRadius = 0.5, kDensity = 2000;

// Head-on impact at 1 m/s each way; returns v_out / v_in. Radii differ, so that arms and reduced masses matter.
struct Impact {
  double restitution, worst_overlap, duration;
};
Impact head_on(const ssdem::Parameters& p, double speed = 2.0) {
  Pile pile;
  add_sphere(pile, kRadius, kDensity, Vec3(-0.5001, 0, 0), Vec3(0.5 * speed, 0, 0));
  add_sphere(pile, 0.8 * kRadius, kDensity, Vec3(0.4001, 0, 0), Vec3(-0.5 * speed, 0, 0));
  Motion run(p, pile);
  double began = -1, ended = -1;
  run.each_step(1e3, [&] {
    const bool touching = !run.contacts().key.empty();
    if (touching && began < 0) began = run.time();
    if (!touching && began >= 0) ended = run.time();
    return ended < 0;
  });
  const StepReport report = run.until(run.time());
  return {(run.velocity(1) - run.velocity(0)).x() / speed, report.audits[0].worst * 0.8 * kRadius, ended - began};
}
double reduced_mass() {
  const double m1 = 4.0 / 3.0 * std::numbers::pi * kDensity * std::pow(kRadius, 3), m2 = m1 * std::pow(0.8, 3);
  return m1 * m2 / (m1 + m2);
}

class Restitution : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(From01To1, Restitution, testing::Values(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0));

// With 50 steps per contact the scheme keeps e within 0.01 for a spring and dashpot that may pull. Closed form: the
// damped harmonic oscillator over half a period.
TEST_P(Restitution, LinearSpring) {
  ssdem::Parameters p = plain(1e7, GetParam());
  EXPECT_NEAR(head_on(p).restitution, GetParam(), 0.01);
}

// Without tension the spheres separate earlier. Schwager & Poeschel 2007 (doi:10.1007/s10035-007-0065-z): half a
// period, truncated where the force is zero.
TEST_P(Restitution, LinearSpringClamped) {
  ssdem::Parameters p = plain(1e7, GetParam());
  std::get<laws::LinearSpring>(p.normal).tension = laws::Tension::clamp;
  const double l = std::log(GetParam()), pi = std::numbers::pi;
  const double zeta = -l / std::sqrt(pi * pi + l * l), root = std::sqrt(1 - zeta * zeta);
  EXPECT_NEAR(head_on(p).restitution, std::exp(-2 * zeta / root * std::atan2(root, zeta)), 0.01);
}

// e = sqrt(k_out / k_in) at any speed.
TEST_P(Restitution, Hysteretic) {
  ssdem::Parameters p = plain(1e7, 1);
  p.normal = laws::Hysteretic{2e7, GetParam()};
  EXPECT_NEAR(head_on(p, 2.0).restitution, GetParam(), 0.01);
  EXPECT_NEAR(head_on(p, 0.2).restitution, GetParam(), 0.01);
}

// The Hertzian dashpot keeps e constant only approximately (+-0.02).
TEST_P(Restitution, HertzMindlin) {
  ssdem::Parameters p = plain(1e7, 1);
  p.normal = laws::HertzMindlin{1e9, 0.25, GetParam(), laws::Tension::allow};
  EXPECT_NEAR(head_on(p, 2.0).restitution, GetParam(), 0.02);
  EXPECT_NEAR(head_on(p, 0.5).restitution, GetParam(), 0.02);
}

// Contact time pi / sqrt(k/mu - (C/2mu)^2) and greatest overlap of the damped oscillator.
TEST_P(Restitution, LinearContactTimeAndOverlap) {
  ssdem::Parameters p = plain(1e7, GetParam());
  p.step.steps_per_contact = 500;
  const double mu = reduced_mass(), pi = std::numbers::pi, l = std::log(GetParam());
  const double zeta = -l / std::sqrt(pi * pi + l * l), w0 = std::sqrt(1e7 / mu), root = std::sqrt(1 - zeta * zeta);
  const Impact impact = head_on(p);
  EXPECT_NEAR(impact.duration, pi / (w0 * root), 0.01 * impact.duration);
  EXPECT_NEAR(impact.worst_overlap, 2.0 / w0 * std::exp(-zeta * std::acos(zeta) / root), 0.01 * impact.worst_overlap);
}

// Hertz 1882: delta_max = [15 mu v^2 / (16 E* sqrt R*)]^(2/5), t_c = 2.94328 delta_max / v.
TEST(Impact, HertzContactTimeAndOverlap) {
  ssdem::Parameters p = plain(1e7, 1);
  p.normal = laws::HertzMindlin{1e9, 0.25, 1, laws::Tension::allow};
  p.step.steps_per_contact = 500;
  const double modulus = 1e9 / (2 * (1 - 0.0625)), radius = kRadius * 0.8 * kRadius / (1.8 * kRadius);
  const double overlap = std::pow(15 * reduced_mass() * 4 / (16 * modulus * std::sqrt(radius)), 0.4);
  const Impact impact = head_on(p);
  EXPECT_NEAR(impact.worst_overlap, overlap, 1e-3 * overlap);
  EXPECT_NEAR(impact.duration, 2.94328 * overlap / 2, 0.01 * impact.duration);
  EXPECT_NEAR(impact.restitution, 1, 1e-4);
}

// The collision study's Eq. 12 doubled: delta_max = v sqrt(2 mu / k_in); duration (pi/2)(1 + 1/e) sqrt(2 mu / k_in).
TEST(Impact, HystereticContactTimeAndOverlap) {
  ssdem::Parameters p = plain(1e7, 1);
  p.normal = laws::Hysteretic{2e7, 0.5};
  p.step.steps_per_contact = 500;
  const double root = std::sqrt(2 * reduced_mass() / 2e7);
  const Impact impact = head_on(p);
  EXPECT_NEAR(impact.worst_overlap, 2 * root, 1e-3 * impact.worst_overlap);
  EXPECT_NEAR(impact.duration, std::numbers::pi / 2 * 3 * root, 0.01 * impact.duration);
}

// A sphere hits a plane obliquely, at `angle` from the normal, without spin. Impulses are those of the gross-sliding
// limit of Maw, Barber & Fawcett: if the sphere slides throughout, v_t' = v_t - mu (1 + e) v_n and r w' = -(5/2) mu (1
// + e) v_n.
struct Oblique {
  double normal, tangential, surface, spin;
};
Oblique oblique(ssdem::Parameters p, double normal_speed, double tangential_speed) {
  Pile pile;
  add_sphere(pile, kRadius, kDensity, Vec3(0, 0, kRadius * 1.0001), Vec3(tangential_speed, 0, -normal_speed));
  External external;
  external.planes = {Plane{}};
  Motion run(p, pile, external);
  bool touched = false;
  run.each_step(1e3, [&] {
    const bool touching = !run.contacts().key.empty();
    touched = touched || touching;
    return touching || !touched;
  });
  const double v = run.velocity(0).x(), w = run.spin(0).y();
  return {run.velocity(0).z() / normal_speed, v, v - kRadius * w,
          w};  // bottom of the sphere moves at v - r w for w about +y
}

// The spheres are stiff, because overlaps shorten the lever arm. There is no tension, because friction is limited by mu
// |F_n| for either sign of F_n.
TEST(Oblique, GrossSlidingObeysCoulomb) {
  for (const double e : {0.5, 0.9}) {
    ssdem::Parameters p = plain(1e9, e);
    std::get<laws::LinearSpring>(p.normal).tension = laws::Tension::clamp;
    p.sliding = laws::CoulombSliding{0.2, 1.0};
    p.step.steps_per_contact = 500;
    const Oblique o = oblique(p, 1.0, 50.0);
    EXPECT_NEAR(o.tangential, 50 - 0.2 * (1 + o.normal), 2e-3) << e;
    EXPECT_NEAR(o.spin, 2.5 * 0.2 * (1 + o.normal) / kRadius, 5e-3) << e;
  }
}

TEST(Oblique, KineticFrictionObeysCoulombToo) {
  ssdem::Parameters p = plain(1e9, 1);
  p.normal = laws::Hysteretic{1e9, 0.8};
  p.sliding = laws::KineticSliding{0.2};
  p.step.steps_per_contact = 500;
  const Oblique o = oblique(p, 1.0, 5.0);
  EXPECT_NEAR(o.tangential, 5 - 0.2 * 1.8, 2e-3);
  EXPECT_NEAR(o.spin, 2.5 * 0.2 * 1.8 / kRadius, 5e-3);
}

// Kinetic friction that is strong enough stops the slip and never reverses it: rolling, v' = (5/7) v.
TEST(Oblique, StrongKineticFrictionEndsInRolling) {
  ssdem::Parameters p = plain(1e7, 1);
  p.normal = laws::Hysteretic{1e7, 0.8};
  p.sliding = laws::KineticSliding{5.0};
  p.step.steps_per_contact = 500;
  const Oblique o = oblique(p, 1.0, 0.7);
  EXPECT_NEAR(o.tangential, 5.0 / 7.0 * 0.7, 1e-3);
  EXPECT_NEAR(o.surface, 0, 1e-3);
}

// Sticking contact with equal normal and tangential half-periods (k_t = 2/7 k_n): the surface velocity after the
// contact is -e_t u_t.
TEST(Oblique, StickingContactReversesTheSurfaceVelocity) {
  for (const double e : {1.0, 0.6}) {
    ssdem::Parameters p = plain(1e9, e);
    p.sliding = laws::CoulombSliding{100, e};
    p.step.steps_per_contact = 500;
    EXPECT_NEAR(oblique(p, 1.0, 0.3).surface, -e * 0.3, 0.003) << e;
  }
}

// With Hertz-Mindlin's tangential spring and strong friction, no impact may increase the energy.
TEST(Oblique, HertzMindlinNeverMakesEnergy) {
  for (const double ratio : {0.1, 0.5, 1.0, 2.0, 4.0}) {
    ssdem::Parameters p = plain(1e7, 1);
    p.normal = laws::HertzMindlin{1e9, 0.3, 1, laws::Tension::allow};
    p.sliding = laws::CoulombSliding{0.8, 1.0};
    p.step.steps_per_contact = 200;
    Pile pile;
    add_sphere(pile, kRadius, kDensity, Vec3(0, 0, kRadius * 1.0001), Vec3(ratio, 0, -1));
    External external;
    external.planes = {Plane{}};
    Motion run(p, pile, external);
    run.until(0.5);
    ASSERT_TRUE(run.contacts().key.empty());
    const double m = pile.model.mass[0], before = 0.5 * m * (1 + ratio * ratio);
    const double after =
        0.5 * m * run.velocity(0).squaredNorm() + 0.5 * pile.model.inertia(0) * run.spin(0).squaredNorm();
    EXPECT_LE(after, before * (1 + 1e-6)) << ratio;
    EXPECT_GE(after, 0.5 * m) << ratio;
  }
}

}  // namespace
}  // namespace rubble::test
