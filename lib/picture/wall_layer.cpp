#include "picture/wall_layer.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::picture {
namespace {

constexpr float kOpacity = 0.22F;                        // of one triangle
constexpr Colour kWall{0.115F, 0.215F, 0.355F};          // linear light
const Vec3 kLight = Vec3(-0.5, 0.6, 0.62).normalized();  // along the axes of the view

// Brightness of a translucent triangle, seen from either side.
float brightness(const Vec3& normal) { return 0.4F + 0.6F * static_cast<float>(std::abs(normal.dot(kLight))); }

}  // namespace

WallLayer::WallLayer(const Scene& scene, const View& view, const Depths& depths) {
  if (scene.wall.empty()) return;
  const std::size_t pixels = depths.z.size();
  clear_.assign(pixels, 1);
  light_.assign(pixels, 0);
  count_.assign(pixels, 0);
  for (const DrawnTriangle& triangle : scene.wall) draw(triangle, scene, view, depths);
}

void WallLayer::draw(const DrawnTriangle& triangle, const Scene& scene, const View& view, const Depths& depths) {
  const Vec3 a = view.place(triangle[0]), ab = view.place(triangle[1]) - a, ac = view.place(triangle[2]) - a;
  const double whole = ab.x() * ac.y() - ab.y() * ac.x();
  if (whole == 0) return;  // seen edge on
  const auto range = [](double first, double u, double v, int size) {
    const auto [low, high] = std::minmax({first, first + u, first + v});
    return std::pair(std::max(0, static_cast<int>(std::ceil(std::max(low, -1.0) - 0.5))),
                     std::min(size - 1, static_cast<int>(std::floor(std::min(high, size + 1.0) - 0.5))));
  };
  const auto [left, right] = range(a.x(), ab.x(), ac.x(), depths.width);
  const auto [top, bottom] = range(a.y(), ab.y(), ac.y(), depths.height);
  const Vec3 normal = view.axes * (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
  const float light = brightness(normal);
  for (int y = top; y <= bottom; ++y)
    for (int x = left; x <= right; ++x) {
      const double dx = x + 0.5 - a.x(), dy = y + 0.5 - a.y();
      const double u = (dx * ac.y() - dy * ac.x()) / whole, v = (ab.x() * dy - ab.y() * dx) / whole;
      if (u < 0 || v < 0 || u + v > 1) continue;
      const double z = a.z() + u * ab.z() + v * ac.z();
      const std::size_t at = depths.at(x, y);
      if (z <= double{depths.z[at]}) continue;
      if (scene.cut && scene.cut->normal.dot(view.origin_of({x + 0.5, y + 0.5, z})) > scene.cut->offset) continue;
      clear_[at] *= 1 - kOpacity;
      light_[at] += light;
      count_[at] += 1;
    }
}

Colour WallLayer::over(std::size_t pixel, const Colour& behind) const {
  if (clear_.empty() || count_[pixel] == 0) return behind;
  const float clear = clear_[pixel], own = (1 - clear) * light_[pixel] / count_[pixel];
  return {clear * behind.red + own * kWall.red, clear * behind.green + own * kWall.green,
          clear * behind.blue + own * kWall.blue};
}

}  // namespace rubble::picture
