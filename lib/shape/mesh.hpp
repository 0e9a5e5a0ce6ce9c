#pragma once
// Surfaces read from files, and the convex bodies that they enclose.
#include "shape/shape.hpp"

#include <optional>
#include <string>

namespace rubble::shape {

// Largest relative difference between the volume of a surface and that of its hull. It accepts rocks whose coordinates
// have only three or four digits.
inline constexpr double kConvex = 1e-3;

// (vertices in any unit, including vertices that no face uses; faces) => the reason why the faces are not the surface
// of a convex body, if any. Reasons are:
// - no faces, or two vertices at one point;
// - an edge with two equal ends, or one that does not belong to two faces with opposite directions (the surface is open
//   or folded);
// - faces clockwise seen from outside;
// - a volume that differs from that of the hull by more than kConvex.
//
// InputError if the vertices have no hull, as for hull_of().
std::optional<std::string> no_convex_surface(const Vec3s& vertex, const Faces& face);

// (vertices in any unit, including vertices that no face uses; faces) => the reason why the faces are not a closed
// surface that encloses a volume, if any. The surface need not be convex. Intersections of the surface with itself are
// not detected. Reasons are:
// - no faces, or two vertices at one point;
// - an edge with two equal ends, or one that does not belong to two faces with opposite directions;
// - a volume that is not above 0.
std::optional<std::string> no_closed_surface(const Vec3s& vertex, const Faces& face);

// (name, vertices [m], faces) => the hull of the vertices that the faces use. InputError as for make_hull().
PlacedShape hull_of_mesh(const std::string& name, const Vec3s& vertex, const Faces& face);

// (vertices, faces) => the same surface, with vertices of identical coordinates merged: in STL files each triangle has
// its own vertices.
Polyhedron welded(const Vec3s& vertex, const Faces& face);

// (hull, its placement) => its vertices there [m].
Vec3s points_at(const Shape& hull, const Placement& place);

}  // namespace rubble::shape
