#pragma once
// Rigid bodies of several convex parts: mass properties and connection. Pure geometry, at unit density.
// docs/decisions/0064-compounds-of-hulls.md.
#include "shape/prepared_shape.hpp"

#include <string>
#include <vector>

namespace rubble::shape {

// Parts relative to the common centre of mass, in the common principal axes.
struct Compound {
  std::string name;
  std::vector<PlacedShape> part;             // placements in that frame [m]
  double volume = 0;                         // [m3]
  Vec3 moments = Vec3::Zero();               // principal moments of inertia / density, ascending [m5]
  double reach = 0;                          // distance of the farthest point from the centre of mass [m]
  double area = 0;                           // area of the surface: shared parts of faces do not count [m2]
  Vec3 centre = Vec3::Zero();                // centre of mass in the coordinates in which the parts were given [m]
  Quaternion turn = Quaternion::Identity();  // rotation from the principal frame to those coordinates
};

// Two parts touch if their distance, or the depth of their overlap, is at most this / the smaller radius.
inline constexpr double kPartsTouch = 1e-6;
bool parts_touch(const PreparedShape& a, const Placement& at_a, const PreparedShape& b, const Placement& at_b);

// (name, at least two hulls with their placements) => the compound. Volume, centre of mass and moments are sums over
// the parts, exact up to rounding. InputError for fewer than two parts, for parts that overlap by more than
// kPartsTouch, and for parts that are not connected by touching parts. The frame follows the rule of principal_frame().
Compound make_compound(const std::string& name, const std::vector<PlacedShape>& parts);

// (compound) => the entry of a table of shapes: an aggregate with name, reach, moments and area.
Shape shape_of(const Compound& compound);

}  // namespace rubble::shape
