#pragma once
// Convex hulls of points.
#include "shape/polyhedron.hpp"

namespace rubble::shape {

// Neighbouring facets whose vertices lie within kCoplanar of one plane, in parts of the longest side of the points'
// bounding box, are one face; vertices that are then left in fewer than three faces are dropped.
inline constexpr double kCoplanar = 1e-9;
// A hull whose extent in some direction is less than this, in the same parts, is refused: its smallest moment of
// inertia, relative to the largest of the order of the square, would keep fewer than four digits.
inline constexpr double kFlat = 1e-6;

// (points in any unit) => their convex hull: vertices, with the bits that they were given, in the order of x, then y,
// then z, but for those within kCoplanar of an earlier one; faces are planar polygons, each from its lowest vertex on,
// in lexicographic order. So the result does not depend on the order of the points, nor on how often one is there.
// Facets by CGAL with exact predicates (quickhull: Barber, Dobkin & Huhdanpaa 1996, doi:10.1145/235815.235821). They
// are put together twice: those exactly in one plane, which is unique whatever triangles CGAL made of it; then, from
// the largest face on, those that lie in its plane within kCoplanar. Where the latter would leave a body that is not
// convex, or points outside, by more than 4 kCoplanar (the points are noisy by about as much), it is left out.
// InputError for fewer than four different points, numbers that are not finite, a longest side outside [1e-60, 1e60],
// points in a plane or on a line, hulls that are too thin (kFlat).
Polyhedron hull_of(const Vec3s& points);

}  // namespace rubble::shape
