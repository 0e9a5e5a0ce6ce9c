#pragma once
// Corners of bodies with known hulls.
#include "base/random.hpp"
#include "shape/polyhedron.hpp"

#include <cmath>
#include <numbers>

namespace rubble::shape {

inline Quaternion quaternion(double w, double x, double y, double z) { return Quaternion(w, x, y, z).normalized(); }

// (points, turn, centre) => turned about the origin, then moved.
inline Vec3s placed(const Vec3s& points, const Quaternion& turn, const Vec3& centre) {
  Vec3s out;
  for (const Vec3& x : points) out.push_back(centre + turn * x);
  return out;
}

// (side lengths) => corners of a box about the origin.
inline Vec3s box(const Vec3& side) {
  Vec3s out;
  for (int k = 0; k < 8; ++k)
    out.push_back(0.5 * side.cwiseProduct(Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1)));
  return out;
}

// Edge 2 sqrt(2).
inline Vec3s tetrahedron() { return {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}; }

// Edge sqrt(2).
inline Vec3s octahedron() { return {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}; }

// Edge 2.
inline Vec3s icosahedron() {
  Vec3s out;
  for (const double a : {-1.0, 1.0})
    for (const double b : {-std::numbers::phi, std::numbers::phi}) {
      out.emplace_back(0, a, b);
      out.emplace_back(a, b, 0);
      out.emplace_back(b, 0, a);
    }
  return out;
}

// Edge 2 / phi.
inline Vec3s dodecahedron() {
  Vec3s out = box({2, 2, 2});
  for (const double a : {-1 / std::numbers::phi, 1 / std::numbers::phi})
    for (const double b : {-std::numbers::phi, std::numbers::phi}) {
      out.emplace_back(0, a, b);
      out.emplace_back(a, b, 0);
      out.emplace_back(b, 0, a);
    }
  return out;
}

// (number, seed) => points in the unit ball.
inline Vec3s random_points(int count, std::uint64_t seed) {
  Random random(seed, Purpose::kPlace);
  Vec3s out;
  for (int k = 0; k < count; ++k) out.push_back(random.in_ball());
  return out;
}

// (points, three of them, planes) => adds their plane if all other points are on one side of it.
inline void add_supporting_plane(const Vec3s& points, std::size_t i, std::size_t j, std::size_t k,
                                 std::vector<FacePlane>& planes) {
  Vec3 normal = (points[j] - points[i]).cross(points[k] - points[i]).normalized();
  int above = 0;
  int below = 0;
  for (std::size_t l = 0; l < points.size(); ++l) {
    if (l == i || l == j || l == k) continue;
    ++(normal.dot(points[l] - points[i]) > 0 ? above : below);
  }
  if (above > 0 && below > 0) return;
  if (above > 0) normal = -normal;
  planes.push_back({normal, normal.dot(points[i])});
}

}  // namespace rubble::shape
