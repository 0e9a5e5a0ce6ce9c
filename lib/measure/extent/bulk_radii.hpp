#pragma once
// Bulk radii of a pile. There are several definitions; each has a name.
#include "model/pile.hpp"

#include <array>
#include <string>

namespace rubble::measure {

inline constexpr std::size_t kBulkRadii = 4;

// The definitions:
// - ellipsoid: (a b c)^(1/3) of the extents along the principal axes (Ellipsoid::extents).
// - distance: the largest distance of a surface point from the centre of mass.
// - semi_axis: the longest semi-axis of the uniform ellipsoid with the pile's mass and moments of inertia.
// - mass95: the radius of the sphere about the centre of mass that contains 95 % of the mass.
const std::array<std::string, kBulkRadii>& bulk_radius_names();

// (pile) => the four radii in that order [m]. All bodies count, wherever they are. InputError if there are none.
std::array<double, kBulkRadii> bulk_radii(const Pile& pile);

// (pile) => half of its range along each principal axis (a, b, c), surfaces included: half its length, width and height
// [m]. The middle of a range may lie anywhere. InputError if there are no bodies.
Vec3 half_ranges(const Pile& pile);

}  // namespace rubble::measure
