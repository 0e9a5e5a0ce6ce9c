#pragma once
// Cheap lower bounds of the distances of a point from a triangle and its edges (docs/theory.md 2.11).
#include "base/vec.hpp"

namespace rubble::shape {

// Signed distances of a point, all four at once [L]. The first is the height h over the plane of the triangle. The
// others are the distances s_k, within that plane, from the lines through the vertices k and k + 1, positive outside
// the triangle. The triangle is at least sqrt(h^2 + max(0, s_k)^2) away, and its edge k at least sqrt(h^2 + s_k^2).
struct TriangleFrame {
  using Distances = Eigen::Vector4d;

  // Coefficients of the coordinates, and the distances of the origin [L]. All are 0 for a slender triangle, whose frame
  // would have rounding errors: the bounds are then 0.
  Distances x = Distances::Zero(), y = Distances::Zero(), z = Distances::Zero(), offset = Distances::Zero();

  Distances at(const Vec3& point) const { return point.x() * x + point.y() * y + point.z() * z + offset; }
};

// (corners [L]) => frame of the triangle.
TriangleFrame frame_of(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace rubble::shape
