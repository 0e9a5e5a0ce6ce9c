#pragma once
// Random orientations.
#include "base/random.hpp"

#include <cmath>

namespace rubble::generate {

// => a random rotation with uniform distribution: a point on the sphere in four dimensions as a quaternion. Marsaglia
// 1972, doi:10.1214/aoms/1177692644. It needs no sine, so that the bits are the same everywhere.
inline Quaternion random_orientation(Random& random) {
  const auto in_disc = [&](double& x, double& y) {
    for (;;) {
      x = random.uniform(-1, 1), y = random.uniform(-1, 1);
      const double s = x * x + y * y;
      if (s > 0 && s < 1) return s;
    }
  };
  double a = 0, b = 0, c = 0, d = 0;
  const double first = in_disc(a, b), second = in_disc(c, d);
  const double f = std::sqrt((1 - first) / second);
  return Quaternion(a, b, f * c, f * d).normalized();
}

}  // namespace rubble::generate
