#pragma once
// Translucent walls over the bodies of a picture.
#include "picture/depths.hpp"

namespace rubble::picture {

// The light that the triangles in front of the bodies take away and add, pixel by pixel. It does not depend on their
// order.
class WallLayer {
 public:
  // (scene with walls, view, its visible items)
  WallLayer(const Scene& scene, const View& view, const Depths& depths);

  // (index of a pixel, its colour without walls) => its colour behind the walls.
  Colour over(std::size_t pixel, const Colour& behind) const;

 private:
  void draw(const DrawnTriangle& triangle, const Scene& scene, const View& view, const Depths& depths);

  std::vector<float> clear_;  // share of the light from behind; empty without walls
  std::vector<float> light_;  // sum of the brightness of the triangles
  std::vector<float> count_;  // number of triangles
};

}  // namespace rubble::picture
