#pragma once
// The separating axis theorem, as a search over all axes: slow, simple and exact.
#include "shape/relative.hpp"

namespace rubble::shape {

// (two hulls) => the gap along the best axis [m], and the axis, from a to b. A negative gap is the depth of the
// overlap.
//
// Method: doi:10.1145/237170.237244 (Gottschalk, Lin & Manocha 1996). The axes are the face normals of the set of
// differences, D = {x - y: x in a, y in b} (shape/relative.hpp). These faces are faces of a, faces of b (reversed), and
// parallelograms of an edge of a and an edge of b. Two edges form a face if their arcs on the sphere of directions
// intersect. The arc of an edge connects the normals of its two adjacent faces; for b it is reversed.
struct Axis {
  double gap;
  Vec3 normal;
};
Axis best_axis(Relative& pair);

}  // namespace rubble::shape
