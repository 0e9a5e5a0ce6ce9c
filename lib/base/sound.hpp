#pragma once
// Conditions that the numbers of a body must meet before geometry uses them.
#include "base/vec.hpp"

#include <cmath>

namespace rubble {

// Largest coordinate [m]. Volumes are products of three lengths, which overflow beyond about 1e102 m.
inline constexpr double kFarthest = 1e100;

// (position [m]) => true if it is finite and not too far from the origin.
inline bool is_place(const Vec3& x) { return x.lpNorm<1>() < kFarthest; }

// True if the length is 1 up to rounding. Renormalisation keeps this error below 1e-8 in 1e16 steps.
inline bool is_turn(const Quaternion& q) { return std::abs(q.squaredNorm() - 1) < 1e-6; }

}  // namespace rubble
