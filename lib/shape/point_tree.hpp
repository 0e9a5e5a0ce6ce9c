#pragma once
// Search for points above a plane among many points.
#include "base/vec.hpp"

#include <cstddef>
#include <vector>

namespace rubble::shape {

// A binary tree of boxes around points. The cost of a query is of the order of the logarithm of their number if few
// points are near the plane and none is far above it, as for a face of a convex body.
class PointTree {
 public:
  // (finite points)
  explicit PointTree(const Vec3s& points);

  // (unit vector, limit) => true if normal . x > limit for some point x, with exactly the rounding of this expression.
  bool any_above(const Vec3& normal, double limit) const;

 private:
  struct Node {
    Vec3 low, high;          // box around its points
    std::size_t begin, end;  // range of its points
    std::size_t second = 0;  // index of its second child, the first child being the next node; 0: a leaf
  };
  void build(std::size_t begin, std::size_t end);
  bool above_in(std::size_t node, const Vec3& normal, double limit) const;

  Vec3s points_;  // the points of a node are adjacent
  std::vector<Node> nodes_;
  double rounding_ = 0;  // bound of the rounding error of normal . x for any point or corner of a box
};

}  // namespace rubble::shape
