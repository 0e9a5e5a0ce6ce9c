#pragma once
// Part of a hull's surface as seen along a direction: some vertices, their outline in the plane normal to it, and their
// heights.
#include "shape/prepared_shape.hpp"

#include <array>
#include <span>

namespace rubble::shape {

using Vec2 = Eigen::Vector2d;

// => a x b, positive if b is to the left of a.
inline double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// Coordinates of a view: axes of the plane, and the direction towards the viewer.
struct OutlineView {
  Vec3 right, up, out;

  // (unit vector) => a view along it.
  explicit OutlineView(const Vec3& direction);
  Vec2 flat(const Vec3& x) const { return {right.dot(x), up.dot(x)}; }
};

struct Seen {
  Index vertex;
  Vec2 at;        // position in the plane of the view [m]
  double height;  // towards the viewer [m]
};

// The vertices of a body near its supporting plane.
class Outline {
 public:
  static constexpr std::size_t kMost = 48;

  // (hull, or centre of a sphere; rotation from its axes to those of the view; its centre and radius [m]; view; side;
  // depth below the supporting plane [m]; tolerance in the plane [m]). The side is 1 for the surface towards the viewer
  // and -1 for the opposite one.
  Outline(const PreparedShape& solid, const Mat3& turn, const Vec3& centre, double radius, const OutlineView& view,
          double side, double depth, double tolerance);

  std::span<const Seen> seen() const { return {seen_.data(), count_}; }
  // The outline: indices into seen(), counter-clockwise; two if all vertices are on a line.
  std::span<const std::size_t> around() const { return {around_.data(), corners_}; }
  const Seen& corner(std::size_t k) const { return seen_[around_[k < corners_ ? k : 0]]; }
  bool is_corner() const { return count_ == 1; }
  bool is_edge() const { return corners_ == 2; }

  // True if the position is inside the outline, or outside by at most `tolerance`.
  bool holds(const Vec2& at, double tolerance) const;
  // Height of the body's surface at a position [m]. For an edge or a corner it is that of the nearest point. For a face
  // and side 1, it is that of the lowest plane among the faces at the vertices, but at most that of the highest vertex.
  // For side -1, it is that of the highest plane, but at least that of the lowest vertex. Faces nearly parallel to the
  // view are left out.
  double height(const Vec2& at) const;

 private:
  void find_vertices(const PreparedShape& solid, const Mat3& turn, const Vec3& centre, double radius,
                     const OutlineView& view, double side, double depth);
  void find_outline(double tolerance);
  void find_planes(const PreparedShape& solid, const Mat3& turn, const Vec3& centre, double radius,
                   const OutlineView& view, double side);

  // Height of a face's plane at a position of the view: level + slope . at.
  struct Slope {
    Vec2 slope;
    double level;
  };
  static constexpr std::size_t kMostFaces = 4 * kMost;

  double side_;
  double top_ = 0;  // height of the outermost vertex: the highest for side 1, the lowest for side -1
  std::array<Seen, kMost> seen_;
  std::array<std::size_t, kMost + 1> around_;
  std::array<Slope, kMostFaces> slope_;
  std::size_t count_ = 0, corners_ = 0, slopes_ = 0;
};

}  // namespace rubble::shape
