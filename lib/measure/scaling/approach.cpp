#include "measure/scaling/approach.hpp"

#include <cmath>
#include <limits>

#include <boost/math/quadrature/gauss_kronrod.hpp>

namespace rubble::measure {

double approach_time(const Approach& approach, double distance) {
  const auto& [separation, offset, speed, strength] = approach;
  if (distance >= separation) return 0;
  if (speed == 0 && strength == 0) return std::numeric_limits<double>::infinity();
  // With r = separation - s^2 the integrand has no singularity, even if the bodies start at rest.
  const auto slowness = [&](double s) {
    const double r = separation - s * s;
    const double fall = 2 * strength * s * s / (r * separation);
    const double across = offset * speed / r;
    return 2 * s / std::sqrt(speed * speed + fall - across * across);
  };
  constexpr unsigned kDepth = 15;
  constexpr double kError = 1e-12;
  using Rule = boost::math::quadrature::gauss_kronrod<double, 31>;
  return Rule::integrate(slowness, 0.0, std::sqrt(separation - distance), kDepth, kError);
}

}  // namespace rubble::measure
