#pragma once
// Closed surfaces that are not convex, and slow tests of points that need no tree.
#include "shape/polyhedron.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble::test {

// (radii of the ring and of its tube, numbers of corners) => a torus about z of triangles.
inline shape::Polyhedron torus(double ring, double tube, int around, int across) {
  shape::Polyhedron out;
  for (int i = 0; i < around; ++i)
    for (int k = 0; k < across; ++k) {
      const double u = 2 * std::numbers::pi * i / around;
      const double v = 2 * std::numbers::pi * k / across;
      const double r = ring + tube * std::cos(v);
      out.vertex.emplace_back(r * std::cos(u), r * std::sin(u), tube * std::sin(v));
    }
  const auto at = [&](int i, int k) { return static_cast<Index>((i % around) * across + k % across); };
  for (int i = 0; i < around; ++i)
    for (int k = 0; k < across; ++k) {
      out.face.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
      out.face.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
    }
  return out;
}

// (numbers of corners) => two lobes of unequal size along z, with a neck: a surface of revolution.
inline shape::Polyhedron two_lobes(int around, int along) {
  shape::Polyhedron out;
  out.vertex.emplace_back(0, 0, -1);
  for (int k = 1; k < along; ++k)
    for (int i = 0; i < around; ++i) {
      const double z = -std::cos(std::numbers::pi * k / along);
      const double r = std::sqrt(1 - z * z) * (0.25 + 0.45 * z * z + 0.1 * z);
      const double u = 2 * std::numbers::pi * i / around;
      out.vertex.emplace_back(r * std::cos(u), r * std::sin(u), z);
    }
  out.vertex.emplace_back(0, 0, 1);
  const auto last = static_cast<Index>(out.vertex.size() - 1);
  const auto at = [&](int i, int k) { return static_cast<Index>(1 + (k - 1) * around + i % around); };
  for (int i = 0; i < around; ++i) {
    out.face.push_back({0, at(i + 1, 1), at(i, 1)});
    out.face.push_back({last, at(i, along - 1), at(i + 1, along - 1)});
    for (int k = 1; k + 1 < along; ++k) out.face.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)});
  }
  return out;
}

// The box of these sides about the origin, with faces of four corners.
inline shape::Polyhedron box_surface(const Vec3& side) {
  shape::Polyhedron out;
  for (int k = 0; k < 8; ++k)
    out.vertex.push_back(0.5 * side.cwiseProduct(Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1)));
  out.face = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return out;
}

// Calls visit(a, b, c) for each triangle of the fans of the faces.
template <class Visit>
void each_triangle(const shape::Polyhedron& surface, Visit&& visit) {
  for (const std::vector<Index>& f : surface.face)
    for (std::size_t k = 2; k < f.size(); ++k)
      visit(surface.vertex[f[0]], surface.vertex[f[k - 1]], surface.vertex[f[k]]);
}

// (surface, point) => its winding number, the sum of the solid angles of the triangles / 4 pi (Van Oosterom & Strackee
// 1983, doi:10.1109/TBME.1983.325207): 1 inside, 0 outside.
inline double winding(const shape::Polyhedron& surface, const Vec3& x) {
  double sum = 0;
  each_triangle(surface, [&](const Vec3& p, const Vec3& q, const Vec3& r) {
    const Vec3 a = p - x, b = q - x, c = r - x;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    sum += 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  });
  return sum / (4 * std::numbers::pi);
}

inline double segment_distance(const Vec3& a, const Vec3& b, const Vec3& x) {
  const double t = std::clamp((x - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (x - a - t * (b - a)).norm();
}

// (surface, point) => distance from it, over all triangles.
inline double surface_distance(const shape::Polyhedron& surface, const Vec3& x) {
  double least = 1e300;
  each_triangle(surface, [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 n = (b - a).cross(c - a).normalized();
    const Vec3 foot = x - n.dot(x - a) * n;
    const bool above = n.dot((b - a).cross(foot - a)) >= 0 && n.dot((c - b).cross(foot - b)) >= 0 &&
                       n.dot((a - c).cross(foot - c)) >= 0;
    if (above) least = std::min(least, std::abs(n.dot(x - a)));
    least = std::min({least, segment_distance(a, b, x), segment_distance(b, c, x), segment_distance(c, a, x)});
  });
  return least;
}

// (surface; centre, half sides and axes, the columns, of a box) => true if a triangle and the box have a common point:
// none of the 13 axes separates them: those of the box, the normal of the triangle, and the products of edges of both.
inline bool meets_box(const shape::Polyhedron& surface, const Vec3& centre, const Vec3& half, const Mat3& axes) {
  bool found = false;
  each_triangle(surface, [&](const Vec3& p, const Vec3& q, const Vec3& r) {
    const Vec3 x[3] = {axes.transpose() * (p - centre), axes.transpose() * (q - centre),
                       axes.transpose() * (r - centre)};
    const auto separates = [&](const Vec3& n) {
      const double a = n.dot(x[0]), b = n.dot(x[1]), c = n.dot(x[2]);
      const double reach = half.dot(n.cwiseAbs());
      return std::min({a, b, c}) > reach || std::max({a, b, c}) < -reach;
    };
    bool apart = separates((x[1] - x[0]).cross(x[2] - x[0]));
    for (int i = 0; i < 3; ++i) {
      apart = apart || separates(Vec3::Unit(i));
      for (int k = 0; k < 3; ++k) apart = apart || separates(Vec3::Unit(i).cross(x[(k + 1) % 3] - x[k]));
    }
    found = found || !apart;
  });
  return found;
}

}  // namespace rubble::test
