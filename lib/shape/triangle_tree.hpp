#pragma once
// Search for triangles of a surface near a point, by a bounding-volume hierarchy.
#include "shape/triangle_mesh.hpp"

#include <memory>

namespace rubble::shape {

class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);
  ~TriangleTree();

  // (point [L], distance >= 0 [L], indices) Replaces the indices by those of all triangles whose distance from the
  // point is at most this, in rising order. A few triangles that are farther can be among them. Threads may call it at
  // the same time.
  void near(const Vec3& point, double distance, std::vector<Index>& found) const;

 private:
  struct Impl;
  std::unique_ptr<const Impl> impl_;
};

}  // namespace rubble::shape
