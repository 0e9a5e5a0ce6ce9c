// The law of adhering elastic spheres as a function, compared with its equations solved in extended precision and with
// closed forms of the literature. docs/theory.md 2.17.
#include "laws/jkr.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::laws {
namespace {

constexpr double kPi = std::numbers::pi;

Jkr law_of(double young, double work) {
  Jkr law{{young, 0.3, 1, Tension::allow}, work};
  law.prepare();
  return law;
}

// Bisection of Johnson et al. 1971: delta = a^2 / R - sqrt(2 pi w a / E*).
long double radius_of(long double overlap, long double R, long double w, long double modulus) {
  const auto overlap_at = [&](long double a) {
    return a * a / R - std::sqrt(2 * std::numbers::pi_v<long double> * w * a / modulus);
  };
  long double low = std::cbrt(std::numbers::pi_v<long double> * w * R * R / (8 * modulus)), high = 2 * low;
  while (overlap_at(high) < overlap) high *= 2;
  for (int k = 0; k < 120; ++k) {
    const long double middle = (low + high) / 2;
    (overlap_at(middle) < overlap ? low : high) = middle;
  }
  return low;
}

// Overlaps from the pull-off to far beyond the range of adhesion, for soft and stiff, small and large spheres.
TEST(Jkr, ContactRadiusSolvesItsEquation) {
  for (const auto& [young, work] : {std::pair{1e6, 0.1}, std::pair{1e9, 0.05}, std::pair{2e11, 1e-3}})
    for (const double R : {1e-7, 3e-5, 2.0}) {
      const Jkr law = law_of(young, work);
      const double end = law.pull_off_overlap(R), scale = std::abs(end);
      EXPECT_NEAR(end / (-0.75 * std::cbrt(std::pow(kPi * work / law.reduced_modulus, 2) * R)), 1, 1e-14);
      for (int k = 0; k <= 400; ++k) {
        const double overlap = end + scale * std::pow(10.0, -3 + 0.03 * k);
        const double a = law.contact_radius(overlap, R);
        EXPECT_NEAR(a / static_cast<double>(radius_of(overlap, R, work, law.reduced_modulus)), 1, 1e-13)
            << overlap / end;
        EXPECT_NEAR(law.overlap_at(a, R), overlap, 4e-15 * (std::abs(overlap) + 3 * scale)) << overlap / end;
      }
    }
}

// The neck breaks at a double root, where the radius depends on the last digits of the overlap.
TEST(Jkr, ContactRadiusAtThePullOff) {
  const Jkr law = law_of(1e9, 0.05);
  const double R = 1e-5, end = law.pull_off_overlap(R);
  const double least = std::cbrt(kPi * 0.05 * R * R / (8 * law.reduced_modulus));  // d(delta) / da = 0
  for (const double beyond : {0.0, 1e-16, 1e-15, -1e-15}) {
    EXPECT_NEAR(law.contact_radius(end * (1 + beyond), R) / least, 1, 1e-6) << beyond;
  }
  EXPECT_NEAR(law.elastic_force(least, R) / (-5.0 / 6 * kPi * 0.05 * R), 1, 1e-12);
  EXPECT_NEAR(law.elastic_force(law.contact_radius(0.0, R), R) / (-4.0 / 3 * kPi * 0.05 * R), 1, 1e-12);
}

// The greatest tension is 3/2 pi w R at any modulus, and that of the curve.
TEST(Jkr, PullOffForceDoesNotDependOnTheModulus) {
  for (const double young : {1e5, 1e8, 1e11}) {
    const Jkr law = law_of(young, 0.02);
    const double R = 4e-6, end = law.pull_off_overlap(R);
    double most = 0;
    for (int k = 1; k < 20000; ++k)
      most = std::max(most, -law.elastic_force(law.contact_radius(end * k / 20000, R), R));
    EXPECT_NEAR(most / (1.5 * kPi * 0.02 * R), 1, 1e-7);
    EXPECT_NEAR(law.pull_off_force(R) / (1.5 * kPi * 0.02 * R), 1, 1e-14);
  }
}

// Without adhesion the law is Hertz's.
TEST(Jkr, WithoutAdhesionItIsHertzsLaw) {
  const Jkr law = law_of(1e9, 0);
  HertzMindlin hertz = law;
  const double R = 0.3;
  for (const double overlap : {1e-7, 1e-4, 0.01}) {
    const double a = law.contact_radius(overlap, R);
    EXPECT_NEAR(a / std::sqrt(R * overlap), 1, 1e-9);
    EXPECT_NEAR(law(a, 0.7, 2.0, R, true).force / hertz(overlap, 0.7, 2.0, R, true).force, 1, 1e-9);
    EXPECT_NEAR(law.energy(a, R) / hertz.energy(overlap, R), 1, 1e-9);
  }
}

// The energy is the integral of the force from zero overlap: its slope is the force, and its value at the end is that
// of Thornton & Ning 1998 (doi:10.1016/S0032-5910(98)00099-0).
TEST(Jkr, EnergyIsTheWorkFromTheFirstTouch) {
  const Jkr law = law_of(1e9, 0.05);
  const double R = 1e-5, end = law.pull_off_overlap(R), scale = std::abs(end) * law.pull_off_force(R);
  EXPECT_NEAR(law.energy(law.contact_radius(0.0, R), R) / scale, 0, 1e-12);
  for (const double part : {0.9, 0.3, -0.5, -4.0, -60.0}) {
    const double overlap = part * end, h = 1e-5 * std::abs(end);
    const double rise =
        law.energy(law.contact_radius(overlap + h, R), R) - law.energy(law.contact_radius(overlap - h, R), R);
    EXPECT_NEAR(rise / (2 * h) / law.elastic_force(law.contact_radius(overlap, R), R), 1, 1e-6) << part;
  }
  const double separation = std::cbrt(std::pow(0.05, 5) * std::pow(R, 4) / std::pow(law.reduced_modulus, 2));
  EXPECT_NEAR(law.energy(law.contact_radius(end, R), R) / separation, 7.09, 0.005);
}

// The estimates behind "auto": the stored energy at the largest overlap is the kinetic energy, the force at the static
// overlap is the load, and the contact without force swings with the slope of its curve.
TEST(Jkr, EstimatesForAuto) {
  const Jkr law = law_of(1e9, 0.05);
  const double R = 1e-5, mass = 3e-11;
  for (const double speed : {1e-3, 0.1, 5.0}) {
    const double overlap = law.impact_overlap(mass, R, speed);
    EXPECT_NEAR(law.energy(law.contact_radius(overlap, R), R) / (0.5 * mass * speed * speed), 1, 1e-9) << speed;
  }
  for (const double load : {0.0, 1e-7, 1e-4})
    EXPECT_NEAR(law.elastic_force(law.contact_radius(law.static_overlap(R, load), R), R), load,
                1e-9 * law.pull_off_force(R) + 1e-9 * load);
  const double rest = law.static_overlap(R, 0), h = 1e-4 * rest;
  const double slope =
      (law.elastic_force(law.contact_radius(rest + h, R), R) - law.elastic_force(law.contact_radius(rest - h, R), R)) /
      (2 * h);
  EXPECT_NEAR(law.contact_time(mass, R, 1e-12) / (kPi * std::sqrt(mass / slope)), 1, 1e-3);
  const HertzMindlin& hertz = law;
  EXPECT_NEAR(law.contact_time(mass, R, 1e3) / hertz.contact_time(mass, R, 1e3), 1, 0.02);
}

// The dashpot does not add to the tension if it is clamped.
TEST(Jkr, ClampedDashpotsDoNotPull) {
  Jkr free{{1e9, 0.3, 0.2, Tension::allow}, 0.05}, clamped{{1e9, 0.3, 0.2, Tension::clamp}, 0.05};
  free.prepare(), clamped.prepare();
  const double R = 1e-5, mass = 3e-11;
  for (const double a : {free.contact_radius(0.3 * free.pull_off_overlap(R), R), free.contact_radius(1e-8, R)}) {
    const double elastic = free.elastic_force(a, R);
    EXPECT_LT(free(a, -1.0, mass, R, false).force, std::min(elastic, 0.0));
    EXPECT_EQ(clamped(a, -1.0, mass, R, false).force, std::min(elastic, 0.0));
    EXPECT_EQ(clamped(a, 1.0, mass, R, true).force, free(a, 1.0, mass, R, true).force);
  }
}

TEST(Jkr, PacksGiveTheBitsOfSingleNumbers) {
  const Jkr law = law_of(1e9, 0.05);
  const Pack radius{1e-5, 2e-6, 3e-4, 1e-5}, rate{1, -1, 0.3, -4}, mass{1, 2, 0.5, 3};
  const Pack overlap = law.pull_off_overlap(radius) * Pack{0.99, 0.2, -3, -1e5};
  const Pack a = law.contact_radius(overlap, radius);
  const NormalForce<Pack> packed = law(a, rate, mass, radius, rate > 0);
  const Pack energy = law.energy(a, radius);
  for (std::size_t k = 0; k < kLanes; ++k) {
    EXPECT_EQ(overlap[k], law.pull_off_overlap(radius[k]) * (Pack{0.99, 0.2, -3, -1e5})[k]);
    EXPECT_EQ(a[k], law.contact_radius(overlap[k], radius[k]));
    const NormalForce<double> one = law(a[k], rate[k], mass[k], radius[k], rate[k] > 0);
    EXPECT_EQ(packed.force[k], one.force);
    EXPECT_EQ(packed.dissipation[k], one.dissipation);
    EXPECT_EQ(energy[k], law.energy(a[k], radius[k]));
  }
}

TEST(CubeRoot, IsThatOfTheLibrary) {
  for (double t = 1e-280; t < 1e280; t *= 1.7) {
    EXPECT_NEAR(rough_cube_root(t) / std::cbrt(t), 1, 0.06) << t;
    EXPECT_NEAR(cube_root(t) / std::cbrt(t), 1, 1e-15) << t;
    EXPECT_EQ(cube_root(all(t))[2], cube_root(t));
  }
}

}  // namespace
}  // namespace rubble::laws
