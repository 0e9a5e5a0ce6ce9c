#pragma once
// A picture as pixels.
#include "picture/lighting.hpp"

#include <cstdint>

namespace rubble::picture {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixel;  // 0xRRGGBB, sRGB, row by row from the top
};

// (0xRRGGBB, sRGB) => linear light.
Colour linear(std::uint32_t srgb);

// (scene, view, background 0xRRGGBB) => picture of the lit scene. Each pixel is the mean of four points.
Image render(const Scene& scene, const View& view, std::uint32_t background);

// (two pictures of one size and background, opacity) => the second picture is drawn with this opacity into the
// background of the first.
void lay_over(Image& front, const Image& behind, std::uint32_t background, double share);

}  // namespace rubble::picture
