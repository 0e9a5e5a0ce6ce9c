#include "shape/triangle_tree.hpp"

#include <algorithm>
#include <numeric>

namespace rubble::shape {
namespace {

constexpr Index kLeaf = 4;           // triangles of a leaf
constexpr std::size_t kDepth = 64;   // more than the depth of a tree of 2^31 triangles
constexpr double kRounding = 1e-12;  // relative, of squares of distances

std::array<Vec3, 3> corners_of(const TriangleMesh& mesh, Index t) {
  return {mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)};
}

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) : triangle_(mesh.size()) {
  std::iota(triangle_.begin(), triangle_.end(), Index{0});
  if (!triangle_.empty()) build(mesh, 0, static_cast<Index>(triangle_.size()));
  for (const Index t : triangle_) corners_.push_back(corners_of(mesh, t));
}

// Adds the node of the triangles [first, last), and those below it. Triangles are halved by their centres along the
// longest side of the box around the centres.
void TriangleTree::build(const TriangleMesh& mesh, Index first, Index last) {
  Eigen::AlignedBox3d box, centres;
  const auto centre = [&](Index t) -> Vec3 { return (mesh.corner(t, 0) + mesh.corner(t, 1) + mesh.corner(t, 2)) / 3; };
  for (Index k = first; k < last; ++k) {
    const Index t = triangle_[static_cast<std::size_t>(k)];
    for (const Vec3& x : corners_of(mesh, t)) box.extend(x);
    centres.extend(centre(t));
  }
  const std::size_t node = nodes_.size();
  nodes_.push_back({box.min(), box.max(), first, last, 0});
  if (last - first <= kLeaf) return;
  Eigen::Index axis = 0;
  centres.sizes().maxCoeff(&axis);
  const Index middle = first + (last - first) / 2;
  const auto at = [&](Index k) { return triangle_.begin() + k; };
  std::nth_element(at(first), at(middle), at(last), [&](Index a, Index b) {
    const double xa = centre(a)[axis], xb = centre(b)[axis];
    return xa != xb ? xa < xb : a < b;
  });
  build(mesh, first, middle);
  nodes_[node].second = static_cast<Index>(nodes_.size());
  build(mesh, middle, last);
}

void TriangleTree::near(const Vec3& point, double distance, std::vector<Index>& found) const {
  const double most = distance * distance * (1 + kRounding);
  std::array<Index, kDepth> waiting;
  std::size_t count = 0;
  found.clear();
  if (!nodes_.empty()) waiting[count++] = 0;
  while (count > 0) {
    const Index place = waiting[--count];
    const Node& node = nodes_[static_cast<std::size_t>(place)];
    const Vec3 outside = (node.lower - point).cwiseMax(point - node.upper).cwiseMax(0.0);
    if (outside.squaredNorm() > most) continue;
    if (node.second > 0) {
      waiting[count++] = node.second;
      waiting[count++] = place + 1;
      continue;
    }
    for (Index k = node.first; k < node.last; ++k) {
      const auto& [a, b, c] = corners_[static_cast<std::size_t>(k)];
      if (nearest_of_triangle(a - point, b - point, c - point).squaredNorm() <= most)
        found.push_back(triangle_[static_cast<std::size_t>(k)]);
    }
  }
  std::sort(found.begin(), found.end());
}

}  // namespace rubble::shape
