#include "shape/closed_surface.hpp"

#include "shape/mass_properties.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>

namespace rubble::shape {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Triangle = Kernel::Triangle_3;
using Triangles = std::vector<Triangle>;
using Mesh = CGAL::Surface_mesh<Point>;
using TriangleTree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_face_graph_triangle_primitive<Mesh>>>;
using Side = CGAL::Side_of_triangle_mesh<Mesh, Kernel>;

Point point_of(const Vec3& x) { return {x.x(), x.y(), x.z()}; }

// (vertices, faces) => the triangles of the faces. Triangles without area are left out: they enclose nothing, and no
// ray crosses them in one point.
Triangles triangles_of(const Vec3s& vertex, const Faces& face) {
  Triangles out;
  for (const std::vector<Index>& corner : face)
    for (std::size_t k = 2; k < corner.size(); ++k) {
      const Triangle triangle(point_of(vertex[static_cast<std::size_t>(corner[0])]),
                              point_of(vertex[static_cast<std::size_t>(corner[k - 1])]),
                              point_of(vertex[static_cast<std::size_t>(corner[k])]));
      if (!triangle.is_degenerate()) out.push_back(triangle);
    }
  return out;
}

// (triangles) => a mesh with three vertices for each, so that surfaces may touch themselves in a vertex or an edge.
Mesh mesh_of(const Triangles& triangles) {
  Mesh out;
  for (const Triangle& t : triangles) out.add_face(out.add_vertex(t[0]), out.add_vertex(t[1]), out.add_vertex(t[2]));
  return out;
}

// (triangles of a convex body, counter-clockwise seen from outside; point) => true if no triangle has it outside.
bool is_within(const Triangles& hull, const Point& point) {
  return std::none_of(hull.begin(), hull.end(),
                      [&](const Triangle& t) { return CGAL::orientation(t[0], t[1], t[2], point) == CGAL::POSITIVE; });
}

// (triangle, triangles of a convex body) => true if triangle and body have a common point: it crosses the surface of
// the body, or lies inside.
bool meets(const Triangle& triangle, const Triangles& hull) {
  return is_within(hull, triangle[0]) ||
         std::any_of(hull.begin(), hull.end(), [&](const Triangle& t) { return CGAL::do_intersect(triangle, t); });
}

}  // namespace

double unit_of(const Polyhedron& surface, const SurfaceSize& size) {
  if (size.volume > 0) return std::cbrt(size.volume / mass_properties(surface.vertex, surface.face).volume);
  if (!(size.extent > 0)) return size.unit;
  Vec3 low = surface.vertex.front();
  Vec3 high = low;
  for (const Vec3& x : surface.vertex) low = low.cwiseMin(x), high = high.cwiseMax(x);
  return size.extent / (high - low).maxCoeff();
}

struct ClosedSurface::Tree {
  Triangles triangles;
  Mesh mesh;
  TriangleTree tree;
  Side side;

  explicit Tree(Triangles given)
      : triangles(std::move(given)),
        mesh(mesh_of(triangles)),
        tree(mesh.faces().begin(), mesh.faces().end(), mesh),
        side(tree) {
    tree.build();
    tree.accelerate_distance_queries();
  }
};

ClosedSurface::ClosedSurface(Polyhedron surface)
    : surface_(std::move(surface)), volume_(mass_properties(surface_.vertex, surface_.face).volume) {
  tree_ = std::make_unique<const Tree>(triangles_of(surface_.vertex, surface_.face));
  low_ = high_ = surface_.vertex.front();
  for (const Vec3& x : surface_.vertex) low_ = low_.cwiseMin(x), high_ = high_.cwiseMax(x);
}

ClosedSurface::~ClosedSurface() = default;

bool ClosedSurface::contains(const Vec3& point) const {
  return tree_->side(point_of(point)) != CGAL::ON_UNBOUNDED_SIDE;
}

Vec3 ClosedSurface::nearest(const Vec3& point) const {
  const Point found = tree_->tree.closest_point(point_of(point));
  return {found.x(), found.y(), found.z()};
}

Position ClosedSurface::of_ball(const Vec3& centre, double radius) const {
  const Vec3 beyond = (low_ - centre).cwiseMax(centre - high_).cwiseMax(0);
  if (beyond.norm() >= radius && beyond.norm() > 0) return Position::outside;
  if ((nearest(centre) - centre).norm() < radius) return Position::across;
  return contains(centre) ? Position::inside : Position::outside;
}

Position ClosedSurface::of_hull(const Vec3s& vertex, const Faces& face) const {
  CGAL::Bbox_3 box;
  for (const Vec3& x : vertex) box += point_of(x).bbox();
  std::vector<TriangleTree::Primitive_id> near;
  tree_->tree.all_intersected_primitives(box, std::back_inserter(near));
  if (!near.empty()) {
    const Triangles hull = triangles_of(vertex, face);
    const auto is_met = [&](const Mesh::Face_index face_of_mesh) {
      return meets(tree_->triangles[face_of_mesh.idx()], hull);
    };
    if (std::any_of(near.begin(), near.end(), is_met)) return Position::across;
  }
  return contains(vertex.front()) ? Position::inside : Position::outside;
}

}  // namespace rubble::shape
