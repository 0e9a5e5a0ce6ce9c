#pragma once
// Range of a grain along the axes.
#include "generate/grain_plan.hpp"

namespace rubble::generate {

// Range of a grain's surface, relative to its position [m].
struct Extent {
  Vec3 low, high;
};

// (grains, grain, its orientation) => its range.
Extent extent(const Grains& grains, std::size_t i, const Quaternion& orientation);

}  // namespace rubble::generate
