#pragma once
#include "generate/grain_plan.hpp"

namespace rubble::generate {

// Range of a grain's surface, relative to its position.
struct Extent {
  Vec3 low, high;
};

// (grains, one of them, its orientation) => its range
Extent extent(const Grains& grains, std::size_t i, const Quaternion& orientation);

}  // namespace rubble::generate
