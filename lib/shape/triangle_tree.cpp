#include "shape/triangle_tree.hpp"

#include <algorithm>
#include <iterator>

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

namespace rubble::shape {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangles = std::vector<Kernel::Triangle_3>;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

Kernel::Point_3 point_of(const Vec3& x) { return {x.x(), x.y(), x.z()}; }

Triangles triangles_of(const TriangleMesh& mesh) {
  Triangles triangles;
  triangles.reserve(mesh.size());
  for (std::size_t t = 0; t < mesh.size(); ++t) {
    const auto corner = [&](std::size_t k) { return point_of(mesh.corner(static_cast<Index>(t), k)); };
    triangles.emplace_back(corner(0), corner(1), corner(2));
  }
  return triangles;
}

}  // namespace

struct TriangleTree::Impl {
  explicit Impl(const TriangleMesh& mesh) : triangles(triangles_of(mesh)), tree(triangles.cbegin(), triangles.cend()) {}

  const Triangles triangles;
  Tree tree;
};

TriangleTree::TriangleTree(const TriangleMesh& mesh) {
  auto impl = std::make_unique<Impl>(mesh);
  impl->tree.build();
  impl_ = std::move(impl);
}

TriangleTree::~TriangleTree() = default;

void TriangleTree::near(const Vec3& point, double distance, std::vector<Index>& found) const {
  const Vec3 reach = Vec3::Constant(distance);
  const Kernel::Iso_cuboid_3 box(point_of(point - reach), point_of(point + reach));
  std::vector<Triangles::const_iterator> primitives;
  impl_->tree.all_intersected_primitives(box, std::back_inserter(primitives));
  found.clear();
  for (const auto& primitive : primitives) found.push_back(static_cast<Index>(primitive - impl_->triangles.cbegin()));
  std::sort(found.begin(), found.end());
}

}  // namespace rubble::shape
