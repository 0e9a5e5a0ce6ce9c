#include "shape/lens.hpp"

#include "base/ball.hpp"

#include <algorithm>
#include <numbers>

namespace rubble::shape {

// Sum of two spherical caps, in a form that is accurate for a thin lens (Weisstein, MathWorld "Sphere-Sphere
// Intersection", Eq. 16).
double lens_volume(double radius_a, double radius_b, double distance) {
  using std::numbers::pi;
  const double depth = radius_a + radius_b - distance;
  if (depth <= 0) return 0;
  const auto [small, large] = std::minmax(radius_a, radius_b);
  if (distance <= large - small) return ball_volume(small);
  const double difference = large - small;
  const double sum = large + small;
  return pi * depth * depth * (distance * distance + 2 * distance * sum - 3 * difference * difference) /
         (12 * distance);
}

}  // namespace rubble::shape
