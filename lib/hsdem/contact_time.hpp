#pragma once
// Time at which two spheres meet. docs/theory.md 13.1.
#include "base/vec.hpp"

#include <cmath>
#include <limits>

namespace rubble::hsdem {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// (position of b relative to a [m], velocity of b relative to a [m s-1], sum of the radii [m]) => time until two
// spheres on straight lines touch [s]; kNever if they do not. For spheres that overlap and approach each other, 0.
// Richardson et al. 2009, equation A.2, in a form without cancellation.
inline double contact_time(const Vec3& separation, const Vec3& velocity, double reach) {
  const double b = separation.dot(velocity);
  if (!(b < 0)) return kNever;
  const double c = separation.squaredNorm() - reach * reach;
  if (c <= 0) return 0;
  const double discriminant = b * b - velocity.squaredNorm() * c;
  return discriminant < 0 ? kNever : c / (std::sqrt(discriminant) - b);
}

// (gap [m] >= 0, its rate of change [m s-1], largest acceleration of one sphere relative to the other [m s-2] >= 0) =>
// time before which they cannot touch [s]. The gap is at least gap + rate t - acceleration t^2 / 2, because the second
// derivative of the distance of two points is at least minus their relative acceleration.
inline double safe_time(double gap, double rate, double acceleration) {
  const double root = std::sqrt(rate * rate + 2 * acceleration * gap);
  if (rate < 0) return 2 * gap / (root - rate);
  return acceleration > 0 ? (rate + root) / acceleration : kNever;
}

}  // namespace rubble::hsdem
