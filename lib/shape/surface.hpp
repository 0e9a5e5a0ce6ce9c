#pragma once
// Points on the surface of one shape: for alpha shapes and envelopes.
#include "shape/shape.hpp"

namespace rubble::shape {

// (number >= 1) => points on the unit sphere along a Fibonacci spiral: each stands for the same area.
Vec3s sphere_points(int count);

// (sphere or hull, spacing > 0 in units of the shape's radius) => points on its surface, such that none of the surface
// is farther than `spacing` from one of them. Of a hull: its vertices, in order; then points along its edges, at equal
// distances of at most `spacing`; then points in its faces, on grids of pitch spacing / sqrt(2) at most. (A point of a
// face is within spacing / 2 of a grid point, or of an edge behind which that one would lie; and what is on an
// edge is within spacing / 2 of a point there.) Of a sphere: a spiral of (2.73 / spacing)^2 points, at least 4, whose
// circles without a point have chords of at most 2.7282 / sqrt(count), measured for 4 to 100,000 points. InputError for
// an aggregate, a spacing that is not above 0, or one that asks for more than 10^7 points.
Vec3s surface_points(const Shape& shape, double spacing);

}  // namespace rubble::shape
