#pragma once
// Surfaces as files give them, and the convex bodies that they enclose.
#include "shape/shape.hpp"

#include <optional>
#include <string>

namespace rubble::shape {

// A surface's volume may miss that of its hull by this part: coordinates with three or four digits make no rock
// refused.
inline constexpr double kConvex = 1e-3;

// (vertices in any unit, those that no face has included; faces) => the fault that keeps the faces from being the
// surface of a convex body, if any: two vertices at one point, an edge that does not belong to two faces with opposite
// directions (the surface is open, or folded), faces clockwise seen from outside, a volume that misses that of the hull
// by more than kConvex.
std::optional<std::string> no_convex_surface(const Vec3s& vertex, const Faces& face);

// (vertices in any unit, those that no face has included; faces) => the fault that keeps the faces from being a closed
// surface that encloses a volume, convex or not, if any: two vertices at one point, an edge that does not belong to two
// faces with opposite directions, a volume that is not above 0. Parts of the surface that cut each other are not found.
std::optional<std::string> no_closed_surface(const Vec3s& vertex, const Faces& face);

// (name, vertices [m], faces) => the hull of the faces' vertices. InputError as make_hull.
PlacedShape hull_of_mesh(const std::string& name, const Vec3s& vertex, const Faces& face);

// (vertices, faces) => the same surface with vertices at one point (the same bits) made one: triangles of STL have
// their own.
Polyhedron welded(const Vec3s& vertex, const Faces& face);

// (hull, where it is) => its vertices there [m].
Vec3s points_at(const Shape& hull, const Placement& place);

}  // namespace rubble::shape
