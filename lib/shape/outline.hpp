#pragma once
// A part of a hull's surface as seen along a direction: some vertices, their outline in the plane across it, and
// heights.
#include "shape/solid.hpp"

#include <array>
#include <span>

namespace rubble::shape {

using Vec2 = Eigen::Vector2d;

// Where a feature is seen: axes of the plane, and the direction to the viewer.
struct View {
  Vec3 right, up, out;

  // (unit vector) => a view along it.
  explicit View(const Vec3& direction);
  Vec2 flat(const Vec3& x) const { return {right.dot(x), up.dot(x)}; }
};

struct Seen {
  Index vertex;
  Vec2 at;
  double height;  // towards the viewer
};

// The vertices of a body near its supporting plane.
class Outline {
 public:
  static constexpr std::size_t kMost = 48;

  // (hull or sphere's centre, its axes => those of the view, centre, radius [m], view, whether the side seen is that
  // towards the viewer (1) or the other (-1), depth below the supporting plane [m], room in the plane [m])
  Outline(const Solid& solid, const Mat3& turn, const Vec3& centre, double radius, const View& view, double side,
          double depth, double room);

  std::span<const Seen> seen() const { return {seen_.data(), count_}; }
  // The outline: indices into seen(), counter-clockwise; two where all are on a line.
  std::span<const std::size_t> around() const { return {around_.data(), corners_}; }
  const Seen& corner(std::size_t k) const { return seen_[around_[k < corners_ ? k : 0]]; }
  bool is_corner() const { return count_ == 1; }
  bool is_edge() const { return corners_ == 2; }

  // True if the place is within the outline by a margin of `room`.
  bool holds(const Vec2& at, double room) const;
  // Height of the body's surface there: of the lowest plane of its faces, but those that are nearly along the view, and
  // no higher than the highest vertex.
  double height(const Vec2& at) const;

 private:
  void find_vertices(const Solid& solid, const Mat3& turn, const Vec3& centre, double radius, const View& view,
                     double side, double depth);
  void find_outline(double room);
  void find_planes(const Solid& solid, const Mat3& turn, const Vec3& centre, double radius, const View& view,
                   double side);

  // Height of a face's plane at a place of the view: level + slope . at.
  struct Slope {
    Vec2 slope;
    double level;
  };
  static constexpr std::size_t kMostFaces = 4 * kMost;

  double side_;
  double top_ = 0;  // height of the highest vertex
  std::array<Seen, kMost> seen_;
  std::array<std::size_t, kMost + 1> around_;
  std::array<Slope, kMostFaces> slope_;
  std::size_t count_ = 0, corners_ = 0, slopes_ = 0;
};

}  // namespace rubble::shape
