#include "shape/support.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <limits>

namespace rubble::shape {
namespace {

void refuse_aggregate(const Shape& shape) {
  if (shape.kind == Kind::aggregate)
    throw InputError("shape '" + shape.name + "' is an aggregate and has no surface: use its members");
}

double height(const FacePlane& plane, const Vec3& point) { return plane.normal.dot(point) - plane.offset; }

double distance_to_segment(const Vec3& a, const Vec3& b, const Vec3& point) {
  const Vec3 along = b - a;
  const double t = std::clamp((point - a).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (point - a - t * along).norm();
}

// (vertices, a convex face, its plane, point) => distance of the point from the face: the height if the point is above
// its interior, otherwise the distance from the nearest edge.
double distance_to_face(const Vec3s& vertex, const std::vector<Index>& face, const FacePlane& plane,
                        const Vec3& point) {
  double nearest = std::numeric_limits<double>::infinity();
  bool above = true;
  for (std::size_t k = 0; k < face.size(); ++k) {
    const Vec3& a = vertex[face[k]];
    const Vec3& b = vertex[face[(k + 1) % face.size()]];
    above = above && plane.normal.cross(b - a).dot(point - a) >= 0;
    nearest = std::min(nearest, distance_to_segment(a, b, point));
  }
  return above ? std::abs(height(plane, point)) : nearest;
}

}  // namespace

Index farthest_vertex(const Shape& hull, const Vec3& direction) {
  if (hull.kind != Kind::hull) throw InputError("shape '" + hull.name + "' has no vertices");
  Index best = 0;
  for (std::size_t v = 1; v < hull.vertex.size(); ++v)
    if (direction.dot(hull.vertex[v]) > direction.dot(hull.vertex[best])) best = static_cast<Index>(v);
  return best;
}

Vec3 support(const Shape& shape, const Vec3& direction) {
  refuse_aggregate(shape);
  if (shape.kind == Kind::sphere) return direction.normalized();
  return shape.vertex[farthest_vertex(shape, direction)];
}

Extents extents(const Shape& shape, const Mat3& axes) {
  Extents out;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const Vec3 axis = axes.col(k);
    out.low[k] = axis.dot(support(shape, -axis));
    out.high[k] = axis.dot(support(shape, axis));
  }
  return out;
}

bool is_inside(const Shape& shape, const Vec3& point) {
  refuse_aggregate(shape);
  if (shape.kind == Kind::sphere) return point.squaredNorm() <= 1;
  return std::all_of(shape.face.begin(), shape.face.end(), [&](const std::vector<Index>& face) {
    return height(face_plane(shape.vertex, face), point) <= 0;
  });
}

double distance(const Shape& shape, const Vec3& point) {
  refuse_aggregate(shape);
  if (shape.kind == Kind::sphere) return point.norm() - 1;
  double highest = -std::numeric_limits<double>::infinity();
  double nearest = std::numeric_limits<double>::infinity();
  for (const std::vector<Index>& face : shape.face) {
    const FacePlane plane = face_plane(shape.vertex, face);
    highest = std::max(highest, height(plane, point));
    nearest = std::min(nearest, distance_to_face(shape.vertex, face, plane, point));
  }
  return highest > 0 ? nearest : highest;
}

}  // namespace rubble::shape
