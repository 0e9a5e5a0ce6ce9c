#pragma once
// Conditions that a body's numbers must meet before geometry uses them.
#include "base/vec.hpp"

#include <cmath>

namespace rubble {

// Volumes are products of three lengths: farther away [m] they are no finite numbers.
inline constexpr double kFarthest = 1e100;

// (place [m]) => true if it is a place: false for numbers that are not finite.
inline bool is_place(const Vec3& x) { return x.lpNorm<1>() < kFarthest; }

// Orientations are kept at unit length to rounding, which adds up to 1e-8 at most in 1e16 steps.
inline bool is_turn(const Quaternion& q) { return std::abs(q.squaredNorm() - 1) < 1e-6; }

}  // namespace rubble
