#pragma once
// Area of the face along which two bodies touch.
#include "base/vec.hpp"

namespace rubble::detect {

// (points [L], unit vector) => area of the smallest convex polygon around the points, which are projected to a plane
// perpendicular to the vector [L2]; 0 for fewer than three points.
double hull_area(const Vec3s& points, const Vec3& normal);

}  // namespace rubble::detect
