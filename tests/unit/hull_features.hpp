#pragma once
// Distance and depth of two hulls by a search over all pairs of features: slow, and independent of the algorithms of
// lib/shape.
#include "shape/kind.hpp"
#include "unit/hulls.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <Eigen/LU>

namespace rubble::shape {

// (body, rotation about its centre, displacement) => the moved body.
inline PlacedShape moved(PlacedShape body, const Quaternion& turn, const Vec3& by) {
  body.placement.turn = turn * body.placement.turn;
  body.placement.centre += by;
  return body;
}

inline Vec3s corners(const PlacedShape& body) {
  Vec3s out;
  const Placement& at = body.placement;
  for (const Vec3& x : body.shape.vertex) out.push_back(at.centre + at.radius * (at.turn * x));
  return out;
}

// Normals of the faces, and unit vectors along the edges.
inline Vec3s normals(const PlacedShape& body) {
  Vec3s out;
  for (const auto& face : body.shape.face) out.push_back(area_vector(corners(body), face).normalized());
  return out;
}

struct Side {
  Vec3 from, to;
};
inline std::vector<Side> edges(const PlacedShape& body) {
  const Vec3s x = corners(body);
  std::vector<Side> out;
  for (const auto& face : body.shape.face)
    for (std::size_t k = 0; k < face.size(); ++k) {
      const Index a = face[k];
      const Index b = face[(k + 1) % face.size()];
      if (a < b) out.push_back({x[a], x[b]});
    }
  return out;
}

// Distance of two segments: the least distance of an end of one segment from the second segment, or the distance of
// their lines if the feet are within both segments.
inline double between(const Side& p, const Side& q) {
  const auto from_segment = [](const Vec3& x, const Side& e) {
    const Vec3 along = e.to - e.from;
    const double t = std::clamp((x - e.from).dot(along) / along.squaredNorm(), 0.0, 1.0);
    return (x - e.from - t * along).norm();
  };
  double least =
      std::min({from_segment(p.from, q), from_segment(p.to, q), from_segment(q.from, p), from_segment(q.to, p)});
  Mat3 system;
  const Vec3 across = (p.to - p.from).cross(q.to - q.from);
  system << p.to - p.from, q.from - q.to, across;
  if (across.norm() < 1e-9 * (p.to - p.from).norm() * (q.to - q.from).norm()) return least;  // the ends are sufficient
  const Vec3 share = system.fullPivLu().solve(q.from - p.from);
  if (share[0] > 0 && share[0] < 1 && share[1] > 0 && share[1] < 1)
    least = std::min(least, std::abs(share[2]) * across.norm());
  return least;
}

struct Gap {
  double size;
  Vec3 axis;  // from the first body to the second
};

// Largest gap of the two polyhedra along the candidate axes, which include a separating axis if there is one: normals
// of faces and cross products of edges (the separating axis theorem: Gottschalk, Lin & Manocha 1996,
// doi:10.1145/237170.237244).
inline Gap largest_gap(const PlacedShape& a, const PlacedShape& b) {
  Vec3s axes = normals(a);
  for (const Vec3& n : normals(b)) axes.push_back(n);
  for (const Side& p : edges(a))
    for (const Side& q : edges(b)) {
      const Vec3 axis = (p.to - p.from).normalized().cross((q.to - q.from).normalized());
      if (axis.norm() > 1e-6) axes.push_back(axis.normalized());
    }
  const Vec3s xs = corners(a);
  const Vec3s ys = corners(b);
  Gap best{-std::numeric_limits<double>::infinity(), Vec3::Zero()};
  for (const Vec3& axis : axes) {
    const auto range = [&](const Vec3s& points) {
      double low = axis.dot(points[0]);
      double high = low;
      for (const Vec3& x : points) low = std::min(low, axis.dot(x)), high = std::max(high, axis.dot(x));
      return std::pair(low, high);
    };
    const auto [low_a, high_a] = range(xs);
    const auto [low_b, high_b] = range(ys);
    if (low_b - high_a > best.size) best = {low_b - high_a, axis};
    if (low_a - high_b > best.size) best = {low_a - high_b, -axis};
  }
  return best;
}

// The distance by a search over all pairs of a corner and a face, and of two edges.
inline double by_features(const PlacedShape& a, const PlacedShape& b) {
  if (largest_gap(a, b).size <= 0) return 0;
  double least = std::numeric_limits<double>::infinity();
  const auto corners_from = [&](const PlacedShape& points, const PlacedShape& body) {
    const Placement& at = body.placement;
    for (const Vec3& x : corners(points))
      least = std::min(least, at.radius * distance(body.shape, at.turn.conjugate() * (x - at.centre) / at.radius));
  };
  corners_from(a, b);
  corners_from(b, a);
  for (const Side& p : edges(a))
    for (const Side& q : edges(b)) least = std::min(least, between(p, q));
  return least;
}

}  // namespace rubble::shape
