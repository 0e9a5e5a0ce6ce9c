#include "shape/point_tree.hpp"

#include <algorithm>
#include <limits>

namespace rubble::shape {
namespace {

constexpr std::size_t kLeaf = 16;  // points per leaf: testing these one by one takes as long as testing their boxes

}  // namespace

PointTree::PointTree(const Vec3s& points) : points_(points) {
  double largest = 0;
  for (const Vec3& x : points) largest = std::max(largest, x.cwiseAbs().maxCoeff());
  // Bound of the rounding error of normal . x (three products and two sums of numbers up to `largest`), both for a
  // point and for a corner of a box.
  rounding_ = 16 * std::numeric_limits<double>::epsilon() * largest;
  if (!points.empty()) build(0, points.size());
}

// Appends the node of these points, followed by the nodes below it.
void PointTree::build(std::size_t begin, std::size_t end) {
  const std::size_t node = nodes_.size();
  Vec3 low = points_[begin];
  Vec3 high = low;
  for (std::size_t k = begin; k < end; ++k) {
    low = low.cwiseMin(points_[k]);
    high = high.cwiseMax(points_[k]);
  }
  nodes_.push_back({low, high, begin, end});
  if (end - begin <= kLeaf) return;
  int axis = 0;
  (high - low).maxCoeff(&axis);
  const std::size_t middle = begin + (end - begin) / 2;
  const auto at = [&](std::size_t k) { return points_.begin() + static_cast<std::ptrdiff_t>(k); };
  std::nth_element(at(begin), at(middle), at(end), [&](const Vec3& a, const Vec3& b) { return a[axis] < b[axis]; });
  build(begin, middle);
  nodes_[node].second = nodes_.size();
  build(middle, end);
}

bool PointTree::any_above(const Vec3& normal, double limit) const {
  return !nodes_.empty() && above_in(0, normal, limit);
}

bool PointTree::above_in(std::size_t node, const Vec3& normal, double limit) const {
  const Node& n = nodes_[node];
  const Vec3 corner = (normal.array() > 0).select(n.high, n.low);  // the corner that is farthest along the normal
  if (normal.dot(corner) + rounding_ <= limit) return false;
  if (n.second != 0) return above_in(node + 1, normal, limit) || above_in(n.second, normal, limit);
  for (std::size_t p = n.begin; p < n.end; ++p)
    if (normal.dot(points_[p]) > limit) return true;
  return false;
}

}  // namespace rubble::shape
