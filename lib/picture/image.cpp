#include "picture/image.hpp"

#include "base/parallel.hpp"
#include "picture/wall_layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::picture {

namespace {

constexpr int kFine = 2;  // sample points per pixel, in each direction
// Radius at which smaller balls and rods are drawn [pixels]. They would otherwise be visible in some frames only.
constexpr double kLeastRadius = 0.7;
constexpr int kLevels = 4096;  // levels of linear light, each mapped to a byte of sRGB

// sRGB (IEC 61966-2-1).
double to_linear(double byte) {
  const double c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

std::array<std::uint8_t, kLevels> make_bytes() {
  std::array<std::uint8_t, kLevels> out{};
  for (std::size_t k = 0; k < kLevels; ++k) {
    const double c = static_cast<double>(k) / (kLevels - 1);
    const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
    out[k] = static_cast<std::uint8_t>(std::lround(255 * s));
  }
  return out;
}

std::uint32_t to_srgb(const Colour& c) {
  static const std::array<std::uint8_t, kLevels> bytes = make_bytes();
  const auto byte = [&](float value) {
    const float level = std::clamp(value, 0.0F, 1.0F) * (kLevels - 1);
    return std::uint32_t{bytes[static_cast<std::size_t>(level + 0.5F)]};
  };
  return byte(c.red) << 16 | byte(c.green) << 8 | byte(c.blue);
}

Colour operator*(float share, const Colour& c) { return {share * c.red, share * c.green, share * c.blue}; }
void operator+=(Colour& sum, const Colour& c) {
  sum.red += c.red;
  sum.green += c.green;
  sum.blue += c.blue;
}

}  // namespace

Colour linear(std::uint32_t srgb) {
  const auto part = [&](int shift) { return static_cast<float>(to_linear(static_cast<double>(srgb >> shift & 0xFF))); };
  return {part(16), part(8), part(0)};
}

Image render(const Scene& scene, const View& view, std::uint32_t background) {
  View fine = view;
  fine.width *= kFine;
  fine.height *= kFine;
  fine.scale *= kFine;
  const Depths depths = depths_of(scene, fine, kFine * kLeastRadius);
  const Lighting lighting(scene, view);
  const Colour empty = linear(background);
  const WallLayer walls(scene, fine, depths);
  const auto colour_of_bodies = [&](int x, int y) {
    const std::size_t at = depths.at(x, y);
    const std::int32_t item = depths.item[at];
    if (item < 0) return empty;
    const Vec3 place = fine.origin_of({x + 0.5, y + 0.5, double{depths.z[at]}});
    const Vec3 normal = normal_at(scene, item, place, 0.05 / fine.scale);
    const auto phase = static_cast<std::size_t>(x % kFine + kFine * (y % kFine));
    return lighting.light(place, normal, phase) * scene.colour[static_cast<std::size_t>(item)];
  };
  const auto colour_at = [&](int x, int y) { return walls.over(depths.at(x, y), colour_of_bodies(x, y)); };
  Image out{view.width, view.height, {}};
  out.pixel.resize(static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height));
  const auto rows = static_cast<std::ptrdiff_t>(view.height);
#pragma omp parallel for schedule(dynamic, 8) if (rows > 8)
  for (std::ptrdiff_t row = 0; row < rows; ++row) {
    for (int x = 0; x < view.width; ++x) {
      Colour sum;
      for (int dy = 0; dy < kFine; ++dy)
        for (int dx = 0; dx < kFine; ++dx) sum += colour_at(kFine * x + dx, kFine * static_cast<int>(row) + dy);
      out.pixel[static_cast<std::size_t>(row) * static_cast<std::size_t>(view.width) + static_cast<std::size_t>(x)] =
          to_srgb((1.0F / (kFine * kFine)) * sum);
    }
  }
  return out;
}

void lay_over(Image& front, const Image& behind, std::uint32_t background, double share) {
  const auto mixed = [&](std::uint32_t below, int shift) {
    const auto part = [&](std::uint32_t colour) { return static_cast<double>(colour >> shift & 0xFF); };
    return static_cast<std::uint32_t>(std::lround(part(background) + share * (part(below) - part(background))))
           << shift;
  };
  for (std::size_t k = 0; k < front.pixel.size(); ++k) {
    const std::uint32_t below = behind.pixel[k];
    if (front.pixel[k] == background) front.pixel[k] = mixed(below, 16) | mixed(below, 8) | mixed(below, 0);
  }
}

}  // namespace rubble::picture
