#pragma once
// Search for triangles of a surface near a point, by a hierarchy of bounding boxes.
#include "shape/triangle_mesh.hpp"

#include <array>

namespace rubble::shape {

class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);

  // (point [L], distance >= 0 [L], indices) Replaces the indices by those of all triangles whose distance from the
  // point is at most this, in rising order. Threads may call it at the same time.
  void near(const Vec3& point, double distance, std::vector<Index>& found) const;

 private:
  using Corners = std::array<Vec3, 3>;

  // A box around the triangles [first, last) in the order of the tree. The first child of a node follows it.
  struct Node {
    Vec3 lower, upper;  // [L]
    Index first = 0, last = 0;
    Index second = 0;  // the second child; 0 for a leaf
  };

  void build(const TriangleMesh& mesh, Index first, Index last);

  std::vector<Node> nodes_;
  std::vector<Index> triangle_;   // in the order of the tree
  std::vector<Corners> corners_;  // of these [L]
};

}  // namespace rubble::shape
