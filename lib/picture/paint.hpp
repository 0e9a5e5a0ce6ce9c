#pragma once
// Which colour each body has.
#include "measure/columns.hpp"
#include "picture/scene.hpp"

#include <cstdint>

namespace rubble::picture {

// Numbers shown as colours: those from low to high along a map that is even to the eye, groups each in one.
struct Shading {
  measure::BodyColumn column;
  double low = 0, high = 1;
  bool logarithmic = false;
};

// (0 to 1) => colour of the map, 0xRRGGBB: dark blue over green to yellow.
std::uint32_t map_colour(double share);
// (number of a group from 0 on; -1: in none; whether groups have names, and so few colours that a legend can show, or
// neighbours' numbers only have to look different) => 0xRRGGBB
std::uint32_t group_colour(int group, bool named);
// (value of a column of groups) => number of a group that has the same colour as the number that it is, however large.
int group_of(double value);
// How many groups have colours of their own.
inline constexpr int kGroupColours = 7;

// (value, shading) => its place between low and high, 0 to 1; outside of them the nearer end.
double share_of(double value, const Shading& shading);

// (pile, its shading) => the colour of each body.
std::vector<Colour> colours_of(const Pile& pile, const Shading& shading);
// (pile) => shades of rock, one for each grain.
std::vector<Colour> rock_colours(const Pile& pile);

}  // namespace rubble::picture
