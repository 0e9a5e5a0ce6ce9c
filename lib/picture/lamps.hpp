#pragma once
// Light that reaches a point: from one lamp, and from a sky of uniform brightness. Each direction of light has a map of
// what it meets first (Williams 1978, doi:10.1145/965139.807402).
#include "picture/depths.hpp"

namespace rubble::picture {

// Parallel light from one direction.
class Lamp {
 public:
  // (scene; direction to the light, unit vector; what it shines on: centre and radius [m]; pixels of its map per side)
  Lamp(const Scene& scene, const Vec3& direction, const Vec3& centre, double radius, int size);

  const Vec3& direction() const { return direction_; }
  // (point of a surface, its normal) => 0 or 1: light that reaches it; where `soft`, the mean of the four nearest
  // pixels of the map.
  float reaches(const Vec3& x, const Vec3& normal, bool soft) const;

 private:
  float free(const Vec3& pixels, int x, int y) const;

  Vec3 direction_;
  View view_;
  std::vector<float> z_;
};

class Lamps {
 public:
  // Directions of the sky; a pixel asks a quarter of them, its neighbours the others.
  static constexpr std::size_t kSky = 48, kPhases = 4;

  // (scene, what the picture shows)
  Lamps(const Scene& scene, const View& view);

  // (point of a surface, its normal, which quarter of the sky) => light that it sends to the viewer, of a white
  // surface: about 1 where nothing is in the way.
  float light(const Vec3& x, const Vec3& normal, std::size_t phase) const;

 private:
  std::vector<Lamp> sky_;
  std::vector<float> weight_;  // brightness of the sky
  std::vector<Lamp> sun_;      // one
};

}  // namespace rubble::picture
