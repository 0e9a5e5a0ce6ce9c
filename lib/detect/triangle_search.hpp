#pragma once
// Contact points of a hull and one triangle of a surface, with the normals that the surface has there.
#include "detect/body_at_surface.hpp"
#include "shape/flat_triangle.hpp"

#include <algorithm>
#include <limits>

namespace rubble::detect {

// Normals that differ by less than this [rad] are those of the same face, and edges and vertices bound a plane within
// this angle.
inline constexpr double kSameNormal = 1e-6;
// Heights of the corners of a triangle that differ by less than this part of its size are equal.
inline constexpr double kLevel = 1e-7;

// The normal of another face needs a displacement that is shorter by this part.
inline constexpr double kShallower = 1e-3;
// Vertices of the hull up to this times the depth of a turned point are points, too.
inline constexpr double kDeeper = 4;
// Number of features of a triangle in those of a manifold.
inline constexpr Index kFeaturesOfWall = 1 + 2 * 3;

// Kinds of features.
enum FeatureKind : std::uint64_t { kVertexOfHull = 3, kVertexOfWall, kCrossing, kNearestPoints, kTurned };

// Points of one triangle.
struct Touch {
  FoundPoints points;
  double gap = 0;  // of the two bodies, or a lower bound of it [m]
};

inline double size_of(const std::array<Vec3, 3>& corner) {
  return std::max({(corner[1] - corner[0]).norm(), (corner[2] - corner[1]).norm(), (corner[0] - corner[2]).norm()});
}

// A triangle, seen from a hull at some placement.
class TriangleSearch {
 public:
  TriangleSearch(const BodyAtSurface& hull, Index triangle)
      : hull_(hull), number_(triangle), corner_(hull.corners(triangle)), normal_(hull.normal(triangle)) {
    flat().set(corner_, hull.at.radius);
  }

  // (placement of the hull) => its points.
  Touch at(const shape::Placement& at) const {
    Touch out;
    out.gap = height_over_plane(at);
    if (out.gap > hull_.alert) return out;
    shape::Relative pair(hull_.solid, at, flat().solid(), flat().at());
    shape::SeparationCache cache;
    shape::Separation found = shape::separation(pair, cache, hull_.alert);
    out.gap = found.gap;
    if (!found.near || found.gap > hull_.alert) return out;
    const Vec3 normal = pair.along(found.normal);
    if (normal.cross(normal_).norm() <= kSameNormal) {
      found.normal = pair.axes.transpose() * (normal.dot(normal_) < 0 ? Vec3(-normal_) : normal_);
      take(shape::manifold(pair, found, hull_.alert, hull_.most), pair, out);
      return out;
    }
    const std::vector<Index> around = neighbours(-normal);
    const bool supporting = bounds(around, -normal);
    if (supporting) take(shape::manifold(pair, found, hull_.alert, hull_.most), pair, out);
    if (supporting || found.gap >= 0)
      add_vertices(at, towards(at), 0, out);
    else
      turn(around, at, pair.place(found.on_b), out);
    return out;
  }

  const shape::FlatTriangle& triangle() const { return flat(); }

 private:
  static shape::FlatTriangle& flat() {
    thread_local shape::FlatTriangle triangle;
    return triangle;
  }

  // => normal of the triangle on the side of the hull's centre.
  Vec3 towards(const shape::Placement& at) const {
    return normal_.dot(at.centre - corner_[0]) < 0 ? Vec3(-normal_) : normal_;
  }

  // => lower bound of the gap: distance of the hull from the plane of the triangle, on the side of its centre [m].
  double height_over_plane(const shape::Placement& at) const {
    const Vec3 up = towards(at);
    const Vec3 own = -(at.turn.conjugate() * up);
    const Index lowest = shape::farthest(hull_.solid, own, 0);
    return up.dot(at.centre - corner_[0]) - at.radius * own.dot(hull_.solid.vertex[static_cast<std::size_t>(lowest)]);
  }

  // (unit vector out of the surface) => the triangles that have the edge or the vertex that is farthest along it.
  std::vector<Index> neighbours(const Vec3& out) const {
    std::array<double, 3> height{};
    for (std::size_t k = 0; k < 3; ++k) height[k] = out.dot(corner_[k] - corner_[0]);
    const double level = *std::ranges::max_element(height) - kLevel * size_of(corner_);
    const shape::Triangle& vertex = hull_.mesh.triangle[static_cast<std::size_t>(number_)];
    std::vector<Index> common;
    bool first = true;
    for (std::size_t k = 0; k < 3; ++k) {
      if (height[k] < level) continue;
      const std::span<const Index> fan = hull_.parts.around(vertex[k]);
      if (first)
        common.assign(fan.begin(), fan.end());
      else
        std::erase_if(common, [&](Index t) { return !std::ranges::binary_search(fan, t); });
      first = false;
    }
    return common;
  }

  // (triangles at an edge or a vertex, unit vector out of the surface) => true if the plane through the highest corner
  // of this triangle bounds all of them.
  bool bounds(const std::vector<Index>& around, const Vec3& out) const {
    const Vec3& top = *std::ranges::max_element(corner_, {}, [&](const Vec3& x) { return out.dot(x - corner_[0]); });
    for (const Index t : around)
      for (const Vec3& x : hull_.corners(t)) {
        const double way = (x - top).norm();
        if (out.dot(x - top) > kSameNormal * way + kLevel * size_of(corner_)) return false;
      }
    return true;
  }

  // (placement, point within the hull, unit vector) => displacement of the hull along the vector after which the point
  // is on its surface [m].
  double depth_along(const shape::Placement& at, const Vec3& point, const Vec3& direction) const {
    const Vec3 from = at.turn.conjugate() * (point - at.centre) / at.radius;
    const Vec3 way = -(at.turn.conjugate() * direction);
    double depth = std::numeric_limits<double>::infinity();
    for (const shape::FacePlane& plane : hull_.solid.plane) {
      const double rate = plane.normal.dot(way);
      if (rate > 0) depth = std::min(depth, (plane.offset - plane.normal.dot(from)) / rate);
    }
    return at.radius * std::max(0.0, depth);
  }

  // (triangles at the touched edge or vertex, placement, point of this triangle within the hull) Adds the point with
  // the normal of the face that bounds this triangle and needs the shortest displacement.
  void turn(const std::vector<Index>& around, const shape::Placement& at, const Vec3& point, Touch& out) const {
    const Vec3 reversed = -normal_;
    const double front = depth_along(at, point, normal_), back = depth_along(at, point, reversed);
    const Vec3 own = front <= back ? normal_ : reversed;
    double least = std::min(front, back);
    Vec3 best = own;
    for (const Index t : around) {
      const Vec3& face = hull_.normal(t);
      for (const Vec3& up : {face, Vec3(-face)}) {
        const auto stands_out = [&](const Vec3& x) { return up.dot(x - point) > kSameNormal * size_of(corner_); };
        if (t == number_ || std::ranges::any_of(corner_, stands_out)) continue;
        const double depth = depth_along(at, point, up);
        if (!(depth < least * (1 - kShallower))) continue;
        least = depth;
        best = up;
      }
    }
    const Index feature = feature_of(kTurned, static_cast<std::uint64_t>(number_), 0);
    const bool flat = std::ranges::all_of(around, [&](Index t) {
      return hull_.parts.patch[static_cast<std::size_t>(t)] == hull_.parts.patch[static_cast<std::size_t>(number_)];
    });
    if (!flat) out.points.push_back({feature, point - least * best, -best, -least});
    // At an edge inside a flat part, the point of this triangle may be much less deep than a vertex under it. At any
    // other edge, deeper vertices may be beside the wall.
    if (best == own) add_vertices(at, best, kDeeper * least + (flat ? hull_.alert : 0), out);
  }

  // (placement, normal of the triangle, depth [m]) Adds the vertices of the hull over the triangle up to the alert
  // distance, and under it up to the depth.
  void add_vertices(const shape::Placement& at, const Vec3& up, double depth, Touch& out) const {
    for (Index v = 0; v < hull_.solid.size(); ++v) {
      const Vec3 place = at.centre + at.radius * (at.turn * hull_.solid.vertex[static_cast<std::size_t>(v)]);
      const double height = up.dot(place - corner_[0]);
      if (height > hull_.alert || height < -depth || !is_over(place)) continue;
      const Index local = (1 + v) * kFeaturesOfWall;
      out.points.push_back({feature(local), place, -up, height});
    }
  }

  // True if the foot of a point on the plane of the triangle is inside the triangle, or outside by the tolerance.
  bool is_over(const Vec3& place) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& from = corner_[k];
      const Vec3 way = corner_[(k + 1) % 3] - from;
      if (normal_.cross(way).dot(place - from) < -shape::kInPlane * hull_.at.radius * way.norm()) return false;
    }
    return true;
  }

  // (feature of a manifold of the hull and this triangle) => feature that holds for the whole surface.
  Index feature(Index local) const {
    const auto of_hull = static_cast<std::uint64_t>(local / kFeaturesOfWall);
    const auto part = static_cast<std::uint64_t>(local % kFeaturesOfWall);
    const auto t = static_cast<std::size_t>(number_);
    if (local == 0) return feature_of(kNearestPoints, t, 0);
    if (part == 0) return feature_of(kVertexOfHull, of_hull, static_cast<std::uint64_t>(hull_.parts.patch[t]));
    if (of_hull == 0) return feature_of(kVertexOfWall, static_cast<std::uint64_t>(hull_.mesh.triangle[t][part - 1]), 0);
    return feature_of(kCrossing, of_hull, 8 * t + part);
  }

  void take(const shape::Manifold& found, const shape::Relative& pair, Touch& out) const {
    for (const shape::TouchPoint& point : found.points()) {
      if (is_flat(point.feature, pair.place(point.place))) continue;
      out.points.push_back(
          {feature(point.feature), pair.place(point.place), pair.along(found.normal), point.gap, found.weight});
    }
  }

  // (feature of a manifold, place of its point) => true if the point is at an edge or a vertex inside a flat part of
  // the surface, which a plane does not have. A crossing belongs to the nearest edge, because its feature names only
  // one vertex of the edge.
  bool is_flat(Index local, const Vec3& place) const {
    const auto part = static_cast<std::size_t>(local % kFeaturesOfWall);
    if (part == 0) return false;
    const auto t = static_cast<std::size_t>(number_);
    if (part <= 3) return hull_.parts.flat_vertex[static_cast<std::size_t>(hull_.mesh.triangle[t][part - 1])] != 0;
    return hull_.parts.flat_edge[static_cast<std::size_t>(hull_.mesh.edge_of[t][nearest_edge(place)])] != 0;
  }

  // (point) => number of the nearest edge; edge k begins at corner k.
  std::size_t nearest_edge(const Vec3& place) const {
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
      const double distance = shape::nearest_of_segment(corner_[k] - place, corner_[(k + 1) % 3] - place).norm();
      if (!(distance < least)) continue;
      least = distance;
      nearest = k;
    }
    return nearest;
  }

  const BodyAtSurface& hull_;
  Index number_;
  std::array<Vec3, 3> corner_;
  Vec3 normal_;
};

}  // namespace rubble::detect
