#pragma once
// "The bulk radius of a pile" is a choice; here the choices have names.
#include "model/pile.hpp"

#include <array>
#include <string>

namespace rubble::measure {

inline constexpr std::size_t kBulkRadii = 4;

// ellipsoid  (a b c)^(1/3) of the extents along the principal axes, surfaces included
// distance   largest distance of a surface from the centre of mass
// semi_axis  longest semi-axis of the uniform ellipsoid with the pile's mass and moments of inertia
// mass95     radius of the sphere about the centre of mass that holds 95 % of the mass
const std::array<std::string, kBulkRadii>& bulk_radius_names();

// (pile) => the four in that order [m]; all bodies count, wherever they are. InputError if there are none.
std::array<double, kBulkRadii> bulk_radii(const Pile& pile);

// (pile) => half of its range, surfaces included, along each principal axis (a, b, c), wherever the middle of the range
// lies [m]: half its length, width and height. InputError if there are no bodies.
Vec3 half_ranges(const Pile& pile);

}  // namespace rubble::measure
