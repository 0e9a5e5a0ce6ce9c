#include "nscd/particle_sizes.hpp"

#include "base/parallel.hpp"
#include "model/bodies.hpp"

#include <algorithm>
#include <utility>

namespace rubble::nscd {

Reals half_thicknesses(const Model& model) {
  const ShapeValues<double> of_shapes(
      model, [](const shape::Shape& shape) { return shape::half_thickness(shape::PreparedShape(shape)); });
  Reals half;
  for (std::size_t i = 0; i < model.size(); ++i) half.push_back(model.radius[i] * of_shapes.of(model, i));
  return half;
}

ParticleSizes::ParticleSizes(const Model& model, const Grouping& grouping)
    : radius_(model.radius), half_(half_thicknesses(model)) {
  for (std::size_t i = 0; i < model.size(); ++i) bound_.push_back(bounding_radius(model, i));
  smallest_ = *std::min_element(radius_.begin(), radius_.end());
  thinnest_ = *std::min_element(half_.begin(), half_.end());
  for (const double r : radius_) mean_diameter_ += 2 * r / static_cast<double>(model.size());
  std::vector<Index> solid_of_shape(model.shapes.size(), -1);
  for (std::size_t k = 0; k < model.shapes.size(); ++k) {
    if (!shape::functions_of(model.shapes[k].kind).is_oriented) continue;
    solid_of_shape[k] = static_cast<Index>(solids_.size());
    solids_.emplace_back(model.shapes[k]);
  }
  if (!has_oriented_bodies(model)) return;
  for (const Index shape : model.shape)
    solid_.push_back(shape < 0 ? -1 : solid_of_shape[static_cast<std::size_t>(shape)]);
  seams_ = detect::Seams(model.size(), compounds(model, grouping));
}

// => the hulls of each grain that has several.
std::vector<std::vector<detect::CompoundPart>> ParticleSizes::compounds(const Model& model,
                                                                        const Grouping& grouping) const {
  std::vector<std::vector<detect::CompoundPart>> found;
  for (std::size_t g = 0; g < grouping.grains.size(); ++g) {
    if (grouping.grains[g].count == 1) continue;
    std::vector<detect::CompoundPart> parts;
    for (const Index i : grouping.members(g)) {
      if (!is_oriented(i)) continue;
      const auto k = static_cast<std::size_t>(i);
      const shape::Placement place{grouping.offset[k], grouping.turn[k], model.radius[k]};
      parts.push_back({i, &solids_[static_cast<std::size_t>(solid_[k])], place});
    }
    if (parts.size() > 1) found.push_back(std::move(parts));
  }
  return found;
}

double ParticleSizes::thinner(const ContactKey& key) const {
  const double half = half_[static_cast<std::size_t>(key.a)];
  return key.on_wall() ? half : std::min(half, half_[static_cast<std::size_t>(key.b)]);
}

bool ParticleSizes::are_spheres(const ContactKey& key) const {
  return !key.on_wall() && !is_oriented(key.a) && !is_oriented(key.b);
}

std::vector<Quaternion> ParticleSizes::turns(const Model& model, const State& state) const {
  std::vector<Quaternion> turn(solid_.size(), Quaternion::Identity());
  parallel_for(turn.size(), [&](std::size_t i) {
    if (solid_[i] >= 0) turn[i] = turn_of(model, state, i);
  });
  return turn;
}

}  // namespace rubble::nscd
