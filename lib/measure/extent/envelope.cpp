#include "measure/extent/envelope.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "measure/extent/alpha_shape.hpp"
#include "model/bodies.hpp"
#include "shape/surface.hpp"

#include <limits>
#include <numeric>

namespace rubble::measure {

Vec3s surface_points(const Pile& pile, int per_sphere) {
  const Vec3s spiral = shape::sphere_points(per_sphere);
  const double within = ball_radius(envelope(spiral, std::numeric_limits<double>::infinity()).hull);
  Vec3s points;
  points.reserve(pile.size() * spiral.size());
  for (std::size_t i = 0; i < pile.size(); ++i) {
    if (is_oriented(pile.model, i)) {
      const Vec3s own = rubble::surface_points(pile.model, pile.state, i, kHullSpacing);
      points.insert(points.end(), own.begin(), own.end());
      continue;
    }
    for (const Vec3& direction : spiral)
      points.emplace_back(pile.state.position[i] + pile.model.radius[i] / within * direction);
  }
  return points;
}

Envelope envelope(const Vec3s& points, double alpha) {
  if (!(alpha > 0)) throw InputError("the radius alpha of an alpha shape must be > 0");
  const Tetrahedra tetrahedra = delaunay(points);
  const AlphaShape shape = alpha_shape(tetrahedra, alpha);
  Envelope out;
  out.hull = std::accumulate(tetrahedra.volume.begin(), tetrahedra.volume.end(), 0.0);
  out.alpha = shape.volume;
  out.area = shape.area;
  return out;
}

double default_alpha(const Pile& pile) {
  const Reals& s = pile.model.radius;
  return 3 * std::accumulate(s.begin(), s.end(), 0.0) / static_cast<double>(s.size());
}

}  // namespace rubble::measure
