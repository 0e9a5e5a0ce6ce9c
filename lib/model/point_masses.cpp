#include "model/point_masses.hpp"

#include "base/parallel.hpp"
#include "model/bodies.hpp"

#include <algorithm>

namespace rubble {

PointMasses::PointMasses(const Model& model, int order) {
  const auto points_of = [&](const shape::Shape& shape) { return shape::mass_points(shape, order); };
  const ShapeValues<shape::MassPoints> of_shapes(model, points_of);
  for (std::size_t i = 0; i < model.size(); ++i) {
    first_.push_back(mass_.size());
    const shape::MassPoints& points = of_shapes.of(model, i);
    for (std::size_t k = 0; k < points.size(); ++k) {
      mass_.push_back(points.share[k] * model.mass[i]);
      offset_.push_back(model.radius[i] * points.place[k]);
      diameter_ = std::max(diameter_, 2 * offset_.back().norm());
    }
  }
  first_.push_back(mass_.size());
}

void PointMasses::place(const Model& model, const State& state, Vec3s& position) const {
  position.resize(size());
  parallel_for(model.size(), [&](std::size_t i) {
    const Mat3 turn = turn_of(model, state, i).toRotationMatrix();
    for (std::size_t k = first_[i]; k < first_[i + 1]; ++k) position[k] = state.position[i] + turn * offset_[k];
  });
}

std::optional<PointMasses> points_of_hulls(const Model& model, int order) {
  if (order == 0 || !has_oriented_bodies(model)) return {};
  return PointMasses(model, order);
}

}  // namespace rubble
