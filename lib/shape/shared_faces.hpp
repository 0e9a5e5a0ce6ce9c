#pragma once
// Faces that two touching hulls have in common.
#include "shape/shape.hpp"

namespace rubble::shape {

// Part of a plane that belongs to a face of each of two hulls.
struct SharedFace {
  std::size_t face_a, face_b;  // indices into Shape::face
  double area;                 // [m2]
};

// (hull, its placement, another hull, its placement, tolerance [m]) => pairs of faces with opposite normals, up to
// kOpposite, whose planes are at most the tolerance apart, and whose polygons overlap with an area above 0.
inline constexpr double kOpposite = 1e-5;  // sine of the angle
std::vector<SharedFace> shared_faces(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b,
                                     double tolerance);

}  // namespace rubble::shape
