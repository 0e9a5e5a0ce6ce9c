#pragma once
// Colours of the bodies.
#include "measure/extent/columns.hpp"
#include "picture/scene.hpp"

#include <cstdint>

namespace rubble::picture {

// Numbers shown as colours. Numbers from low to high use a perceptually uniform map; groups have one colour each.
struct Shading {
  measure::ColourColumn column;
  double low = 0, high = 1;
  bool logarithmic = false;
};

// (0 to 1) => colour of the map, 0xRRGGBB: dark violet over blue and green to yellow.
std::uint32_t map_colour(double share);
// (number of a group, from 0, or -1 for no group; named) => 0xRRGGBB. If the groups are `named` in a legend, those from
// kGroupColours on are grey, like -1. Otherwise they use the colours again.
std::uint32_t group_colour(int group, bool named);
// (value of a column of groups, of any size) => a group number with the same colour; -1 for values below 0.
int group_of(double value);
// Number of groups with different colours.
inline constexpr int kGroupColours = 7;

// (value, shading) => its position between low and high, linear or logarithmic, 0 to 1; values outside have the nearer
// end. It is 0.5 unless low < high.
double share_of(double value, const Shading& shading);

// (pile, its shading) => the colour of each body.
std::vector<Colour> colours_of(const Pile& pile, const Shading& shading);
// (pile) => the colour of each body: a shade of rock that the bodies of a grain share.
std::vector<Colour> rock_colours(const Pile& pile);

}  // namespace rubble::picture
