#include "measure/extent/tetrahedra.hpp"

#include <cmath>

#include <CGAL/Delaunay_triangulation_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Exact_rational.h>
#include <CGAL/Regular_triangulation_3.h>
#include <CGAL/Triangulation_cell_base_with_info_3.h>
#include <CGAL/Triangulation_vertex_base_with_info_3.h>

namespace rubble::measure {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

template <class VertexBase, class CellBase>
using Structure =
    CGAL::Triangulation_data_structure_3<CGAL::Triangulation_vertex_base_with_info_3<Index, Kernel, VertexBase>,
                                         CGAL::Triangulation_cell_base_with_info_3<Index, Kernel, CellBase>>;
using Delaunay = CGAL::Delaunay_triangulation_3<
    Kernel, Structure<CGAL::Triangulation_vertex_base_3<Kernel>, CGAL::Delaunay_triangulation_cell_base_3<Kernel>>>;
using Regular = CGAL::Regular_triangulation_3<Kernel, Structure<CGAL::Regular_triangulation_vertex_base_3<Kernel>,
                                                                CGAL::Regular_triangulation_cell_base_3<Kernel>>>;

template <class T>
using Three = std::array<T, 3>;

template <class T>
T dot(const Three<T>& a, const Three<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class T>
Three<T> cross(const Three<T>& a, const Three<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// The sphere orthogonal to four balls satisfies |x - c_k|^2 = R^2 + w_k for each ball. With edges e_k = c_k - c_0 this
// gives 2 e_k . (x - c_0) = e_k . e_k + w_0 - w_k, solved by Cramer's rule. R^2 = |x - c_0|^2 - w_0.
template <class T>
struct Orthogonal {
  T six_volumes;  // determinant of the edges
  T square;       // R^2 x (2 six_volumes)^2

  Orthogonal(const std::array<Three<T>, 3>& edge, const T& first, const std::array<T, 3>& weight) {
    const std::array<Three<T>, 3> side{cross(edge[1], edge[2]), cross(edge[2], edge[0]), cross(edge[0], edge[1])};
    six_volumes = dot(edge[0], side[0]);
    Three<T> x{T(0), T(0), T(0)};
    for (std::size_t k = 0; k < 3; ++k) {
      const T right = dot(edge[k], edge[k]) + first - weight[k];
      for (std::size_t a = 0; a < 3; ++a) x[a] += right * side[k][a];
    }
    square = dot(x, x) - first * (4 * six_volumes * six_volumes);
  }
};

template <class T>
Orthogonal<T> orthogonal_sphere(const Tetrahedra& t, const std::array<Index, 4>& vertex) {
  const auto at = [&](std::size_t k) { return static_cast<std::size_t>(vertex[k]); };
  std::array<Three<T>, 3> edge;
  std::array<T, 3> weight;
  for (std::size_t k = 0; k < 3; ++k) {
    for (int a = 0; a < 3; ++a) edge[k][static_cast<std::size_t>(a)] = T(t.point[at(k + 1)][a]) - T(t.point[at(0)][a]);
    weight[k] = T(t.weight[at(k + 1)]);
  }
  return Orthogonal<T>(edge, T(t.weight[at(0)]), weight);
}

// If six times the volume of a tetrahedron is below this fraction of the product of the three edges from its first
// vertex, it has lost too many digits to compute the tetrahedron's sphere.
constexpr double kFlat = 1e-6;

bool nearly_flat(const Tetrahedra& t, const std::array<Index, 4>& vertex, double six_volumes) {
  double product = 1;
  for (std::size_t k = 1; k < 4; ++k)
    product *= (t.point[static_cast<std::size_t>(vertex[k])] - t.point[static_cast<std::size_t>(vertex[0])]).norm();
  return std::abs(six_volumes) <= kFlat * product;
}

// Appends the volume and the squared radius of the sphere, computed with rational numbers for nearly flat tetrahedra.
void append_sphere(Tetrahedra& t, const std::array<Index, 4>& vertex) {
  const auto sphere = orthogonal_sphere<double>(t, vertex);
  t.volume.push_back(std::abs(sphere.six_volumes) / 6);
  if (!nearly_flat(t, vertex, sphere.six_volumes)) {
    t.square.push_back(sphere.square / (4 * sphere.six_volumes * sphere.six_volumes));
    return;
  }
  using Rational = CGAL::Exact_rational;
  const auto exact = orthogonal_sphere<Rational>(t, vertex);
  t.square.push_back(CGAL::to_double(Rational(exact.square / (4 * exact.six_volumes * exact.six_volumes))));
}

Vec3 vector_of(const Kernel::Point_3& p) { return {p.x(), p.y(), p.z()}; }
Vec3 vector_of(const Kernel::Weighted_point_3& p) { return {p.x(), p.y(), p.z()}; }

double weight_of(const Kernel::Point_3&) { return 0; }
double weight_of(const Kernel::Weighted_point_3& p) { return p.weight(); }

// Converts CGAL's triangulation to plain lists. Vertices are in the order of the given points, so that the order does
// not depend on addresses in memory.
template <class Triangulation, class Site>
Tetrahedra lists_of(const std::vector<std::pair<Site, Index>>& sites) {
  Triangulation triangulation(sites.begin(), sites.end());
  Tetrahedra t;
  if (triangulation.dimension() < 3) return t;
  std::vector<typename Triangulation::Vertex_handle> given(sites.size());
  for (const auto vertex : triangulation.finite_vertex_handles())
    given[static_cast<std::size_t>(vertex->info())] = vertex;
  for (const auto vertex : given) {
    if (vertex == typename Triangulation::Vertex_handle()) continue;
    vertex->info() = static_cast<Index>(t.point.size());
    t.point.push_back(vector_of(vertex->point()));
    t.weight.push_back(weight_of(vertex->point()));
  }
  for (const auto cell : triangulation.all_cell_handles()) cell->info() = -1;
  for (const auto cell : triangulation.finite_cell_handles()) {
    cell->info() = static_cast<Index>(t.vertex.size());
    t.vertex.push_back(
        {cell->vertex(0)->info(), cell->vertex(1)->info(), cell->vertex(2)->info(), cell->vertex(3)->info()});
    append_sphere(t, t.vertex.back());
  }
  t.neighbour.reserve(t.size());
  for (const auto cell : triangulation.finite_cell_handles())
    t.neighbour.push_back(
        {cell->neighbor(0)->info(), cell->neighbor(1)->info(), cell->neighbor(2)->info(), cell->neighbor(3)->info()});
  return t;
}

Kernel::Point_3 point_from(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

}  // namespace

// Coordinates are relative to the first point, which keeps the digits of a pile far from the origin.
Tetrahedra delaunay(const Vec3s& points) {
  if (points.empty()) return {};
  std::vector<std::pair<Kernel::Point_3, Index>> sites;
  sites.reserve(points.size());
  for (const Vec3& p : points) sites.emplace_back(point_from(p - points[0]), static_cast<Index>(sites.size()));
  Tetrahedra t = lists_of<Delaunay>(sites);
  t.origin = points[0];
  return t;
}

Tetrahedra regular(const Vec3s& centres, const Reals& radii) {
  if (centres.empty()) return {};
  std::vector<std::pair<Kernel::Weighted_point_3, Index>> sites;
  sites.reserve(centres.size());
  for (std::size_t i = 0; i < centres.size(); ++i)
    sites.emplace_back(Kernel::Weighted_point_3(point_from(centres[i] - centres[0]), radii[i] * radii[i]),
                       static_cast<Index>(i));
  Tetrahedra t = lists_of<Regular>(sites);
  t.origin = centres[0];
  return t;
}

}  // namespace rubble::measure
