#include "shape/shared_faces.hpp"

#include "shape/mesh.hpp"

namespace rubble::shape {
namespace {

// The corners of one face [m].
Vec3s polygon(const Vec3s& vertex, const std::vector<Index>& face) {
  Vec3s out;
  for (const Index corner : face) out.push_back(vertex[static_cast<std::size_t>(corner)]);
  return out;
}

// (polygon, a point of a line in its plane, normal of the line in that plane) => the part of the polygon behind the
// line, by the method of Sutherland & Hodgman 1974, doi:10.1145/360767.360802.
Vec3s cut(const Vec3s& corners, const Vec3& point, const Vec3& outwards) {
  Vec3s out;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec3& from = corners[k];
    const Vec3& to = corners[(k + 1) % corners.size()];
    const double height_from = outwards.dot(from - point);
    const double height_to = outwards.dot(to - point);
    if (height_from <= 0) out.push_back(from);
    if ((height_from <= 0) == (height_to <= 0)) continue;
    out.push_back(from + height_from / (height_from - height_to) * (to - from));
  }
  return out;
}

// (two convex polygons in one plane, unit normal of the first, counter-clockwise about it) => area of their overlap.
double common_area(const Vec3s& a, const Vec3s& b, const Vec3& normal) {
  Vec3s left = b;
  for (std::size_t k = 0; k < a.size() && !left.empty(); ++k) {
    const Vec3 side = a[(k + 1) % a.size()] - a[k];
    left = cut(left, a[k], side.cross(normal));
  }
  Vec3 sum = Vec3::Zero();
  for (std::size_t k = 2; k < left.size(); ++k) sum += (left[k - 1] - left[0]).cross(left[k] - left[0]);
  return 0.5 * std::abs(sum.dot(normal));
}

}  // namespace

std::vector<SharedFace> shared_faces(const Shape& a, const Placement& at_a, const Shape& b, const Placement& at_b,
                                     double tolerance) {
  const Vec3s of_a = points_at(a, at_a);
  const Vec3s of_b = points_at(b, at_b);
  std::vector<SharedFace> out;
  for (std::size_t i = 0; i < a.face.size(); ++i) {
    const FacePlane plane = face_plane(of_a, a.face[i]);
    for (std::size_t j = 0; j < b.face.size(); ++j) {
      const FacePlane other = face_plane(of_b, b.face[j]);
      if (plane.normal.dot(other.normal) > 0 || plane.normal.cross(other.normal).norm() > kOpposite) continue;
      const Vec3s corners = polygon(of_b, b.face[j]);
      if (std::abs(plane.normal.dot(corners[0]) - plane.offset) > tolerance) continue;
      const double area = common_area(polygon(of_a, a.face[i]), corners, plane.normal);
      if (area > tolerance * tolerance) out.push_back({i, j, area});
    }
  }
  return out;
}

}  // namespace rubble::shape
