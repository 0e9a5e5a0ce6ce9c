#pragma once
// Extent of a shape: farthest points, ranges, distances. Points and lengths are in the shape's frame and unit (see
// Shape: principal axes, radius 1). The extent of an aggregate depends on its members: every function here throws
// InputError for aggregates.
#include "shape/shape.hpp"

namespace rubble::shape {

// (hull, direction, not 0) => the vertex farthest along it; the first of several equally far ones. All vertices are
// tested. InputError also for a sphere.
Index farthest_vertex(const Shape& hull, const Vec3& direction);

// (sphere or hull, direction, not 0) => the point of the shape farthest along it.
Vec3 support(const Shape& shape, const Vec3& direction);

// Range of the shape along each column of `axes`, from `low` to `high`.
struct Extents {
  Vec3 low, high;
};

// (sphere or hull, columns: unit vectors) => its extents along them.
Extents extents(const Shape& shape, const Mat3& axes = Mat3::Identity());

// (sphere or hull, point) => true if the point is in it or on its surface.
bool is_inside(const Shape& shape, const Vec3& point);

// (sphere or hull, point) => distance of the point from the surface, negative inside.
double distance(const Shape& shape, const Vec3& point);

}  // namespace rubble::shape
