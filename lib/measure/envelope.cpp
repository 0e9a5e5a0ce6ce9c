#include "measure/envelope.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "model/bodies.hpp"
#include "shape/surface.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include <CGAL/Delaunay_triangulation_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangulation_cell_base_with_info_3.h>

namespace rubble::measure {

Vec3s surface_points(const Pile& pile, int per_sphere) {
  const Vec3s spiral = shape::sphere_points(per_sphere);
  const double within = ball_radius(envelope(spiral, std::numeric_limits<double>::infinity()).hull);
  Vec3s points;
  points.reserve(pile.size() * spiral.size());
  for (std::size_t i = 0; i < pile.size(); ++i) {
    if (pile.model.is_hull(i)) {
      const Vec3s own = rubble::surface_points(pile.model, pile.state, i, kHullSpacing);
      points.insert(points.end(), own.begin(), own.end());
      continue;
    }
    for (const Vec3& direction : spiral)
      points.emplace_back(pile.state.position[i] + pile.model.radius[i] / within * direction);
  }
  return points;
}

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Cell = CGAL::Triangulation_cell_base_with_info_3<bool, Kernel, CGAL::Delaunay_triangulation_cell_base_3<Kernel>>;
using Delaunay = CGAL::Delaunay_triangulation_3<
    Kernel, CGAL::Triangulation_data_structure_3<CGAL::Triangulation_vertex_base_3<Kernel>, Cell>>;

// Marks the tetrahedra of the alpha shape, decided exactly: those flat within rounding have no radius to speak of.
void mark_alpha_shape(const Delaunay& triangulation, double alpha) {
  const double square = alpha * alpha;
  const bool all = std::isinf(square);
  for (const auto cell : triangulation.all_cell_handles()) cell->info() = false;
  for (const auto cell : triangulation.finite_cell_handles()) {
    const auto t = triangulation.tetrahedron(cell);
    cell->info() = all || CGAL::compare_squared_radius(t[0], t[1], t[2], t[3], square) != CGAL::LARGER;
  }
}

// Cell by cell, from within: the triangulation's own list of triangles is in the order of addresses in memory.
double alpha_area(const Delaunay& triangulation) {
  double area = 0;
  for (const auto cell : triangulation.finite_cell_handles()) {
    if (!cell->info()) continue;
    for (int k = 0; k < 4; ++k)
      if (!cell->neighbor(k)->info()) area += std::sqrt(triangulation.triangle(cell, k).squared_area());
  }
  return area;
}

}  // namespace

Envelope envelope(const Vec3s& points, double alpha) {
  if (!(alpha > 0)) throw InputError("the radius alpha of an alpha shape must be > 0");
  Envelope out;
  if (points.empty()) return out;
  const Vec3 origin = points[0];  // keeps the digits of a pile far from the origin
  std::vector<Kernel::Point_3> sites;
  sites.reserve(points.size());
  for (const Vec3& p : points) sites.emplace_back(p.x() - origin.x(), p.y() - origin.y(), p.z() - origin.z());

  const Delaunay triangulation(sites.begin(), sites.end());
  if (triangulation.dimension() < 3) return out;
  mark_alpha_shape(triangulation, alpha);
  for (const auto cell : triangulation.finite_cell_handles()) {
    const double volume = std::abs(triangulation.tetrahedron(cell).volume());
    out.hull += volume;
    if (cell->info()) out.alpha += volume;
  }
  out.area = alpha_area(triangulation);
  return out;
}

double default_alpha(const Pile& pile) {
  const Reals& s = pile.model.radius;
  return 3 * std::accumulate(s.begin(), s.end(), 0.0) / static_cast<double>(s.size());
}

}  // namespace rubble::measure
