#include "shape/outline.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace rubble::shape {
namespace {

constexpr double kSteep = 0.1;  // a face is visible if the cosine between its normal and the view is above this

constexpr int kMostHalvings = 30;

// Remembers the faces of a body that were visited. Faces whose numbers are equal modulo kSlots share one slot. On
// bodies with more faces than slots, some faces therefore count as unvisited again.
class FacesMet {
 public:
  bool first_time(Index face) {
    Index& last = last_[static_cast<std::size_t>(face) % kSlots];
    return std::exchange(last, face + 1) != face + 1;
  }

 private:
  static constexpr std::size_t kSlots = 256;
  std::array<Index, kSlots> last_{};
};

double from_segment(const Vec2& a, const Vec2& b, const Vec2& at) {
  const Vec2 along = b - a;
  const double t = std::clamp((at - a).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (at - a - t * along).norm();
}

}  // namespace

OutlineView::OutlineView(const Vec3& direction) : out(direction) {
  Eigen::Index least;
  direction.cwiseAbs().minCoeff(&least);
  right = Vec3::Unit(least).cross(direction).normalized();
  up = out.cross(right);
}

Outline::Outline(const PreparedShape& solid, const Mat3& turn, const Vec3& centre, double radius,
                 const OutlineView& view, double side, double depth, double tolerance)
    : side_(side) {
  find_vertices(solid, turn, centre, radius, view, side, depth);
  find_outline(tolerance);
  if (corners_ > 2) find_planes(solid, turn, centre, radius, view, side);
}

// Finds the vertices, in ascending order of their indices. While there are more than kMost, the depth is halved, at
// most kMostHalvings times. If too many are in one plane, kMost of them are used, at about equal steps of their
// indices.
void Outline::find_vertices(const PreparedShape& solid, const Mat3& turn, const Vec3& centre, double radius,
                            const OutlineView& view, double side, double depth) {
  const Vec3 direction = turn.transpose() * view.out * side;
  const double top = direction.dot(solid.vertex[farthest(solid, direction, 0)]);
  std::array<Index, kMost> vertex;
  count_ = vertices_above(solid, direction, top - depth / radius, vertex);
  for (int k = 0; k < kMostHalvings && count_ > kMost; ++k) {
    depth *= 0.5;
    count_ = vertices_above(solid, direction, top - depth / radius, vertex);
  }
  if (count_ > kMost) {
    std::vector<Index> every(count_);
    vertices_above(solid, direction, top - depth / radius, every);
    for (std::size_t k = 0; k < kMost; ++k) vertex[k] = every[k * (count_ - 1) / (kMost - 1)];
    count_ = kMost;
  }
  for (std::size_t k = 0; k < count_; ++k) {
    const Vec3 x = centre + radius * (turn * solid.vertex[vertex[k]]);
    seen_[k] = {vertex[k], view.flat(x), view.out.dot(x)};
    top_ = k == 0 ? seen_[k].height : side * std::max(side * top_, side * seen_[k].height);
  }
}

// Andrew 1979, doi:10.1016/0020-0190(79)90072-3: corners from left to right along the lower side, and back along the
// upper side. Corners within `tolerance` of the line between their neighbours are left out.
void Outline::find_outline(double tolerance) {
  std::array<std::size_t, kMost> order;
  for (std::size_t k = 0; k < count_; ++k) order[k] = k;
  std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count_), [&](std::size_t i, std::size_t j) {
    const Vec2& p = seen_[i].at;
    const Vec2& q = seen_[j].at;
    return p.x() != q.x() ? p.x() < q.x() : p.y() < q.y();
  });
  const auto turns_right = [&](std::size_t i, std::size_t j, std::size_t k) {
    const Vec2 way = seen_[k].at - seen_[i].at;
    return cross(way, seen_[j].at - seen_[i].at) < -tolerance * way.norm();
  };
  const auto add = [&](std::size_t k, std::size_t first) {
    while (corners_ >= first + 2 && !turns_right(around_[corners_ - 2], around_[corners_ - 1], k)) --corners_;
    around_[corners_++] = k;
  };
  for (std::size_t k = 0; k < count_; ++k) add(order[k], 0);
  const std::size_t right = corners_ - 1;
  for (std::size_t k = count_ - 1; k-- > 0;) add(order[k], right);
  if (count_ > 1) --corners_;
}

// The scalar products of normals and view are computed in the axes of the body, so that only one vector is rotated
// instead of all normals.
void Outline::find_planes(const PreparedShape& solid, const Mat3& turn, const Vec3& centre, double radius,
                          const OutlineView& view, double side) {
  const Vec3 right = turn.transpose() * view.right, up = turn.transpose() * view.up, out = turn.transpose() * view.out;
  const Vec3 middle = turn.transpose() * centre;
  FacesMet met;
  for (std::size_t k = 0; k < count_; ++k) {
    const Index v = seen_[k].vertex;
    for (const Index f : solid.faces_at.of(v)) {
      if (slopes_ == kMostFaces || !met.first_time(f)) continue;
      const FacePlane& plane = solid.plane[f];
      const double facing = plane.normal.dot(out);
      if (!(facing * side > kSteep)) continue;
      const Vec2 slope(-plane.normal.dot(right) / facing, -plane.normal.dot(up) / facing);
      slope_[slopes_++] = {slope, (plane.normal.dot(middle) + radius * plane.offset) / facing};
    }
  }
}

bool Outline::holds(const Vec2& at, double tolerance) const {
  if (corners_ == 1) return (at - seen_[0].at).norm() <= tolerance;
  if (corners_ == 2) return from_segment(corner(0).at, corner(1).at, at) <= tolerance;
  for (std::size_t k = 0; k < corners_; ++k) {
    const Vec2 way = corner(k + 1).at - corner(k).at;
    if (cross(way, at - corner(k).at) < -tolerance * way.norm()) return false;
  }
  return true;
}

double Outline::height(const Vec2& at) const {
  if (corners_ == 1) return seen_[0].height;
  if (corners_ == 2) {
    const Seen& from = corner(0);
    const Seen& to = corner(1);
    const Vec2 along = to.at - from.at;
    const double t = std::clamp((at - from.at).dot(along) / along.squaredNorm(), 0.0, 1.0);
    return from.height + t * (to.height - from.height);
  }
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < slopes_; ++k)
    lowest = std::min(lowest, side_ * (slope_[k].level + slope_[k].slope.dot(at)));
  return side_ * std::min(lowest, side_ * top_);
}

}  // namespace rubble::shape
