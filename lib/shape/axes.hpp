#pragma once
// The separating axis theorem, as a search through all axes: slow, simple and exact.
#include "shape/relative.hpp"

namespace rubble::shape {

// (two hulls) => the gap along the best axis [m], and the axis, from a to b: below 0 it is how deep they are in each
// other.
//
// Gottschalk, Lin & Manocha 1996, doi:10.1145/237170.237244: the faces of D are faces of a, of b (reversed), and
// parallelograms of an edge of each. Two edges make a face if the normals of D along them meet: on the sphere of
// directions the arc between the normals of the faces beside the one crosses that of the other, reversed.
struct Axis {
  double gap;
  Vec3 normal;
};
Axis best_axis(Relative& pair);

}  // namespace rubble::shape
