#pragma once
// Points on the surface of one shape, for alpha shapes and envelopes.
#include "shape/shape.hpp"

namespace rubble::shape {

// (number >= 1) => points on the unit sphere along a Fibonacci spiral: each represents an equal area.
Vec3s sphere_points(int count);

// (spacing > 0) => points on the unit sphere, such that no point of it is farther than `spacing` from one of them: a
// spiral of (2.73 / spacing)^2 points, at least 4. Circles on the sphere without a point inside have radii, measured as
// chords, of at most 2.7282 / sqrt(count) for 4 to 100,000 points. InputError for a spacing that is not above 0 or that
// needs more than 10^7 points.
Vec3s sphere_surface(double spacing);

// (hull, spacing > 0 in units of its radius) => points on its surface, as above: the vertices, in order; then points
// along edges, at equal distances of at most `spacing`; then points in faces, on grids with a pitch of at most spacing
// / sqrt(2). A point of a face is within spacing / 2 of a grid point, or of an edge if the nearest grid point would be
// outside. A point of an edge is within spacing / 2 of a point of the set.
Vec3s hull_surface(const Shape& hull, double spacing);

}  // namespace rubble::shape
