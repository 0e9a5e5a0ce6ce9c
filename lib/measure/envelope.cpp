#include "measure/envelope.hpp"

#include "measure/mass.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include <CGAL/Delaunay_triangulation_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

namespace rubble::measure {

Vec3s surface_points(const Pile& pile, int per_sphere) {
  Vec3s spiral;
  const double golden_angle = std::numbers::pi * (3 - std::sqrt(5.0));
  for (int k = 0; k < per_sphere; ++k) {
    const double z = 1 - (2 * k + 1.0) / per_sphere;
    const double ring = std::sqrt(1 - z * z);
    spiral.emplace_back(ring * std::cos(golden_angle * k), ring * std::sin(golden_angle * k), z);
  }
  Vec3s points;
  points.reserve(pile.size() * spiral.size());
  for (std::size_t i = 0; i < pile.size(); ++i) {
    for (const Vec3& direction : spiral) {
      points.emplace_back(pile.state.position[i] + pile.model.radius[i] * direction);
    }
  }
  return points;
}

Envelope envelope(const Vec3s& points, double alpha) {
  using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
  using Delaunay = CGAL::Delaunay_triangulation_3<Kernel>;
  Envelope out;
  if (points.empty()) return out;
  const Vec3 origin = points[0];  // keeps the digits of a pile far from the origin
  std::vector<Kernel::Point_3> sites;
  sites.reserve(points.size());
  for (const Vec3& p : points) sites.emplace_back(p.x() - origin.x(), p.y() - origin.y(), p.z() - origin.z());

  const Delaunay triangulation(sites.begin(), sites.end());
  if (triangulation.dimension() < 3) return out;
  for (const auto cell : triangulation.finite_cell_handles()) {
    const auto tetrahedron = triangulation.tetrahedron(cell);
    const double volume = std::abs(tetrahedron.volume());
    out.hull += volume;
    // Cells flat within rounding have no radius (infinite or not a number): they hold no volume either.
    if (CGAL::squared_radius(tetrahedron[0], tetrahedron[1], tetrahedron[2], tetrahedron[3]) <= alpha * alpha) {
      out.alpha += volume;
    }
  }
  return out;
}

double default_alpha(const Pile& pile) {
  const Reals& s = pile.model.radius;
  return 3 * std::accumulate(s.begin(), s.end(), 0.0) / static_cast<double>(s.size());
}

}  // namespace rubble::measure
