#pragma once
// Points on the surface of one shape, for alpha shapes and envelopes.
#include "shape/shape.hpp"

namespace rubble::shape {

// (number >= 1) => points on the unit sphere along a Fibonacci spiral: each represents an equal area.
Vec3s sphere_points(int count);

// (sphere or hull, spacing > 0 in units of the shape's radius) => points on its surface, such that no point of the
// surface is farther than `spacing` from one of them. InputError for an aggregate, a spacing that is not above 0, or a
// spacing that needs more than 10^7 points.
// - Hulls: the vertices, in order; then points along edges, at equal distances of at most `spacing`; then points in
//   faces, on grids with a pitch of at most spacing / sqrt(2). A point of a face is within spacing / 2 of a grid
//   point, or of an edge if the nearest grid point would be outside. A point of an edge is within spacing / 2 of a
//   point of the set.
// - Spheres: a spiral of (2.73 / spacing)^2 points, at least 4. Circles on the sphere without a point inside have
//   radii, measured as chords, of at most 2.7282 / sqrt(count) for 4 to 100,000 points.
Vec3s surface_points(const Shape& shape, double spacing);

}  // namespace rubble::shape
