#pragma once
// Colours of the bodies.
#include "measure/columns.hpp"
#include "picture/scene.hpp"

#include <cstdint>

namespace rubble::picture {

// Numbers shown as colours. Numbers from low to high use a perceptually uniform map; groups have one colour each.
struct Shading {
  measure::BodyColumn column;
  double low = 0, high = 1;
  bool logarithmic = false;
};

// (0 to 1) => colour of the map, 0xRRGGBB: dark blue over green to yellow.
std::uint32_t map_colour(double share);
// (number of a group, from 0; -1: no group; named: true if groups have names and the few colours of a legend, false if
// the numbers of neighbours only need different colours) => 0xRRGGBB
std::uint32_t group_colour(int group, bool named);
// (value of a column of groups, of any size) => a group number with the same colour.
int group_of(double value);
// Number of groups with different colours.
inline constexpr int kGroupColours = 7;

// (value, shading) => its position between low and high, 0 to 1; values outside have the nearer end.
double share_of(double value, const Shading& shading);

// (pile, its shading) => the colour of each body.
std::vector<Colour> colours_of(const Pile& pile, const Shading& shading);
// (pile) => shades of rock, one for each grain.
std::vector<Colour> rock_colours(const Pile& pile);

}  // namespace rubble::picture
