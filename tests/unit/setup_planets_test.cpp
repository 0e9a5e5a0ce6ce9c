// Orbits of [[planet]] compared with other formulations of the problem of two bodies.
#include "config/document.hpp"
#include "setup/read_planets.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

namespace rubble {
namespace {

constexpr double kPi = std::numbers::pi;

std::vector<Planet> planets_of(const std::string& text) {
  auto document = config::Document::parse("[gravity]\nmethod = \"none\"\nconstant = 1\n" + text, "planets.toml");
  return setup::read_planets(document).planets;
}

// Elements of an orbit, and the mean anomaly at the time 0.
struct Elements {
  double axis, eccentricity, inclination, node, pericentre, anomaly;
};

// (elements, mean motion [rad s-1], time [s]) => relative position, by the true anomaly (Murray & Dermott),
// with Kepler's equation solved by bisection.
Vec3 position_on(const Elements& o, double mean_motion, double time) {
  const double e = o.eccentricity, mean = std::remainder(o.anomaly + mean_motion * time, 2 * kPi);
  double low = -4, high = 4;
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    (middle - e * std::sin(middle) < mean ? low : high) = middle;
  }
  const double f = 2 * std::atan2(std::sqrt(1 + e) * std::sin(low / 2), std::sqrt(1 - e) * std::cos(low / 2));
  const double r = o.axis * (1 - e * e) / (1 + e * std::cos(f)), u = o.pericentre + f;
  return r * Vec3(std::cos(o.node) * std::cos(u) - std::sin(o.node) * std::sin(u) * std::cos(o.inclination),
                  std::sin(o.node) * std::cos(u) + std::cos(o.node) * std::sin(u) * std::cos(o.inclination),
                  std::sin(u) * std::sin(o.inclination));
}

const Elements kOrbit{3, 0.4, 0.5, 1.1, 2.3, 0.7};
const std::string kOrbitKeys =
    "semi_major_axis = 3\neccentricity = 0.4\ninclination = 0.5\nlongitude_of_node = 1.1\n"
    "argument_of_pericentre = 2.3\nmean_anomaly = 0.7\n";

TEST(PlanetPaths, OrbitAboutAPoint) {
  const auto planets = planets_of("[[planet]]\nmass = 1\nfocus = [1, 2, 3]\nperiod = 7\n" + kOrbitKeys);
  for (const double time : {0.0, 1.3, 40.0}) {
    const Vec3 expected = Vec3(1, 2, 3) + position_on(kOrbit, 2 * kPi / 7, time);
    EXPECT_LT((planets[0].position_at(time) - expected).norm(), 1e-12) << time;
  }
}

TEST(PlanetPaths, PericentreInPlaceOfTheSemiMajorAxis) {
  const std::string keys = "eccentricity = 0.4\nmean_anomaly = 0.7\n";
  const std::string head = "[[planet]]\nmass = 1\nfocus = [0, 0, 0]\nperiod = 7\n";
  const auto a = planets_of(head + keys + "semi_major_axis = 3\n"), b = planets_of(head + keys + "pericentre = 1.8\n");
  EXPECT_LT((a[0].position_at(5) - b[0].position_at(5)).norm(), 1e-12);
}

// The mean motion about another planet follows from both masses (Kepler's third law). Without recoil the first planet
// stays where it is.
TEST(PlanetPaths, OrbitAboutAPlanetAtRest) {
  const auto planets = planets_of(
      "[[planet]]\nname = \"one\"\nmass = 4\nposition = [1, 2, 3]\n[[planet]]\nmass = 0.5\n"
      "about = \"one\"\n" +
      kOrbitKeys);
  EXPECT_FALSE(planets[0].moves());
  const Vec3 expected = Vec3(1, 2, 3) + position_on(kOrbit, std::sqrt(4.5 / 27), 9);
  EXPECT_LT((planets[1].position_at(9) - expected).norm(), 1e-12);
}

// A binary on an orbit about a third planet, and a moon of the first body of the binary, in an order in which names are
// used before they are given. The centre of mass of the binary is on its orbit, with the mean motion of all three
// masses (Kepler's third law), and the moon is about the first body.
TEST(PlanetPaths, BinaryOnAnOrbitWithAMoon) {
  const auto planets = planets_of(
      "[[planet]]\nname = \"two\"\nmass = 1\nabout = \"one\"\nrecoil = true\nsemi_major_axis = 0.5\neccentricity = "
      "0.1\n"
      "[[planet]]\nname = \"moon\"\nmass = 0.1\nabout = \"one\"\nsemi_major_axis = 0.01\neccentricity = 0\n"
      "[[planet]]\nname = \"one\"\nmass = 3\nabout = \"star\"\n" +
      kOrbitKeys + "[[planet]]\nname = \"star\"\nmass = 100\nposition = [1, 2, 3]\n");
  const double time = 2.7;
  const Vec3 two = planets[0].position_at(time), moon = planets[1].position_at(time),
             one = planets[2].position_at(time), star = planets[3].position_at(time);
  EXPECT_EQ(star, Vec3(1, 2, 3));
  const Vec3 centre = star + position_on(kOrbit, std::sqrt(104.0 / 27), time);
  EXPECT_LT(((3 * one + two) / 4 - centre).norm(), 1e-12);
  const Vec3 apart = position_on({0.5, 0.1, 0, 0, 0, 0}, std::sqrt(4 / 0.125), time);
  EXPECT_LT((two - one - apart).norm(), 1e-12);
  EXPECT_NEAR((moon - one).norm(), 0.01, 1e-12);
}

// A binary that recoils with a third planet: all three are about their common centre of mass, which rests. The third
// law contains all masses.
TEST(PlanetPaths, BinaryThatRecoilsWithAThirdPlanet) {
  const auto planets = planets_of(
      "[[planet]]\nname = \"star\"\nmass = 5\nposition = [1, 2, 3]\n"
      "[[planet]]\nname = \"one\"\nmass = 2\nabout = \"star\"\nrecoil = true\n" +
      kOrbitKeys + "[[planet]]\nmass = 1\nabout = \"one\"\nrecoil = true\nsemi_major_axis = 0.1\neccentricity = 0.2\n");
  for (const double time : {0.0, 1.3, 20.0}) {
    const Vec3 star = planets[0].position_at(time), one = planets[1].position_at(time),
               two = planets[2].position_at(time), binary = (2 * one + two) / 3;
    EXPECT_LT(((5 * star + 2 * one + two) / 8 - Vec3(1, 2, 3)).norm(), 1e-12) << time;
    EXPECT_LT((binary - star - position_on(kOrbit, std::sqrt(8.0 / 27), time)).norm(), 1e-12) << time;
    EXPECT_LT((two - one - position_on({0.1, 0.2, 0, 0, 0, 0}, std::sqrt(3 / 0.001), time)).norm(), 1e-11) << time;
  }
}

// Elements and the prime meridian refer to 'since'; "auto" is the start of the run, which is recorded.
TEST(PlanetPaths, ElementsReferToSince) {
  const std::string text = "[gravity]\nmethod = \"none\"\nconstant = 1\n[[planet]]\nmass = 1\nfocus = [1, 2, 3]\n" +
                           kOrbitKeys +
                           "period = 7\nradius = 1\nc22 = 0.1\nrotation_period = 3\nprime_meridian = 0.3\n";
  const auto settled = [](const std::string& from, double start, std::string* effective) {
    auto document = config::Document::parse(from, "planets.toml");
    External external;
    external.planets = setup::read_planets(document).planets;
    setup::settle_planets(document, start, external);
    if (effective != nullptr) *effective = document.effective();
    return external.planets[0];
  };
  std::string effective;
  const Planet planet = settled(text, 5, &effective), recorded = settled(effective, 50, nullptr),
               given = settled(text + "since = 5\n", 0, nullptr);
  EXPECT_NE(effective.find("since = 5"), std::string::npos) << effective;
  for (const double time : {5.0, 11.0}) {
    const Vec3 expected = Vec3(1, 2, 3) + position_on(kOrbit, 2 * kPi / 7, time - 5);
    EXPECT_LT((planet.position_at(time) - expected).norm(), 1e-12) << time;
    const double angle = 0.3 + 2 * kPi / 3 * (time - 5);
    EXPECT_LT((planet.rotation.at(time).col(0) - Vec3(std::cos(angle), std::sin(angle), 0)).norm(), 1e-12) << time;
    for (const Planet& other : {recorded, given}) {
      EXPECT_EQ(other.position_at(time), planet.position_at(time));
      EXPECT_EQ(other.rotation.at(time), planet.rotation.at(time));
    }
  }
}

// Forces of two bodies on each other: the accelerations of the paths of a binary follow from their positions.
TEST(PlanetPaths, BinaryObeysNewtonsLaw) {
  const auto planets = planets_of(
      "[[planet]]\nname = \"one\"\nmass = 3\nposition = [1, 2, 3]\n[[planet]]\nmass = 1.5\n"
      "about = \"one\"\nrecoil = true\n" +
      kOrbitKeys);
  const double h = 1e-3;
  for (const double time : {0.0, 1.0, 5.0}) {
    const auto acceleration = [&](const Planet& planet) -> Vec3 {
      return (planet.position_at(time + h) - 2 * planet.position_at(time) + planet.position_at(time - h)) / (h * h);
    };
    const Vec3 d = planets[1].position_at(time) - planets[0].position_at(time);
    const Vec3 pull = d / std::pow(d.norm(), 3);
    EXPECT_LT((acceleration(planets[0]) - 1.5 * pull).norm(), 1e-5);
    EXPECT_LT((acceleration(planets[1]) + 3 * pull).norm(), 1e-5);
  }
}

}  // namespace
}  // namespace rubble
