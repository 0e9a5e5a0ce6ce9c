#include "shape/within.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::shape {
namespace {

// The ball and the plane of a face, with the symbols of the header.
struct Cone {
  double R = 0, h = 0;
};

// (h, d > 0, s) => solid angle of the triangle of P, its foot on a side, and the point of the side at s. It is the
// difference of two arcs, in a form without cancellation.
double solid_angle(double h, double d, double s) {
  const double rho2 = s * s + d * d;
  const double L = std::sqrt(rho2 + h * h);
  return std::atan2(s * d * rho2, (L + h) * (d * d * L + h * s * s));
}

// (cone, d > 0, s >= 0) => volume within the ball over the triangle from the foot on the side to s.
double volume_to(const Cone& cone, double d, double s) {
  const auto [R, h] = cone;
  const double square = R * R - h * h - d * d;
  const double border = square > 0 ? std::sqrt(square) : 0;  // s at which the side leaves the ball
  if (s <= border) return h * d * s / 6;
  const double K = h < R ? (R - h) * (R - h) * (2 * R + h) / 6 : 0;
  const double angle = solid_angle(h, d, s) - solid_angle(h, d, border);
  const double turn = std::atan2(s, d) - std::atan2(border, d);
  return h * d * border / 6 + R * R * R / 3 * angle - K * turn;
}

// (cone, its apex, ends of a side, normal of the face) => volume within the ball over the triangle of P and the side.
double over_side(const Cone& cone, const Vec3& apex, const Vec3& from, const Vec3& to, const Vec3& normal) {
  const Vec3 along = (to - from).normalized();
  const double d = normal.cross(along).dot(apex - from);  // > 0: P is on the interior side of the edge
  if (d == 0) return 0;
  const auto signed_volume = [&](double s) { return std::copysign(volume_to(cone, std::abs(d), std::abs(s)), s); };
  const double volume = signed_volume((to - apex).dot(along)) - signed_volume((from - apex).dot(along));
  return d > 0 ? volume : -volume;
}

}  // namespace

double volume_within(const Shape& hull, const Vec3& centre, double radius) {
  if (hull.face.empty()) throw InputError("shape '" + hull.name + "' has no faces");
  double sum = 0;
  for (const std::vector<Index>& face : hull.face) {
    const FacePlane plane = face_plane(hull.vertex, face);
    const double height = plane.offset - plane.normal.dot(centre);  // > 0: O is below the face
    const Cone cone{radius, std::abs(height)};
    double volume = 0;
    for (std::size_t k = 0; k < face.size(); ++k) {
      const Vec3& from = hull.vertex[face[k]];
      const Vec3& to = hull.vertex[face[(k + 1) % face.size()]];
      volume += over_side(cone, centre, from, to, plane.normal);
    }
    sum += height > 0 ? volume : -volume;
  }
  return std::clamp(sum, 0.0, ball_volume(1));
}

}  // namespace rubble::shape
