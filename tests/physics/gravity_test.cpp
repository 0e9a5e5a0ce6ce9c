// Self-gravity and the planet compared with closed forms: two bodies, a shell, a collapsing ball.
#include "gravity/direct.hpp"
#include "scene.hpp"

#include <gtest/gtest.h>

namespace rubble::test {
namespace {

// Points spread evenly on a sphere (Fibonacci lattice).
Vec3s shell(std::size_t n, double radius) {
  Vec3s points(n);
  const double turn = std::numbers::pi * (3 - std::sqrt(5.0));
  for (std::size_t i = 0; i < n; ++i) {
    const double z = 1 - (2.0 * static_cast<double>(i) + 1) / static_cast<double>(n), r = std::sqrt(1 - z * z);
    points[i] =
        radius * Vec3(r * std::cos(turn * static_cast<double>(i)), r * std::sin(turn * static_cast<double>(i)), z);
  }
  return points;
}

// Newton's shell theorem (Principia I, props. 70 and 71): a shell exerts no force inside, and the force of a point mass
// outside.
TEST(DirectGravity, InsideAndOutsideAShell) {
  constexpr std::size_t n = 5000;
  for (const double distance : {0.0, 0.3, 0.6, 1.5, 3.0}) {
    Vec3s position = shell(n, 1.0);
    Reals mass(n, 1.0 / n);
    position.push_back(Vec3(0.6, 0, 0.8) * distance), mass.push_back(1e-12);
    Vec3s acceleration;
    gravity::direct_accelerations(mass, position, 1.0, acceleration);
    Reals potential;
    gravity::direct_potentials(mass, position, 1.0, potential);
    if (distance < 1) {
      EXPECT_LT(acceleration[n].norm(), 1e-3);
      EXPECT_NEAR(potential[n], -1, 1e-4);
    } else {
      EXPECT_NEAR(acceleration[n].dot(Vec3(0.6, 0, 0.8)), -1 / (distance * distance), 1e-4);
      EXPECT_NEAR(potential[n], -1 / distance, 1e-4);
    }
  }
}

// Accelerations are compared with an independent sum in long double. Newton's third law and the energy of a pair are
// also checked.
TEST(DirectGravity, AgreesWithLongDoubleSum) {
  Vec3s position = shell(101, 3.0);  // not a multiple of the vector width
  Reals mass(101);
  for (std::size_t i = 0; i < 101; ++i)
    mass[i] = 1 + 0.1 * static_cast<double>(i % 7), position[i] *= 1 + 0.01 * static_cast<double>(i);
  Vec3s acceleration;
  gravity::direct_accelerations(mass, position, 2.5, acceleration);
  long double energy = 0;
  Vec3 net = Vec3::Zero();
  double magnitudes = 0;
  for (std::size_t i = 0; i < 101; ++i) {
    long double a[3] = {0, 0, 0};
    for (std::size_t j = 0; j < 101; ++j) {
      if (i == j) continue;
      long double d[3], r2 = 0;
      for (int k = 0; k < 3; ++k) d[k] = static_cast<long double>(position[j][k]) - position[i][k], r2 += d[k] * d[k];
      for (int k = 0; k < 3; ++k) a[k] += 2.5L * mass[j] * d[k] / (r2 * std::sqrt(r2));
      if (i < j) energy -= 2.5L * mass[i] * mass[j] / std::sqrt(r2);
    }
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(acceleration[i][k], static_cast<double>(a[k]), 1e-13 * acceleration[i].norm()) << i;
    net += mass[i] * acceleration[i], magnitudes += mass[i] * acceleration[i].norm();
  }
  EXPECT_LT(net.norm(), 1e-14 * magnitudes);
  EXPECT_NEAR(gravity::direct_energy(mass, position, 2.5), static_cast<double>(energy),
              1e-13 * static_cast<double>(-energy));
}

// Kepler: after one period 2 pi sqrt(a^3 / GM) an eccentric pair is at its initial position; the apocentre is a (1 +
// e).
TEST(Orbit, TwoSpheresFollowKepler) {
  const double m = 4.0 / 3.0 * std::numbers::pi * 2000 * std::pow(0.1, 3), e = 0.5, a = 10.0, G = 1.0;
  const double total = 2 * m, period = 2 * std::numbers::pi * std::sqrt(a * a * a / (G * total));
  const double fastest = std::sqrt(G * total / a * (1 + e) / (1 - e));
  Pile pile;
  add_sphere(pile, 0.1, 2000, Vec3(0.5 * a * (1 - e), 0, 0), Vec3(0, 0.5 * fastest, 0));
  add_sphere(pile, 0.1, 2000, Vec3(-0.5 * a * (1 - e), 0, 0), Vec3(0, -0.5 * fastest, 0));
  double error[2];
  for (int k = 0; k < 2; ++k) {
    ssdem::Parameters p = plain(1e5, 1);
    p.gravity = {gravity::Summation::direct, G};
    p.step.dt = period / (2000 << k);
    Motion run(p, pile);
    double farthest = 0;
    run.each_step(period,
                  [&] { return farthest = std::max(farthest, (run.position(0) - run.position(1)).norm()), true; });
    EXPECT_NEAR(farthest, a * (1 + e), 1e-4 * a);
    error[k] = (run.position(0) - pile.state.position[0]).norm() / a;
  }
  EXPECT_LT(error[1], 1e-3);
  EXPECT_NEAR(error[0] / error[1], 4, 0.4);  // leapfrog: second order
}

// A circular orbit around the planet as an external field.
TEST(Orbit, CircleAroundThePlanet) {
  External external;
  external.planets = {{5e24, Vec3(1e7, 0, 0)}};
  const double radius = 2e7, speed = std::sqrt(kG * 5e24 / radius), period = 2 * std::numbers::pi * radius / speed;
  Pile pile;
  add_sphere(pile, 1, 2000, Vec3(1e7 + radius, 0, 0), Vec3(0, speed, 0));
  ssdem::Parameters p = plain(1e5, 1);
  p.gravity = {gravity::Summation::direct, kG};
  p.step.dt = period / 5000;
  Motion run(p, pile, external);
  run.until(period);
  EXPECT_LT((run.position(0) - pile.state.position[0]).norm(), 1e-4 * radius);
  // The account includes the impulse of the field.
  const Vec3 change = pile.model.mass[0] * (run.velocity(0) - pile.state.velocity[0]);
  EXPECT_LT((run.stepper().account().impulse - change).norm(), 1e-9 * pile.model.mass[0] * speed);
}

// A cold ball of concentric shells: each shell is attracted by the mass inside it and half of its own mass. In the free
// fall of a cold sphere, a shell falls to x = r / r_0 at t = t_ff (2/pi) [acos sqrt x + sqrt(x (1 - x))], with t_ff =
// pi sqrt(r_0^3 / (8 G M)).
TEST(Collapse, ColdShellsFallFreely) {
  constexpr int shells = 6, watched = 5;
  Pile pile;
  std::vector<int> number;
  for (int k = 1; k <= shells; ++k) {
    const Vec3s points = shell(static_cast<std::size_t>(20 * k * k), (k - 0.5) / shells);
    for (const Vec3& x : points) {
      add_sphere(pile, 1e-8, 1.0, x);  // so light that it has no effect
      pile.model.mass.back() = (3 * k * k - 3 * k + 1) / std::pow(shells, 3) / static_cast<double>(points.size());
      number.push_back(k);
    }
  }
  const double k = watched, r0 = (k - 0.5) / shells;
  const double inside = (std::pow(k - 1, 3) + 0.5 * (3 * k * k - 3 * k + 1)) / std::pow(shells, 3);
  const double free_fall = std::numbers::pi * std::sqrt(r0 * r0 * r0 / (8 * inside));
  ssdem::Parameters p = plain(1.0, 1);
  p.gravity = {gravity::Summation::direct, 1.0};
  p.step.dt = free_fall / 300;
  Motion run(p, pile);
  for (const double x : {0.9, 0.7, 0.5}) {
    run.until(free_fall * 2 / std::numbers::pi * (std::acos(std::sqrt(x)) + std::sqrt(x * (1 - x))));
    double mean = 0;
    for (std::size_t i = 0; i < pile.size(); ++i)
      if (number[i] == watched) mean += run.position(i).norm() / (20 * k * k);
    EXPECT_NEAR(mean / r0, x, 0.01) << x;
  }
}

}  // namespace
}  // namespace rubble::test
