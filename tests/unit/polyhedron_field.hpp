#pragma once
// The field of a homogeneous polyhedron in closed form: Werner & Scheeres 1997, doi:10.1007/BF00053511, Eqs. 10, 11,
// 15, 16 and 27. An edge between triangles in one plane gives two terms that cancel: sums are taken triangle by
// triangle.
#include "shape/polyhedron.hpp"

#include <cmath>

namespace rubble::shape {

struct FieldOfBody {
  double potential = 0;              // integral of dV / r, positive [L2]
  Vec3 acceleration = Vec3::Zero();  // its gradient [L]
  Mat3 gradient = Mat3::Zero();      // of the acceleration [1]; its trace is -4 pi inside and 0 outside
};

// (vertices [L], faces, place [L], not on an edge) => field for G and density 1.
inline FieldOfBody field_of(const Vec3s& vertex, const Faces& face, const Vec3& place) {
  FieldOfBody out;
  const auto corner = [&](Index i) -> Vec3 { return vertex[static_cast<std::size_t>(i)] - place; };
  for (const std::vector<Index>& f : face)
    for (std::size_t k = 2; k < f.size(); ++k) {
      const Vec3 r[3] = {corner(f[0]), corner(f[k - 1]), corner(f[k])};
      const Vec3 n = (r[1] - r[0]).cross(r[2] - r[0]).normalized();
      for (int e = 0; e < 3; ++e) {
        const Vec3& a = r[e];
        const Vec3& b = r[(e + 1) % 3];
        const double length = (b - a).norm();
        const Vec3 out_of_edge = (b - a).cross(n) / length;
        const double per_edge = std::log((a.norm() + b.norm() + length) / (a.norm() + b.norm() - length));
        const Mat3 dyad = n * out_of_edge.transpose();
        out.potential += 0.5 * a.dot(dyad * a) * per_edge;
        out.acceleration -= dyad * a * per_edge;
        out.gradient += dyad * per_edge;
      }
      const double a = r[0].norm(), b = r[1].norm(), c = r[2].norm();
      const double angle = 2 * std::atan2(r[0].dot(r[1].cross(r[2])),
                                          a * b * c + a * r[1].dot(r[2]) + b * r[2].dot(r[0]) + c * r[0].dot(r[1]));
      const Mat3 dyad = n * n.transpose();
      out.potential -= 0.5 * r[0].dot(dyad * r[0]) * angle;
      out.acceleration += dyad * r[0] * angle;
      out.gradient -= dyad * angle;
    }
  return out;
}

}  // namespace rubble::shape
