#pragma once
// Neighbours of the triangles of a surface, and its flat parts.
#include "shape/triangle_mesh.hpp"

#include <span>

namespace rubble::shape {

struct SurfaceParts {
  explicit SurfaceParts(const TriangleMesh& mesh);

  Vec3s normal;              // unit normal of each triangle; its sign follows the order of the corners
  std::vector<Index> patch;  // first triangle of the flat part to which each triangle belongs
  // True for each edge and each vertex inside a flat part: it is not an edge or a vertex of the shape.
  std::vector<char> flat_edge, flat_vertex;

  // => triangles at a vertex, rising.
  std::span<const Index> around(Index vertex) const {
    const auto place = static_cast<std::size_t>(vertex);
    return {fan_.data() + begin_[place], fan_.data() + begin_[place + 1]};
  }

 private:
  void find_fans(const TriangleMesh& mesh);
  void find_patches(const TriangleMesh& mesh);
  void find_flat(const TriangleMesh& mesh);

  std::vector<std::size_t> begin_;  // [vertices + 1] first entry of each vertex in fan_
  std::vector<Index> fan_;          // triangles at each vertex
};

}  // namespace rubble::shape
