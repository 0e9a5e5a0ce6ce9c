#pragma once
// Annotations of a picture: scale, time, axes, legend; and the picture as a file. Cairo draws it with a font that is
// part of the program, so that it is the same everywhere.
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
  double longest = 0;  // of all frames, which sets the unit [s]
  std::vector<Legend> legend = {};
  double arrow = 0, arrow_pixels = 0;  // the longest arrow: speed [m/s] and length in the plane of the picture; 0: none
  std::uint32_t ink = 0;               // 0xRRGGBB
};

// (picture, view, notes or none) => a PNG file.
std::string to_png(const Image& image, const View& view, const std::optional<Notes>& notes);
// ... => an SVG file: the bodies as pixels, what is written as outlines.
std::string to_svg(const Image& image, const View& view, const std::optional<Notes>& notes);
// ... => the picture with what is written on it.
Image with_notes(const Image& image, const View& view, const Notes& notes);

// (length [m] > 0) => the greatest of 1, 2 or 5 times a power of ten that is not longer.
double round_length(double length);
// (time, longest time [s]) => "3.25 h": in us, ms, s, min, h, d or yr, the greatest unit of which there are two in the
// longest, or one up to s.
std::string time_text(double seconds, double longest);
// (m) => "20 km": in km, m, cm, mm or um.
std::string length_text(double metres);

}  // namespace rubble::picture
