#include "picture/lighting.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble::picture {

namespace {

constexpr int kSkySize = 512, kSunSize = 2048;  // pixels per side of the maps
constexpr double kOff = 1.5;                    // offset of a point from its surface, in pixels of the map
constexpr float kSkyShare = 0.62F, kSunShare = 0.55F;

constexpr double kLowest = -0.4;  // least component of the sky's directions towards the viewer: lower directions light
                                  // only surfaces that are inclined by more than 23 degrees

// Direction k of n, evenly distributed over the sphere above kLowest (Fibonacci lattice). It is rounded, so that every
// mathematical library gives the same result.
Vec3 even_direction(std::size_t k, std::size_t n) {
  const double z = 1 - (1 - kLowest) * (static_cast<double>(k) + 0.5) / static_cast<double>(n);
  const double around = 2 * std::numbers::pi * static_cast<double>(k) / std::numbers::phi;
  const double flat = std::sqrt(1 - z * z);
  const Vec3 exact(flat * std::cos(around), flat * std::sin(around), z);
  return ((1e9 * exact).array().round() / 1e9).matrix().normalized();
}

}  // namespace

Light::Light(const Scene& scene, const Vec3& direction, const Vec3& centre, double radius, int size)
    : direction_(direction), view_(view_from(direction, centre, 2 * radius, size, size)) {
  z_ = std::move(depths_of(scene, view_, 0).z);
}

float Light::free(const Vec3& pixels, int x, int y) const {
  if (x < 0 || y < 0 || x >= view_.width || y >= view_.height) return 1;
  return static_cast<float>(pixels.z()) >=
                 z_[static_cast<std::size_t>(y) * static_cast<std::size_t>(view_.width) + static_cast<std::size_t>(x)]
             ? 1.0F
             : 0.0F;
}

float Light::reaches(const Vec3& x, const Vec3& normal, bool soft) const {
  const Vec3 at = view_.place(x + kOff / view_.scale * (normal + direction_));
  if (!soft) return free(at, static_cast<int>(std::floor(at.x())), static_cast<int>(std::floor(at.y())));
  const double left = std::floor(at.x() - 0.5), top = std::floor(at.y() - 0.5);
  const auto right_share = static_cast<float>(at.x() - 0.5 - left),
             lower_share = static_cast<float>(at.y() - 0.5 - top);
  const int column = static_cast<int>(left), row = static_cast<int>(top);
  const float upper = (1 - right_share) * free(at, column, row) + right_share * free(at, column + 1, row);
  const float lower = (1 - right_share) * free(at, column, row + 1) + right_share * free(at, column + 1, row + 1);
  return (1 - lower_share) * upper + lower_share * lower;
}

Lighting::Lighting(const Scene& scene, const View& view) {
  const double radius = 0.55 * std::hypot(view.width, view.height) / view.scale;
  const Mat3 to_world = view.axes.transpose();
  const Vec3 zenith = to_world * Vec3(-0.2, 0.8, 0.55).normalized();
  sun_.emplace_back(scene, to_world * Vec3(-0.5, 0.6, 0.62).normalized(), view.centre, radius, kSunSize);
  std::vector<std::optional<Light>> sky(kSky);
  for_chunks(kSky, [&](std::size_t k) {
    sky[k].emplace(scene, to_world * even_direction(k, kSky), view.centre, radius, kSkySize);
  });
  for (std::optional<Light>& light : sky) {
    weight_.push_back(static_cast<float>(0.7 + 0.3 * light->direction().dot(zenith)));
    sky_.push_back(std::move(*light));
  }
}

// For a surface perpendicular to the line of sight, the mean of max(0, n . d) over the sky is 1 / (2 (1 - kLowest)).
float Lighting::light(const Vec3& x, const Vec3& normal, std::size_t phase) const {
  float sky = 0;
  for (std::size_t k = phase; k < kSky; k += kPhases) {
    const auto facing = static_cast<float>(normal.dot(sky_[k].direction()));
    if (facing > 0) sky += weight_[k] * facing * sky_[k].reaches(x, normal, false);
  }
  sky *= static_cast<float>(2 * (1 - kLowest) * kPhases / kSky);
  const auto facing = static_cast<float>(normal.dot(sun_[0].direction()));
  const float sun = facing > 0 ? facing * sun_[0].reaches(x, normal, true) : 0;
  return kSkyShare * sky + kSunShare * sun;
}

}  // namespace rubble::picture
