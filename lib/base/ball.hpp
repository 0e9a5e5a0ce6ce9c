#pragma once
// Volume and radius of a ball.
#include <cmath>
#include <numbers>

namespace rubble {

// (radius [m]) => volume [m3].
inline double ball_volume(double radius) { return 4.0 / 3.0 * std::numbers::pi * radius * radius * radius; }

// (volume [m3]) => radius [m].
inline double ball_radius(double volume) { return std::cbrt(volume / (4.0 / 3.0 * std::numbers::pi)); }

}  // namespace rubble
