#pragma once
// A triangulated surface, open or closed, with the counts that make contacts with it independent of its triangulation.
#include "shape/polyhedron.hpp"
#include "shape/triangle_frame.hpp"

#include <array>

namespace rubble::shape {

using Triangle = std::array<Index, 3>;  // vertices

// The weights are the coefficients of inclusion and exclusion: for any set of closed triangles, the sum of 1 for each
// triangle, of `edge_weight` and of `vertex_weight` is the Euler characteristic of their union. An edge of k triangles
// has the weight 1 - k; a vertex of k triangles has 1 - k + the sum of (number of triangles - 1) over its edges. An
// edge of two triangles thus has -1, an inner vertex 1, and the boundary 0.
struct TriangleMesh {
  Vec3s vertex;  // [L]
  std::vector<Triangle> triangle;
  std::vector<std::array<Index, 2>> edge;  // vertices, the lower one first; each edge once
  std::vector<Triangle> edge_of;           // edges of each triangle: from its vertex k to its vertex k + 1
  std::vector<Index> edge_weight, vertex_weight;
  std::vector<TriangleFrame> frame;  // of each triangle
  double extent = 0;                 // largest absolute value of a coordinate [L]

  std::size_t size() const { return triangle.size(); }
  // (distance from a triangle [L]) => upper bound of the rounding errors of frame distances at such places [L].
  double frame_error(double distance) const { return 1e-10 * (distance + extent); }
  // => corner k of a triangle [L]
  const Vec3& corner(Index triangle_index, std::size_t k) const {
    const Triangle& t = triangle[static_cast<std::size_t>(triangle_index)];
    return vertex[static_cast<std::size_t>(t[k])];
  }
};

// (vertices without repeated points [L], faces) => the same surface, with faces of more than three vertices cut into
// triangles from their first vertex. InputError for a surface without faces, a face without area, and a face that this
// cut folds because it is not convex. InputError also for two faces with the same corners, and for a vertex within an
// edge of another triangle: a body that slides across such a seam would meet an edge.
TriangleMesh triangle_mesh(const Polyhedron& surface);

// (mesh) => number of edges that belong to one triangle only; 0 for a closed surface.
std::size_t open_edges(const TriangleMesh& mesh);

// (three corners a, b, c [L]) => the point of the triangle nearest to the origin [L]. Ericson 2005, Real-Time Collision
// Detection, section 5.1.5.
Vec3 nearest_of_triangle(const Vec3& a, const Vec3& b, const Vec3& c);

// (two ends a, b [L]) => the point of the segment nearest to the origin [L].
Vec3 nearest_of_segment(const Vec3& a, const Vec3& b);

// (two ends of a segment, three corners of a triangle [L]) => true if the segment crosses the triangle. Moeller &
// Trumbore 1997, doi:10.1080/10867651.1997.10487468.
bool crosses(const Vec3& from, const Vec3& to, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace rubble::shape
