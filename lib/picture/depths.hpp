#pragma once
// Visible parts of a scene, pixel by pixel: the nearest item and its depth.
#include "picture/scene.hpp"
#include "picture/view.hpp"

#include <cstdint>
#include <limits>

namespace rubble::picture {

inline constexpr float kNothing = -std::numeric_limits<float>::infinity();

struct Depths {
  int width = 0, height = 0;
  std::vector<float> z;            // depth of the item at each pixel's middle, towards the viewer [pixels]; or kNothing
  std::vector<std::int32_t> item;  // index of the item: balls, then hulls, then rods; -1: none

  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
};

// (scene, view, radius at which smaller balls and rods are drawn [pixels]) => the visible items. The bits do not depend
// on the number of threads.
Depths depths_of(const Scene& scene, const View& view, double least);

// (scene, item, a point of its surface as drawn [m], tolerance [m] within which a point counts as on the cut) => the
// outward normal at that point.
Vec3 normal_at(const Scene& scene, std::int32_t item, const Vec3& x, double tolerance);

}  // namespace rubble::picture
