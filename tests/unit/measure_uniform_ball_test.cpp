// Uniform balls, compared with sums over shells and with the integrated equation of motion of a falling shell.
#include "measure/scaling/uniform_ball.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace rubble::measure {
namespace {

const UniformBall kBall{.density = 2000, .radius = 500, .constant = 6.6743e-11};

TEST(UniformBall, EscapeSpeedAndGravityOfAPointMass) {
  const double mass = 2000 * 4 * std::numbers::pi / 3 * 500 * 500 * 500;
  EXPECT_NEAR(kBall.mass() / mass, 1, 1e-15);
  EXPECT_NEAR(kBall.surface_gravity() / (6.6743e-11 * mass / 250000), 1, 1e-15);
  EXPECT_NEAR(kBall.escape_speed() / std::sqrt(2 * 6.6743e-11 * mass / 500), 1, 1e-15);
  EXPECT_NEAR(kBall.momentum_unit() / std::sqrt(6.6743e-11 * std::pow(mass, 3) * 500), 1, 1e-15);
}

// Hydrostatic equilibrium, dP/dr = -rho g r / R, summed from the surface inwards; the mean is weighted by r^2.
TEST(UniformBall, PressureBalancesTheWeightOfTheShells) {
  const int shells = 20000;
  const double step = kBall.radius / shells;
  double pressure = 0, sum = 0;
  for (int k = shells - 1; k >= 0; --k) {
    const double r = (k + 0.5) * step;
    const double fall = kBall.density * kBall.surface_gravity() * r / kBall.radius * step;
    pressure += 0.5 * fall;
    sum += pressure * 3 * r * r * step;
    pressure += 0.5 * fall;
  }
  EXPECT_NEAR(kBall.central_pressure() / pressure, 1, 1e-9);
  EXPECT_NEAR(kBall.mean_pressure() / (sum / std::pow(kBall.radius, 3)), 1, 1e-7);
}

// A shell of unit radius falls from rest: r'' = -(4 pi / 3) G rho / r^2, by leapfrog steps.
TEST(UniformBall, FallOfAShell) {
  const double constant = 6.6743e-11, start = 100, pull = 4 * std::numbers::pi / 3 * constant * start, dt = 0.01;
  double r = 1, v = 0, time = 0;
  while (r > 0.5) {
    v -= 0.5 * dt * pull / (r * r);
    r += dt * v;
    v -= 0.5 * dt * pull / (r * r);
    time += dt;
  }
  time -= (r - 0.5) / v;  // v < 0: the last step went beyond
  EXPECT_NEAR(fall_time(start, 8 * start, constant) / time, 1, 1e-6);
}

// Complete collapse takes sqrt(3 pi / (32 G rho)), Binney & Tremaine 2008, problem 3.4.
TEST(UniformBall, FallToThePointAndNoFall) {
  EXPECT_NEAR(fall_time(100, 1e30, 1) / std::sqrt(3 * std::numbers::pi / 3200), 1, 1e-9);
  EXPECT_EQ(fall_time(100, 100, 1), 0);
  EXPECT_EQ(fall_time(100, 50, 1), 0);
}

}  // namespace
}  // namespace rubble::measure
