// Stiffness and times that cohesion needs, for "auto". docs/theory.md 2.9, 2.16.
#include "ssdem/cohesive_scales.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::ssdem {
namespace {

constexpr double kPi = std::numbers::pi;

SoftLaws laws_with(const laws::Cohesion& cohesion) {
  SoftLaws laws{laws::LinearSpring{100.0, 0.5}, laws::NoSliding{}, laws::NoCouple{}, cohesion};
  laws.prepare(1);
  return laws;
}

// The greatest strength is that of [contact.cohesion], of a material or of a pair: a mean is not greater than both
// values.
TEST(CohesiveScales, StrongestCohesionOfMaterialsAndPairs) {
  Parameters p;
  p.cohesion = {30, 0.5};
  EXPECT_EQ(strongest_cohesion(p), p.cohesion);
  p.materials.materials = {{"ice", laws_with({10, 0.5})}, {"rock", laws_with({80, 0.5})}};
  EXPECT_EQ(strongest_cohesion(p), (laws::Cohesion{80, 0.5}));
  p.materials.pairs = {{"ice", "rock", {[](SoftLaws& laws) { laws.cohesion.strength = 7; }}}};
  EXPECT_EQ(strongest_cohesion(p), (laws::Cohesion{80, 0.5}));
  p.materials.pairs[0].values = {[](SoftLaws& laws) { laws.cohesion.strength = 200; }};
  EXPECT_EQ(strongest_cohesion(p), (laws::Cohesion{200, 0.5}));
  p.cohesion.strength = 500;
  EXPECT_EQ(strongest_cohesion(p).strength, 500);
}

// Over all pairs of spheres and walls, found by trying them.
TEST(CohesiveScales, DemandIsTheLargestOfAllPairs) {
  const double radii[] = {0.1, 0.17, 0.4, 2};
  for (const laws::Cohesion& law : {laws::AreaCohesion{30, 0.5}.law(), laws::DmtCohesion{0.3}.law()}) {
    double pairs = 0, walls = 0;
    for (const double a : radii) {
      for (const double b : radii) pairs = std::max(pairs, law.force(a * b / (a + b)) / std::min(a, b));
      walls = std::max(walls, law.force(a) / a);
    }
    EXPECT_NEAR(cohesive_demand(law, {0.1, 2}, false) / pairs, 1, 1e-12) << law.by_radius;
    EXPECT_NEAR(cohesive_demand(law, {0.1, 2}, true) / std::max(pairs, walls), 1, 1e-12) << law.by_radius;
  }
}

// Two spheres of a Hertz contact with a constant pull oscillate slowly about their static overlap: the period of the
// linearised equation, from a difference of the force.
TEST(CohesiveScales, HertzContactsSwingAboutTheirStaticOverlap) {
  SoftLaws laws = laws_with(laws::DmtCohesion{0.5}.law());
  laws.normal = laws::HertzMindlin{1e9, 0.3, 0.5, laws::Tension::allow};
  laws.prepare(1);
  const double R = 1e-4, mass = 1e-9, pull = 2 * kPi * 0.5 * R, modulus = 1e9 / (2 * 0.91);
  const double rest = std::pow(0.75 * pull / (modulus * std::sqrt(R)), 2.0 / 3), h = 1e-5 * rest;
  const auto force = [&](double overlap) { return 4.0 / 3 * modulus * std::sqrt(R) * std::pow(overlap, 1.5); };
  const double slope = (force(rest + h) - force(rest - h)) / (2 * h);
  EXPECT_NEAR(contact_time(laws, mass, R, 1e-6) / (kPi * std::sqrt(mass / slope)), 1, 1e-8);
  const double impact = std::get<laws::HertzMindlin>(laws.normal).contact_time(mass, R, 100);
  EXPECT_EQ(contact_time(laws, mass, R, 100), impact);
  const SoftLaws linear = laws_with(laws::DmtCohesion{0.5}.law());
  EXPECT_EQ(contact_time(linear, mass, R, 3), std::get<laws::LinearSpring>(linear.normal).contact_time(mass, R, 3));
}

// Speed at the first touch by the energy of the attraction, A R / 6 (1 / h_0 - 1 / (h_c + h_0)).
TEST(CohesiveScales, ApproachOfNearPairs) {
  const double A = 1e-19, h0 = 1e-9, range = 1e-7, R = 5e-6, mass = 4e-12;
  const SoftLaws laws = laws_with(laws::VanDerWaals{A, h0, range}.law());
  const double fall = std::sqrt(2 * A * R / 6 * (1 / h0 - 1 / (range + h0)) / mass);
  EXPECT_NEAR(approach_time(laws, mass, R, 0) / (2 * h0 / fall), 1, 1e-9);
  EXPECT_NEAR(approach_time(laws, mass, R, 2 * fall) / (2 * h0 / (std::sqrt(5.0) * fall)), 1, 1e-9);
  const double fastest = approach_time(laws, mass, R, 40 * fall);
  EXPECT_NEAR(fastest / (2 * h0 / (std::sqrt(1001.0) * fall)), 1, 1e-9);
  EXPECT_EQ(approach_time(laws, mass, R, 1e6 * fall), fastest);
  EXPECT_EQ(approach_time(laws_with(laws::DmtCohesion{0.5}.law()), mass, R, 1),
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace rubble::ssdem
