// Bodies in the fields of planets, by each method, compared with averaged equations and other formulations.
#include "base/error.hpp"
#include "config/document.hpp"
#include "measure/ledger/ledger.hpp"
#include "model/regroup.hpp"
#include "physics/hard_scene.hpp"
#include "physics/impulse_scene.hpp"
#include "setup/read_planets.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

constexpr double kPi = std::numbers::pi;
const char* const kMethods[] = {"soft spheres", "contact dynamics", "hard spheres"};

// (number of the method, pile, external action, G, step) => a run without self-gravity.
std::unique_ptr<Stepper> stepper_of(int method, Pile& pile, const External& external, double constant, double dt) {
  if (method == 0) {
    ssdem::Parameters p = plain(1e3, 1);
    p.gravity.constant = constant;
    p.step.dt = dt;
    ssdem::resolve(p, pile.model, pile.state, external);
    return std::make_unique<ssdem::Stepper>(p, pile, external);
  }
  if (method == 1) {
    nscd::Parameters p = impulses(dt);
    p.gravity.constant = constant;
    return std::make_unique<nscd::Stepper>(p, pile, external);
  }
  hsdem::Parameters p = hard_spheres(dt, 1);
  p.gravity.constant = constant;
  return std::make_unique<hsdem::Stepper>(p, pile, external);
}

External planets_of(const std::string& text) {
  auto document = config::Document::parse("[gravity]\nmethod = \"none\"\nconstant = 1\n" + text, "planets.toml");
  External external;
  external.planets = setup::read_planets(document).planets;
  return external;
}

// A small sphere.
Pile probe(const Vec3& position, const Vec3& velocity) {
  Pile pile = spheres();
  add(pile, 1, 1e-3, position, velocity);
  return pile;
}

// Angles of the osculating orbit about the origin.
struct Angles {
  double node, pericentre;
};
Angles angles_of(const State& state, double strength) {
  const Vec3 &x = state.position[0], &v = state.velocity[0];
  const Vec3 momentum = x.cross(v), node = Vec3::UnitZ().cross(momentum).normalized();
  const Vec3 eccentricity = v.cross(momentum) / strength - x.normalized();
  return {std::atan2(node.y(), node.x()),
          std::atan2(eccentricity.dot(momentum.normalized().cross(node)), eccentricity.dot(node))};
}

// Node and pericentre about an oblate planet at their averaged rates (Kaula 1966, to first order in J2):
// -3/2 J2 (R / p)^2 n cos i and 3/4 J2 (R / p)^2 n (5 cos^2 i - 1).
TEST(Planets, OrbitAboutAnOblatePlanetPrecesses) {
  const double a = 10, e = 0.2, inclination = 0.7, j2 = 0.01, strength = 1000;
  const External external = planets_of("[[planet]]\nmass = 1000\nposition = [0, 0, 0]\nradius = 1\nj2 = 0.01\n");
  const double n = std::sqrt(strength / (a * a * a)), p = a * (1 - e * e);
  const double speed = std::sqrt(strength / a * (1 + e) / (1 - e));
  const double node_rate = -1.5 * j2 / (p * p) * n * std::cos(inclination);
  const double pericentre_rate = 0.75 * j2 / (p * p) * n * (5 * std::pow(std::cos(inclination), 2) - 1);
  const int orbits = 20, steps = 6000;
  for (int method = 0; method < 3; ++method) {
    const Vec3 along(0, std::cos(inclination), std::sin(inclination));
    Pile pile = probe({a * (1 - e), 0, 0}, speed * along);
    const double dt = 2 * kPi / n / steps;
    const auto stepper = stepper_of(method, pile, external, 1, dt);
    stepper->advance(pile.model, pile.state, external, 2 * kPi / n);
    const Angles first = angles_of(pile.state, strength);
    stepper->advance(pile.model, pile.state, external, 2 * kPi / n * (orbits + 1));
    const Angles last = angles_of(pile.state, strength);
    const double time = 2 * kPi / n * orbits;
    EXPECT_NEAR((last.node - first.node) / time, node_rate, 0.02 * std::abs(node_rate)) << kMethods[method];
    EXPECT_NEAR((last.pericentre - first.pericentre) / time, pericentre_rate, 0.03 * std::abs(pericentre_rate))
        << kMethods[method];
  }
}

// The pole of a spinning oblate grain on a circular orbit precesses about the normal of the orbit at -3/2 (n^2 / w) (C
// - A) / C cos(obliquity), averaged over orbits (Murray & Dermott). Four spheres in a square are oblate.
TEST(Planets, PoleOfAnOblateGrainPrecesses) {
  const double distance = 400, strength = 1e6, obliquity = 0.5;
  const double n = std::sqrt(strength / std::pow(distance, 3)), spin = 40 * n;
  const External external = planets_of("[[planet]]\nmass = 1e6\nposition = [0, 0, 0]\n");
  const Quaternion turn(Eigen::AngleAxisd(obliquity, Vec3::UnitX()));
  for (const int method : {0, 1, 2}) {
    Pile pile = spheres();
    const Vec3 pole = turn * Vec3::UnitZ();
    for (int k = 0; k < 4; ++k) {
      const Vec3 arm = turn * (std::sqrt(2.0) * Vec3(std::cos(kPi / 2 * k), std::sin(kPi / 2 * k), 0));
      add(pile, 1, 1, Vec3(distance, 0, 0) + arm, Vec3(0, n * distance, 0) + spin * pole.cross(arm), spin * pole);
    }
    glue_bodies(pile, {0, 0, 0, 0}, {Mat3::Zero()});
    // About the pole: 4 (2/5 + 2) = 9.6; across: 4 (2/5 + 1) = 5.6.
    const double rate = -1.5 * n * n / spin * (9.6 - 5.6) / 9.6 * std::cos(obliquity);
    const auto stepper = stepper_of(method, pile, external, 1, 2 * kPi / n / 20000);
    const double time = 2 * kPi / n * 2;
    stepper->advance(pile.model, pile.state, external, time);
    const Vec3 now =
        (pile.state.position[0] - pile.state.position[2]).cross(pile.state.position[1] - pile.state.position[3]);
    const auto azimuth = [](const Vec3& x) { return std::atan2(x.y(), x.x()); };
    EXPECT_NEAR(azimuth(now) - azimuth(pole), rate * time, 0.05 * std::abs(rate * time)) << kMethods[method];
    EXPECT_NEAR(std::acos(now.normalized().z()), obliquity, 0.02) << kMethods[method];
  }
}

// A body in the field of a circular binary, compared with the restricted problem of three bodies (Szebehely 1967). It
// is integrated in the rotating frame, with Coriolis and centrifugal terms, by the method of Runge and Kutta.
TEST(Planets, BinaryGivesTheRestrictedThreeBodyProblem) {
  const double m1 = 3, m2 = 1, separation = 2, rate = std::sqrt((m1 + m2) / std::pow(separation, 3));
  const External external = planets_of(
      "[[planet]]\nname = \"one\"\nmass = 3\nposition = [0, 0, 0]\n"
      "[[planet]]\nname = \"two\"\nmass = 1\nabout = \"one\"\nrecoil = true\nsemi_major_axis = 2\neccentricity = 0\n");
  const Vec3 first(-m2 / (m1 + m2) * separation, 0, 0), second(m1 / (m1 + m2) * separation, 0, 0);
  EXPECT_LT((external.planets[0].position_at(0) - first).norm(), 1e-12);
  EXPECT_LT((external.planets[1].position_at(0) - second).norm(), 1e-12);
  const Vec3 start(3, 0.5, 0.4), velocity(0.1, 1.2, 0.1), spin(0, 0, rate);
  using Phase = Eigen::Matrix<double, 6, 1>;
  const auto slope = [&](const Phase& y) {
    const Vec3 x = y.head<3>(), v = y.tail<3>();
    Vec3 a = -2 * spin.cross(v) - spin.cross(spin.cross(x));
    a -= m1 * (x - first) / std::pow((x - first).norm(), 3) + m2 * (x - second) / std::pow((x - second).norm(), 3);
    Phase out;
    out << v, a;
    return out;
  };
  const double end = 12;
  const int steps = 20000;
  Phase y;
  y << start, velocity - spin.cross(start);
  for (int k = 0; k < steps; ++k) {
    const double h = end / steps;
    const Phase a = slope(y), b = slope(y + h / 2 * a), c = slope(y + h / 2 * b), d = slope(y + h * c);
    y += h / 6 * (a + 2 * b + 2 * c + d);
  }
  const Vec3 expected = Eigen::AngleAxisd(rate * end, Vec3::UnitZ()) * Vec3(y.head<3>());
  for (int method = 0; method < 3; ++method) {
    Pile pile = probe(start, velocity);
    const auto stepper = stepper_of(method, pile, external, 1, end / 24000);
    stepper->advance(pile.model, pile.state, external, end);
    EXPECT_LT((pile.state.position[0] - expected).norm(), 1e-5) << kMethods[method];
  }
}

// Glued and free spheres near a binary whose larger body is elongated and rotates: the work, the momentum and the
// angular momentum of the fields are in the ledger.
TEST(Planets, LedgerIncludesTheWorkOfMovingPlanets) {
  const External external = planets_of(
      "[[planet]]\nname = \"one\"\nmass = 3e5\nposition = [40, 0, 0]\nradius = 5\nj2 = 0.1\nc22 = 0.05\n"
      "rotation_period = 3\npole = [0, 1, 3]\n"
      "[[planet]]\nmass = 1e5\nabout = \"one\"\nrecoil = true\nsemi_major_axis = 20\neccentricity = 0.3\n"
      "inclination = 0.3\nmean_anomaly = 1\n");
  for (int method = 0; method < 3; ++method) {
    Pile pile = spheres();
    for (const double side : {-1.0, 1.0}) add(pile, 2, 1, {0, side, 1}, {0, 0, 0.5 * side}, {0.5, 0, 0});
    add(pile, 1, 0.5, {3, 0, -4}, {1, -2, 0}, {0, 1, 0});
    glue_bodies(pile, {0, 0, -1}, {Mat3::Zero()});
    const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
    EXPECT_EQ(before.external, 0);
    const auto stepper = stepper_of(method, pile, external, 1, 1e-3);
    stepper->advance(pile.model, pile.state, external, 0.5);
    const Account& account = stepper->account();
    const measure::Ledger after = measure::ledger(pile, external, 1, false, account);
    EXPECT_LT((after.momentum - before.momentum - account.impulse).norm(), 1e-12 * account.exchanged);
    EXPECT_LT((after.angular() - before.angular() - account.angular_impulse).norm(), 1e-12 * account.exchanged_angular);
    EXPECT_GT(account.driven, before.kinetic());
    EXPECT_NEAR(after.of_motion(), before.of_motion(), 1e-11 * after.kinetic()) << kMethods[method];
    measure::Drift drift;
    drift.update(before, pile.model, pile.state);
    drift.update(after, pile.model, pile.state);
    EXPECT_LT(drift.energy, 1e-9) << kMethods[method];
    EXPECT_LT(drift.momentum, 1e-12) << kMethods[method];
    EXPECT_LT(drift.angular, 1e-12) << kMethods[method];
  }
}

// About planets at rest the potential energy is in the ledger; its error is that of the step, of second order.
TEST(Planets, LedgerIncludesThePotentialOfPlanetsAtRest) {
  const External external = planets_of(
      "[[planet]]\nmass = 3e5\nposition = [40, 0, 0]\nradius = 5\nj2 = 0.3\nc22 = 0.1\npole = [0, 1, 3]\n"
      "[[planet]]\nmass = 1e5\nposition = [0, 40, 0]\nradius = 5\nj2 = 0.3\nrotation_period = 1\npole = [1, 0, 1]\n");
  for (int method = 0; method < 3; ++method) {
    Reals errors;
    for (const double dt : {2e-3, 1e-3}) {
      Pile pile = probe({1, 2, 3}, {0, 0, 0});
      const measure::Ledger before = measure::ledger(pile, external, 1, false, {});
      const auto stepper = stepper_of(method, pile, external, 1, dt);
      stepper->advance(pile.model, pile.state, external, 0.5);
      const measure::Ledger after = measure::ledger(pile, external, 1, false, stepper->account());
      EXPECT_EQ(after.account.driven, 0);
      EXPECT_GT(after.kinetic(), 100 * std::abs(after.of_motion() - before.of_motion()));
      errors.push_back(std::abs(after.of_motion() - before.of_motion()));
    }
    EXPECT_NEAR(errors[0] / errors[1], 4, 0.6) << kMethods[method];
  }
}

// A sphere falls from rest at r to the surface at R in sqrt(r^3 / (2 G M)) (acos sqrt x + sqrt(x (1 - x))), x = R / r.
TEST(Planets, ImpactEndsTheRun) {
  const double fall = std::sqrt(std::pow(10.0, 3) / 2) * (std::acos(std::sqrt(0.4)) + std::sqrt(0.4 * 0.6));
  const std::string planet = "[[planet]]\nname = \"Mars\"\nmass = 1\nposition = [0, 0, 0]\nradius = 4\n";
  for (int method = 0; method < 3; ++method) {
    External external = planets_of(planet + "on_impact = \"stop\"\n");
    Pile pile = spheres();
    add(pile, 1, 1e-3, {0, 20, 0});
    add(pile, 1, 1e-3, {10, 0, 0});
    const double dt = fall / 1000.5;
    auto stepper = stepper_of(method, pile, external, 1, dt);
    const StepReport report = stepper->advance(pile.model, pile.state, external, 2 * fall);
    ASSERT_TRUE(report.impact.has_value()) << kMethods[method];
    EXPECT_EQ(report.impact->body, 1);
    EXPECT_EQ(report.impact->planet, 0u);
    EXPECT_NEAR(pile.state.time, fall, 2 * dt);
    const double time = pile.state.time;
    stepper->advance(pile.model, pile.state, external, 2 * fall);
    EXPECT_EQ(pile.state.time, time);

    external = planets_of(planet);
    pile = probe({10, 0, 0}, {0, 0, 0});
    stepper = stepper_of(method, pile, external, 1, dt);
    std::string message;
    try {
      stepper->advance(pile.model, pile.state, external, 2 * fall);
    } catch (const SanityError& error) {
      message = error.what();
    }
    EXPECT_TRUE(message.starts_with("body 0 reaches the surface of planet 'Mars' at t = ")) << message;
  }
}

// A body whose step is longer than the planet does not pass through it, whether it passes before or after the
// evaluation of forces, and the end of a run is tested as well.
TEST(Planets, ImpactWithinAStepIsFound) {
  const External external =
      planets_of("[[planet]]\nmass = 1\nposition = [0, 0, 0]\nradius = 4\non_impact = \"stop\"\n");
  for (int method = 0; method < 3; ++method)
    for (const double start : {10.0, 35.0, 52.0}) {
      Pile pile = probe({start, 3, 0}, {-1000, 0, 0});
      const auto stepper = stepper_of(method, pile, external, 1, 0.05);
      const StepReport report = stepper->advance(pile.model, pile.state, external, 0.05);
      EXPECT_TRUE(report.impact.has_value()) << kMethods[method] << ", " << start;
    }
}

}  // namespace
}  // namespace rubble::test
