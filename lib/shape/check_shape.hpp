#pragma once
// Conditions that every shape must meet before it is used, because files may contain invalid shapes.
#include "shape/shape.hpp"

#include <optional>
#include <string>

namespace rubble::shape {

// Largest error of a shape's properties, relative to its outer radius, volume, area or largest moment of inertia.
inline constexpr double kShapeTolerance = 1e-7;

// (shape) => the first fault, if any, as "vertex: expected ..., found ...". The cost is faces x log vertices.
// Conditions:
// Every kind:
//   - It has a name.
//   - Reach, area and moments are finite and above 0; the area of an aggregate may be 0.
//   - The moments ascend, and the last is at most the sum of the others.
// A sphere or an aggregate:
//   - It has no vertices and no faces.
//   - A sphere has the moments, area and reach of the unit ball.
// A hull:
//   - The vertices are finite.
//   - The faces are closed (not_closed()), planar, counter-clockwise and convex, and no vertex lies above a face.
//   - The volume is 4 pi / 3, the centre of mass is at the origin, and the products of inertia are 0.
//   - Reach, moments and area are those computed from the vertices and faces.
std::optional<std::string> violation(const Shape& shape);

// Parts of the check of a kind. (quantity, expected and found value, largest difference) => the fault, if any.
std::optional<std::string> differs(const char* quantity, double expected, double found, double tolerance);
std::optional<std::string> differs(const char* quantity, const Vec3& expected, const Vec3& found, double tolerance);
// (shape) => the fault, if it has vertices or faces.
std::optional<std::string> has_vertices(const Shape& shape);

}  // namespace rubble::shape
