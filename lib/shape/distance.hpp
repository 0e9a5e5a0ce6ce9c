#pragma once
// Distance of two convex bodies.
#include "shape/shape.hpp"

namespace rubble::shape {

// (sphere or hull, its placement, another body, its placement) => distance of their surfaces [m]; 0 if they touch or
// overlap. The error is 1e-12 of the distance of the hulls, or of a sphere's centre from a hull, plus a few 1e-16 of
// their size; smaller distances count as touching. The cost is a few times the number of vertices. InputError for an
// aggregate. SanityError if a centre is not finite or an orientation is not a unit quaternion. The method is that of
// shape/gjk.hpp. A sphere is represented by its centre, and its radius is subtracted at the end.
double distance(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b);

}  // namespace rubble::shape
