// The contact laws as functions: the stored energy of a spring is the work done on it minus heat, and constants equal
// those of the sources (docs/theory.md 2).
#include "laws/cohesion.hpp"
#include "laws/coulomb_sliding.hpp"
#include "laws/hertz_mindlin.hpp"
#include "laws/hysteretic.hpp"
#include "laws/kinetic_sliding.hpp"
#include "laws/linear_spring.hpp"
#include "laws/no_friction.hpp"
#include "laws/spring_couple.hpp"
#include "laws/torque_couple.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::laws {
namespace {

constexpr double kMass = 0.7, kRadius = 0.3;

// A contact closes and opens with the overlap A sin(pi t), t from 0 to 1. Compares the work of its force with stored
// energy and heat.
struct Cycle {
  double work = 0, heat = 0, deepest = 0, greatest = 0;  // greatest |work - stored - heat| during the motion [J]
};
template <class Law>
Cycle cycle(const Law& law, double speed) {
  constexpr int steps = 20000;
  const double A = 0.05, dt = 1.0 / steps / speed;
  Cycle c;
  for (int k = 0; k < steps; ++k) {
    const double phase = std::numbers::pi * (k + 0.5) / steps;
    const double overlap = A * std::sin(phase), rate = A * speed * std::numbers::pi * std::cos(phase);
    const NormalForce<double> f = law(overlap, rate, kMass, kRadius, rate > 0);
    c.work += f.force * rate * dt, c.heat += f.dissipation * dt;
    const double end = A * std::sin(std::numbers::pi * (k + 1.0) / steps);
    const double stored = end > 0 ? law.energy(end, kRadius) : 0;
    c.greatest = std::max(c.greatest, std::abs(c.work - stored - c.heat));
    c.deepest = std::max(c.deepest, stored);
  }
  return c;
}

TEST(Laws, DampingRatioIsThatOfTheOscillator) {
  // Half a period of the damped oscillator leaves exp(-pi zeta / sqrt(1 - zeta^2)) of its speed.
  for (const double e : {0.05, 0.3, 0.6, 0.99, 1.0}) {
    const double zeta = damping_ratio(e);
    EXPECT_NEAR(std::exp(-std::numbers::pi * zeta / std::sqrt(1 - zeta * zeta)), e, 1e-15);
  }
}

TEST(Laws, NormalWorkIsStoredOrHeat) {
  LinearSpring linear{900.0, 0.5, laws::Tension::allow}, clamped{900.0, 0.2, laws::Tension::clamp},
      by_rate{900.0, 1, laws::Tension::allow, 6};
  HertzMindlin hertz{5000, 0.3, 0.5, laws::Tension::allow}, held{5000, 0.3, 0.2, laws::Tension::clamp};
  Hysteretic two{1800.0, 0.7};
  linear.prepare(), clamped.prepare(), by_rate.prepare(), hertz.prepare(), held.prepare(), two.prepare();
  const auto closes = [](const Cycle& c, const char* name) {
    EXPECT_LT(c.greatest, 1e-6 * c.deepest) << name;
    EXPECT_GT(c.heat, 0.1 * c.deepest) << name;
    EXPECT_NEAR(c.work, c.heat, 1e-6 * c.deepest) << name;
  };
  for (const double speed : {10.0, 40.0}) {
    closes(cycle(linear, speed), "linear"), closes(cycle(clamped, speed), "clamped");
    closes(cycle(by_rate, speed), "by rate"), closes(cycle(hertz, speed), "hertz"), closes(cycle(held, speed), "held");
    const Cycle c = cycle(two, speed);
    closes(c, "hysteretic");
    EXPECT_NEAR(c.deepest / (c.deepest + c.heat), 0.49, 1e-6);  // e^2 of the work of loading is recovered
  }
}

TEST(Laws, DashpotMayPullOrNot) {
  LinearSpring pulls{900.0, 0.1, laws::Tension::allow}, clamped{900.0, 0.1, laws::Tension::clamp};
  pulls.prepare(), clamped.prepare();
  EXPECT_LT(pulls(0.001, -1.0, kMass, kRadius, false).force, 0);
  EXPECT_EQ(clamped(0.001, -1.0, kMass, kRadius, false).force, 0);
  EXPECT_NEAR(clamped(0.001, -1.0, kMass, kRadius, false).dissipation, 0.9, 1e-15);  // the work of the spring itself
  EXPECT_EQ(clamped(0.001, 1.0, kMass, kRadius, true).force, pulls(0.001, 1.0, kMass, kRadius, true).force);
  HertzMindlin rock{5000, 0.3, 0.1, laws::Tension::allow}, dry{5000, 0.3, 0.1, laws::Tension::clamp};
  rock.prepare(), dry.prepare();
  EXPECT_LT(rock(0.001, -1.0, kMass, kRadius, false).force, 0);
  EXPECT_EQ(dry(0.001, -1.0, kMass, kRadius, false).force, 0);
}

// Johnson, Contact Mechanics (1985), Eqs. 4.23 and 7.41: 1 / E* = 2 (1 - nu^2) / E, k_t / k_n = 2 (1 - nu) / (2 - nu).
TEST(Laws, HertzAndMindlin) {
  for (const double nu : {0.0, 0.25, 0.5}) {
    HertzMindlin law{5000, nu, 1, laws::Tension::allow};
    law.prepare();
    const double modulus = 5000 / (2 * (1 - nu * nu)), overlap = 0.02;
    EXPECT_NEAR(law(overlap, 0.0, kMass, kRadius, true).force,
                4.0 / 3 * modulus * std::sqrt(kRadius * overlap * overlap * overlap), 1e-12);
    EXPECT_NEAR(law.tangential_ratio(0.1), 2 * (1 - nu) / (2 - nu), 1e-15);
    const double h = 1e-6;  // the stiffness is the slope of the force
    const double slope =
        (law(overlap + h, 0.0, kMass, kRadius, true).force - law(overlap - h, 0.0, kMass, kRadius, true).force) /
        (2 * h);
    EXPECT_NEAR(law.stiffness_at(overlap, kRadius) / slope, 1, 1e-8);
  }
}

// Dashpots of other codes: a rate per reduced mass, independent of restitution.
TEST(Laws, DashpotsByRate) {
  LinearSpring law = LinearSpringByRate{900.0, 6, laws::Tension::clamp}.law();
  law.prepare();
  EXPECT_NEAR(law(0.1, 2.0, kMass, kRadius, true).force, 900 * 0.1 + 6 * kMass * 2, 1e-12);
  EXPECT_EQ(law(0.001, -2.0, kMass, kRadius, false).force, 0);
  const CoulombSliding sliding = CoulombSlidingByRate{0.3, 5, 0.4}.law();
  EXPECT_EQ(sliding.friction, 0.3);
  EXPECT_EQ(sliding.damping_rate, 5);
  EXPECT_EQ(sliding.stiffness_ratio, 0.4);
}

TEST(Laws, CohesionIsAnAreaTimesAStrength) {
  const Cohesion law = AreaCohesion{50, 0.3}.law();
  EXPECT_NEAR(law.force(kRadius), 50 * std::pow(2 * 0.3 * kRadius, 2), 1e-14);
}

// Packs give the bits of single numbers.
TEST(Laws, PacksGiveTheBitsOfSingleNumbers) {
  LinearSpring linear{900.0, 0.5, laws::Tension::clamp};
  HertzMindlin hertz{5000, 0.3, 0.5, laws::Tension::allow};
  Hysteretic two{1800.0, 0.7};
  linear.prepare(), hertz.prepare(), two.prepare();
  const auto same = [](const auto& law) {
    const Pack overlap{0.01, 0.02, 0.03, 0.001}, rate{1, -1, 0.3, -4}, mass{1, 2, 0.5, 3}, radius{1, 0.5, 0.3, 2};
    const NormalForce<Pack> packed = law(overlap, rate, mass, radius, rate > 0);
    const Pack energy = law.energy(overlap, radius);
    for (std::size_t k = 0; k < kLanes; ++k) {
      const NormalForce<double> one = law(overlap[k], rate[k], mass[k], radius[k], rate[k] > 0);
      EXPECT_EQ(packed.force[k], one.force);
      EXPECT_EQ(packed.dissipation[k], one.dissipation);
      EXPECT_EQ(energy[k], law.energy(overlap[k], radius[k]));
    }
  };
  same(linear), same(hertz), same(two);
}

}  // namespace
}  // namespace rubble::laws
