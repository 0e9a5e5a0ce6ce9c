#include "shape/surface_parts.hpp"

#include "base/union_find.hpp"

namespace rubble::shape {
namespace {

constexpr double kOnePlane = 1e-6;  // sine of the angle between two triangles up to which they are one flat part

}  // namespace

SurfaceParts::SurfaceParts(const TriangleMesh& mesh) {
  for (Index t = 0; t < static_cast<Index>(mesh.size()); ++t) {
    const Vec3 from = mesh.corner(t, 0);
    normal.push_back((mesh.corner(t, 1) - from).cross(mesh.corner(t, 2) - from).normalized());
  }
  find_fans(mesh);
  find_patches(mesh);
  find_flat(mesh);
}

void SurfaceParts::find_fans(const TriangleMesh& mesh) {
  begin_.assign(mesh.vertex.size() + 1, 0);
  for (const Triangle& t : mesh.triangle)
    for (const Index v : t) ++begin_[static_cast<std::size_t>(v) + 1];
  for (std::size_t v = 0; v < mesh.vertex.size(); ++v) begin_[v + 1] += begin_[v];
  fan_.resize(begin_.back());
  std::vector<std::size_t> next = begin_;
  for (std::size_t t = 0; t < mesh.size(); ++t)
    for (const Index v : mesh.triangle[t]) fan_[next[static_cast<std::size_t>(v)]++] = static_cast<Index>(t);
}

// Joins triangles that share an edge and lie in one plane.
void SurfaceParts::find_patches(const TriangleMesh& mesh) {
  std::vector<Index> first_at(mesh.edge.size(), -1);
  UnionFind sets(mesh.size());
  for (std::size_t t = 0; t < mesh.size(); ++t)
    for (const Index e : mesh.edge_of[t]) {
      Index& first = first_at[static_cast<std::size_t>(e)];
      if (first < 0)
        first = static_cast<Index>(t);
      else if (normal[static_cast<std::size_t>(first)].cross(normal[t]).norm() <= kOnePlane)
        sets.join(first, static_cast<Index>(t));
    }
  for (std::size_t t = 0; t < mesh.size(); ++t) patch.push_back(sets.root(static_cast<Index>(t)));
}

// An edge of exactly two triangles has the weight -1.
void SurfaceParts::find_flat(const TriangleMesh& mesh) {
  std::vector<Index> patch_at(mesh.edge.size(), -1);
  flat_edge.assign(mesh.edge.size(), 0);
  for (std::size_t t = 0; t < mesh.size(); ++t)
    for (const Index edge : mesh.edge_of[t]) {
      const auto e = static_cast<std::size_t>(edge);
      if (mesh.edge_weight[e] == -1 && patch_at[e] == patch[t]) flat_edge[e] = 1;
      patch_at[e] = patch[t];
    }
  flat_vertex.assign(mesh.vertex.size(), 1);
  for (std::size_t e = 0; e < mesh.edge.size(); ++e)
    for (const Index v : mesh.edge[e])
      if (flat_edge[e] == 0) flat_vertex[static_cast<std::size_t>(v)] = 0;
}

}  // namespace rubble::shape
