#include "measure/extent/surfaces.hpp"

#include "model/bodies.hpp"
#include "shape/hull.hpp"
#include "shape/surface.hpp"

namespace rubble::measure {
namespace {

constexpr int kCorners = 92;  // corners of the polyhedron that represents a sphere

}  // namespace

Surfaces surfaces(const Pile& pile) {
  const Model& model = pile.model;
  const shape::Polyhedron ball = shape::hull_of(shape::sphere_points(kCorners));
  Surfaces out;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const auto first = static_cast<Index>(out.point.size());
    const bool hull = model.is_hull(i);
    if (hull) {
      const Vec3s corners = vertices(model, pile.state, i);
      out.point.insert(out.point.end(), corners.begin(), corners.end());
    } else {
      for (const Vec3& x : ball.vertex) out.point.emplace_back(pile.state.position[i] + model.radius[i] * x);
    }
    for (const std::vector<Index>& face : hull ? shape_of(model, i).face : ball.face) {
      for (const Index corner : face) out.corner.push_back(first + corner);
      out.end.push_back(out.corner.size());
      out.body.push_back(static_cast<Index>(i));
    }
  }
  return out;
}

}  // namespace rubble::measure
