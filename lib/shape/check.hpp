#pragma once
// Conditions that every shape must meet before it is used, because files may hold anything.
#include "shape/shape.hpp"

#include <optional>
#include <string>

namespace rubble::shape {

// Parts of the reach, of the volume or of the largest moment by which a shape may miss what it should be.
inline constexpr double kShapeTolerance = 1e-7;

// (shape) => the first thing that is wrong with it, if any, as "vertex: expected ..., found ...":
//   every kind   a name; reach, area and moments finite, above 0 (the area of an aggregate may be 0) and those of a
//                body (rising, none above the sum of the others)
//   not a hull   vertices or faces; for a sphere also a reach, moments or area that are not those of the unit ball
//   a hull       vertices that are not finite; faces that are not closed (not_closed()), not planar, not
//                counter-clockwise or not convex, or a vertex outside a face's plane; another volume than 4 pi / 3;
//                a centre of mass elsewhere than at the origin; products of inertia; reach, moments or area that are
//                not those of the faces. Cost: faces x log vertices.
std::optional<std::string> violation(const Shape& shape);

}  // namespace rubble::shape
