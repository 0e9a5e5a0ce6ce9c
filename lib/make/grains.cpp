#include "make/grains.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "base/random.hpp"
#include "base/words.hpp"
#include "model/grains.hpp"
#include "spatial/morton.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::make {
namespace {

bool in_library(const std::string& name) {
  const std::vector<std::string>& names = shape::aggregate_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

void require_own_names(const std::vector<OwnShape>& own) {
  for (auto shape = own.begin(); shape != own.end(); ++shape)
    if (in_library(shape->name) ||
        std::any_of(own.begin(), shape, [&](const OwnShape& other) { return other.name == shape->name; }))
      throw InputError(fmt::format("there are two shapes called '{}'", shape->name));
}

std::vector<std::string> names_of(const std::vector<OwnShape>& own) {
  std::vector<std::string> names = shape::aggregate_names();
  for (const OwnShape& shape : own) names.push_back(shape.name);
  return names;
}

shape::Aggregate shape_of(const std::string& name, const Auto& radius, const std::string& overlapping,
                          const std::vector<OwnShape>& own) {
  const auto overlap = overlapping == "union" ? shape::Overlap::kUnion : shape::Overlap::kSum;
  for (const OwnShape& shape : own)
    if (shape.name == name) return shape::glue(name, shape.centres, shape.radii, overlap);
  if (!in_library(name))
    throw InputError(fmt::format("no shape is called '{}'{}", name, hint(name, names_of(own), "shapes")));
  if (!radius) throw InputError(fmt::format("the shape '{}' needs a 'radius'", name));
  return shape::aggregate(name, *radius, overlap);
}

void require_use_of_radius(const Auto& radius, const std::vector<std::string>& shapes) {
  if (radius && std::none_of(shapes.begin(), shapes.end(), in_library))
    throw InputError("'radius' is not needed: shapes of [[shape]] have radii of their own");
}

void add_sphere(Pile& pile, double radius, const Vec3& position) {
  Model& model = pile.model;
  const double density = model.materials[0].density;
  model.id.push_back(static_cast<std::int64_t>(pile.size()));
  model.radius.push_back(radius);
  model.mass.push_back(density * ball_volume(radius));
  model.material.push_back(0);
  pile.state.position.push_back(position);
  pile.state.velocity.push_back(Vec3::Zero());
  pile.state.spin.push_back(Vec3::Zero());
}

}  // namespace

Grains spheres(const Reals& radius) {
  return {{shape::aggregate("sphere", 1)}, std::vector<Index>(radius.size(), 0), radius, true, {}};
}

Grains draw_grains(const GrainLaw& law, const std::vector<OwnShape>& own, std::size_t count, std::uint64_t seed) {
  require_own_names(own);
  Grains grains;
  for (const std::string& name : law.shapes) grains.kinds.push_back(shape_of(name, law.radius, law.overlap, own));
  require_use_of_radius(law.radius, law.shapes);
  for (std::size_t i = 0; i < count; ++i)
    grains.kind.push_back(static_cast<Index>(Random(seed, Purpose::kSize, i).below(grains.kinds.size())));
  grains.scale.assign(count, 1);
  return grains;
}

void add_intruder(Grains& grains, const Intruder& intruder, const std::vector<OwnShape>& own) {
  require_own_names(own);
  grains.kind.insert(grains.kind.begin(), static_cast<Index>(grains.kinds.size()));
  grains.scale.insert(grains.scale.begin(), 1);
  grains.kinds.push_back(shape_of(intruder.shape, intruder.radius, intruder.overlap, own));
  require_use_of_radius(intruder.radius, {intruder.shape});
  grains.fixed = intruder.position;
  grains.by_size = grains.by_size && grains.free(0);  // only spheres can be redrawn
}

Pile pile_of(const Material& material, const Grains& grains, const Places& places) {
  std::vector<Index> order = spatial::morton_order(places.position);
  if (grains.fixed) std::stable_partition(order.begin(), order.end(), [](Index i) { return i == 0; });
  Pile pile;
  pile.model.materials = {material};
  std::vector<Index> shape(grains.kinds.size(), -1);
  for (const Index kind : grains.kind)
    if (shape[kind] < 0 && grains.kinds[kind].size() > 1)
      shape[kind] = add_shape(pile.model, shape::shape_of(grains.kinds[kind]));
  for (const Index index : order) {
    const auto i = static_cast<std::size_t>(index);
    const shape::Aggregate& kind = grains.of(i);
    const double s = grains.scale[i];
    if (grains.free(i)) {
      add_sphere(pile, s * kind.radius[0], places.position[i]);
      continue;
    }
    Vec3s offset = kind.centre;
    Reals radius = kind.radius, volume = kind.part;
    for (Vec3& x : offset) x *= s;
    for (double& r : radius) r *= s;
    for (double& v : volume) v *= s * s * s;
    add_grain(pile, offset, radius, volume, 0, material.density * std::pow(s, 5) * kind.moments, places.position[i],
              places.orientation[i], Vec3::Zero(), Vec3::Zero(), shape[grains.kind[i]]);
  }
  link_grains(pile.model);
  return pile;
}

}  // namespace rubble::make
