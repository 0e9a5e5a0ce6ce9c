#pragma once
// Many points, of which those above a plane are wanted.
#include "base/vec.hpp"

#include <cstddef>
#include <vector>

namespace rubble::shape {

// A binary tree of boxes around points. Where few points lie near a plane and none far above it, as at a face of a
// convex body, a question costs the order of the logarithm of their number.
class PointTree {
 public:
  // Finite points.
  explicit PointTree(const Vec3s& points);

  // (unit vector, number) => true if some point has normal . x > limit, exactly as this expression is rounded.
  bool any_above(const Vec3& normal, double limit) const;

 private:
  struct Node {
    Vec3 low, high;          // box around its points
    std::size_t begin, end;  // its points
    std::size_t second = 0;  // its second child, the first is the next node; 0: a leaf
  };
  void build(std::size_t begin, std::size_t end);
  bool above_in(std::size_t node, const Vec3& normal, double limit) const;

  Vec3s points_;  // those of a node one behind the other
  std::vector<Node> nodes_;
  double rounding_ = 0;  // bound on that of normal . x of any point or corner of a box
};

}  // namespace rubble::shape
