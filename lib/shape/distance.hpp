#pragma once
// How far apart two convex bodies are.
#include "shape/shape.hpp"

namespace rubble::shape {

// (sphere or hull, where it is, another one) => distance of their surfaces [m]; 0 where they touch or overlap. Within
// 1e-12 of the distance of the hulls, or of a sphere's centre from a hull, and a few 1e-16 of their size: less than
// that counts as touching. Cost: a few times the vertices. InputError for an aggregate.
// The method: shape/gjk.hpp. A sphere stands in D by its centre, and its radius is taken off in the end.
double distance(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b);

}  // namespace rubble::shape
