#pragma once
// Conditions that the numbers of a body must meet before geometry uses them.
#include "base/vec.hpp"

#include <cmath>

namespace rubble {

// Largest coordinate [m]. Volumes are products of three lengths, which overflow beyond about 1e102 m.
inline constexpr double kFarthest = 1e100;

// (position [m]) => true if it is finite and not too far from the origin.
inline bool is_place(const Vec3& x) { return x.lpNorm<1>() < kFarthest; }

// True if the squared length is 1 within 1e-6, which is far more than rounding errors.
inline bool is_turn(const Quaternion& q) { return std::abs(q.squaredNorm() - 1) < 1e-6; }

}  // namespace rubble
