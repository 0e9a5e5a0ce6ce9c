#pragma once
// Convex hulls of points.
#include "shape/polyhedron.hpp"

namespace rubble::shape {

// Neighbouring facets whose vertices lie within kCoplanar of one plane are merged into one face. Vertices that then
// belong to fewer than three faces are dropped. The unit is the longest side of the points' bounding box.
inline constexpr double kCoplanar = 1e-9;
// Smallest extent of a hull in any direction, in units of the longest side of the points' bounding box. The ratio of
// the smallest to the largest moment of inertia is of the order of the square of this extent, so a thinner hull would
// keep fewer than four digits of the smallest moment.
inline constexpr double kFlat = 1e-6;

// (points in any unit) => their convex hull. The result depends neither on the order of the points nor on duplicates.
// - Vertices keep the bits of the given points, except that -0 becomes 0, and are sorted by x, then y, then z. Points
//   within kCoplanar of an earlier vertex are left out.
// - Faces are planar polygons. Each begins with its lowest vertex index; the faces are in lexicographic order.
//
// CGAL computes the facets with exact predicates (quickhull: Barber, Dobkin & Huhdanpaa 1996,
// doi:10.1145/235815.235821). They are merged twice. The first pass merges facets exactly in one plane; its result is
// unique, whichever triangles CGAL chose. The second pass starts with the largest face and merges faces that lie within
// kCoplanar of its plane. Its result is discarded if the body would not be convex, or would leave points outside, by
// more than 4 kCoplanar, which is about the noise that it removes.
//
// InputError for fewer than four different points, coordinates that are not finite, a longest side outside [1e-60,
// 1e60], points in a plane or on a line, and hulls that are too thin (kFlat).
Polyhedron hull_of(const Vec3s& points);

}  // namespace rubble::shape
