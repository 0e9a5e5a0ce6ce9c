#pragma once
// Values of a contact of two materials from the values of both. docs/theory.md 2.14.
#include <cmath>

namespace rubble::laws {

// Geometric mean, for coefficients of friction and restitution, damping rates and attractions (Berthelot 1898). Equal
// values stay as they are.
inline double geometric_mean(double a, double b) {
  if (a == b) return a;
  return a > 0 && b > 0 ? std::sqrt(a) * std::sqrt(b) : 0;  // 0 also for 0 and infinity
}

// Mean of two springs that act in series, each with twice the stiffness of a pair of its material: 1 / k = (1 / k_a + 1
// / k_b) / 2.
inline double series_mean(double a, double b) { return a == b ? a : 2 * (a * b) / (a + b); }

// Mean of the tangential coefficients of restitution of rigid spheres, in [-1, 1]. The tangential impulse is
// proportional to 1 - e_t, so that smooth spheres stay smooth against all others.
inline double sliding_mean(double a, double b) { return a == b ? a : 1 - geometric_mean(1 - a, 1 - b); }

}  // namespace rubble::laws
