#include "shape/triangle_frame.hpp"

#include <algorithm>
#include <array>

namespace rubble::shape {
namespace {

// Least 2 area / longest side^2 of a triangle with a frame. The relative errors of the frame's directions are about
// 1e-16 / kSlender.
constexpr double kSlender = 1e-4;

// (unit normal of a plane, a point of it) Sets one of the distances to that from the plane.
void set(TriangleFrame& frame, Eigen::Index which, const Vec3& normal, const Vec3& point) {
  frame.x[which] = normal.x();
  frame.y[which] = normal.y();
  frame.z[which] = normal.z();
  frame.offset[which] = -normal.dot(point);
}

}  // namespace

TriangleFrame frame_of(const Vec3& a, const Vec3& b, const Vec3& c) {
  TriangleFrame frame;
  const std::array<Vec3, 3> corner{a, b, c};
  const Vec3 area = (b - a).cross(c - a);
  const double longest2 = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
  if (!(area.norm() > kSlender * longest2)) return frame;
  const Vec3 normal = area.normalized();
  set(frame, 0, normal, a);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 along = corner[(k + 1) % 3] - corner[k];
    set(frame, static_cast<Eigen::Index>(k) + 1, along.cross(normal).normalized(), corner[k]);
  }
  return frame;
}

}  // namespace rubble::shape
