#pragma once
// Annotations of a picture: scale, time, axes, legend; and the picture as a file. Cairo draws the text with a font that
// is linked into the program, so that the result is the same on every machine.
#include "picture/image.hpp"
#include "picture/paint.hpp"

#include <optional>
#include <string>

namespace rubble::picture {

struct Legend {
  std::string title;  // with the unit
  double low = 0, high = 1;
  bool logarithmic = false;
  std::vector<std::pair<std::string, std::uint32_t>> group;  // names and colours; empty: the map from low to high
};

// (shading) => its legend. Groups without names, such as grains, have none.
std::optional<Legend> legend_of(const Shading& shading);

struct Notes {
  double time = 0;     // [s]
  double longest = 0;  // longest time of all frames, which determines the unit [s]
  std::vector<Legend> legend = {};
  double arrow = 0, arrow_pixels = 0;  // the longest arrow: speed [m/s] and length in the picture [pixels]; 0: none
  std::uint32_t ink = 0;               // 0xRRGGBB
};

// (picture, view, notes or none) => a PNG file. This function and the next two throw SystemError if Cairo fails or if
// the font cannot be read.
std::string to_png(const Image& image, const View& view, const std::optional<Notes>& notes);
// (picture, view, notes or none) => an SVG file: the bodies as pixels, the annotations as outlines.
std::string to_svg(const Image& image, const View& view, const std::optional<Notes>& notes);
// (picture, view, notes) => the picture with its annotations.
Image with_notes(const Image& image, const View& view, const Notes& notes);

// (length [m] > 0) => the greatest of 1, 2 or 5 times a power of ten that is not longer.
double round_length(double length);
// (time, longest time [s]) => the time with its unit, such as "3.25 h". The unit is the largest of us, ms, s, min, h, d
// and yr of which the longest time has two or more; for units up to s, one or more.
std::string time_text(double seconds, double longest);
// (m) => "20 km": in km, m, cm, mm or um.
std::string length_text(double metres);

}  // namespace rubble::picture
