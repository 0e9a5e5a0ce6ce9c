#pragma once
// Light at a point: parallel light, and a sky that is brightest near its zenith. Each direction of light has a shadow
// map (Williams 1978, doi:10.1145/965139.807402).
#include "picture/depths.hpp"

namespace rubble::picture {

// Parallel light from one direction.
class Light {
 public:
  // (scene; unit vector towards the light; centre and radius of the lit region [m]; pixels of the map per side)
  Light(const Scene& scene, const Vec3& direction, const Vec3& centre, double radius, int size);

  const Vec3& direction() const { return direction_; }
  // (point of a surface, its normal) => fraction of the light that reaches it: 0 or 1, or, if `soft`, the weighted mean
  // of the four nearest pixels of the map.
  float reaches(const Vec3& x, const Vec3& normal, bool soft) const;

 private:
  float free(const Vec3& pixels, int x, int y) const;

  Vec3 direction_;
  View view_;
  std::vector<float> z_;
};

class Lighting {
 public:
  // Directions of the sky. Each of the four sample points of a pixel uses another quarter of them.
  static constexpr std::size_t kSky = 48, kPhases = 4;

  // (scene, view of the picture)
  Lighting(const Scene& scene, const View& view);

  // (point of a surface, its normal, quarter of the sky) => light that a white surface there sends to the viewer: about
  // 1 without shadows.
  float light(const Vec3& x, const Vec3& normal, std::size_t phase) const;

 private:
  std::vector<Light> sky_;
  std::vector<float> weight_;  // brightness of each direction of the sky
  std::vector<Light> sun_;     // one element
};

}  // namespace rubble::picture
