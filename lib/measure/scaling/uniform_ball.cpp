#include "measure/scaling/uniform_ball.hpp"

#include "base/ball.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble::measure {

double UniformBall::mass() const { return density * ball_volume(radius); }

double UniformBall::surface_gravity() const { return constant * mass() / (radius * radius); }

double UniformBall::escape_speed() const { return std::sqrt(2 * surface_gravity() * radius); }

double UniformBall::central_pressure() const { return 0.5 * density * surface_gravity() * radius; }

double UniformBall::mean_pressure() const { return 0.4 * central_pressure(); }

double UniformBall::momentum_unit() const {
  const double m = mass();
  return std::sqrt(constant * m * m * m * radius);
}

double fall_time(double start, double end, double constant) {
  const double ratio = std::min(1.0, std::cbrt(start / end));  // radius at the end / at the start
  const double angle = std::acos(std::sqrt(ratio));
  return std::sqrt(3 / (8 * std::numbers::pi * constant * start)) * (angle + 0.5 * std::sin(2 * angle));
}

}  // namespace rubble::measure
