#pragma once
// How far apart two convex bodies are.
#include "shape/shape.hpp"

namespace rubble::shape {

// (sphere or hull, where it is, another one) => distance of their surfaces [m]; 0 where they touch or overlap. Within
// 1e-12 of the distance of the hulls, or of a sphere's centre from a hull, and a few 1e-16 of their size: less than
// that counts as touching. Cost: a few times the vertices. InputError for an aggregate.
//
// Gilbert, Johnson & Keerthi 1988, doi:10.1109/56.2083. The distance of A and B is that of the origin from the convex
// set D = {a - b}. A sphere stands in D by its centre, and its radius is taken off in the end. Let v be the point
// nearest to the origin of the hull of a few points of D. D has no point lower along v than w = s_A(-v) - s_B(v), the
// difference of the points of A and B farthest along -v and v, so that
//   v . w / |v| <= distance <= |v|.
// If these two do not agree, v is no corner of D's nearest face yet, and the hull with w has points nearer than v, at
// least on the line from v to w. There the search goes on with the points that its nearest point is made of, at most
// three. All are differences of vertices, so that there are finitely many such sets, and as |v| falls none comes twice:
// the search ends. If the origin is a mean of four points, A and B overlap. Rounding ends the search where |v| falls no
// more; if D then still has points on the origin's other side and v is not near it, A and B overlap as well.
double distance(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b);

}  // namespace rubble::shape
