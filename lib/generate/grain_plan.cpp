#include "generate/grain_plan.hpp"

#include "base/ball.hpp"
#include "base/keys_error.hpp"
#include "base/random.hpp"
#include "base/words.hpp"
#include "model/grains.hpp"
#include "spatial/morton.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::generate {
namespace {

bool in_library(const std::string& name) {
  const std::vector<std::string>& names = shape::aggregate_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

void require_own_names(const std::vector<OwnShape>& own) {
  for (auto shape = own.begin(); shape != own.end(); ++shape)
    if (in_library(shape->name) ||
        std::any_of(own.begin(), shape, [&](const OwnShape& other) { return other.name == shape->name; }))
      throw InputError(fmt::format("two shapes have the name '{}': rename one of them", shape->name));
}

std::vector<std::string> names_of(const std::vector<OwnShape>& own) {
  std::vector<std::string> names = shape::aggregate_names();
  for (const OwnShape& shape : own) names.push_back(shape.name);
  return names;
}

// A hull as its bounding ball, with the volume and the moments of inertia of the hull.
shape::Aggregate ball_of(const BoundedHull& hull) {
  const double volume = ball_volume(hull.radius);
  const Vec3 moments = volume * hull.radius * hull.radius * hull.shape.moments;
  return {hull.shape.name, {Vec3::Zero()}, {hull.bound}, {volume}, volume, moments, hull.bound, false};
}

// A compound as the bounding balls of its parts, with its volume and its moments of inertia.
shape::Aggregate balls_of(const shape::Compound& compound) {
  shape::Aggregate out{compound.name, {}, {}, {}, compound.volume, compound.moments, compound.reach, false};
  for (const shape::PlacedShape& part : compound.part) {
    out.centre.push_back(part.placement.centre);
    out.radius.push_back(part.placement.radius * part.shape.reach);
    out.part.push_back(ball_volume(part.placement.radius));
  }
  return out;
}

void add_hull_kind(Grains& grains, const BoundedHull& hull) {
  grains.kinds.push_back(ball_of(hull));
  grains.hulls.emplace_back(hull);
  grains.compounds.emplace_back();
}

void add_glued_kind(Grains& grains, const shape::Aggregate& kind) {
  grains.kinds.push_back(kind);
  grains.hulls.emplace_back();
  grains.compounds.emplace_back();
}

void add_compound_kind(Grains& grains, const shape::Compound& compound) {
  grains.kinds.push_back(balls_of(compound));
  grains.hulls.emplace_back();
  grains.compounds.emplace_back(compound);
}

const OwnShape* find(const std::string& name, const std::vector<OwnShape>& own) {
  const auto found = std::find_if(own.begin(), own.end(), [&](const OwnShape& s) { return s.name == name; });
  return found == own.end() ? nullptr : &*found;
}

bool has_size(const OwnShape& shape) {
  if (const auto* fixed = std::get_if<FixedHull>(&shape.form)) return fixed->sized;
  return !std::holds_alternative<shape::RandomHull>(shape.form);
}

// (grains, name, user-defined shape or nullptr, radius of the members, overlap) Adds the kind of this shape, or nothing
// for a random form.
void add_kind(Grains& grains, const std::string& name, const OwnShape* own, const Auto& radius,
              shape::Overlap overlap) {
  if (own == nullptr) {
    if (!radius) throw InputError(fmt::format("the shape '{}' needs a 'radius'", name));
    add_glued_kind(grains, shape::aggregate(name, *radius, overlap));
  } else if (const auto* glued = std::get_if<GluedForm>(&own->form)) {
    add_glued_kind(grains, shape::glue(name, glued->centres, glued->radii, overlap));
  } else if (const auto* fixed = std::get_if<FixedHull>(&own->form)) {
    add_hull_kind(grains, about_centre_of_mass(fixed->hull));
  } else if (const auto* compound = std::get_if<shape::Compound>(&own->form)) {
    add_compound_kind(grains, *compound);
  }
}

// (name of a shape, key with the name, user-defined shapes)
void require_known(const std::string& name, const char* key, const std::vector<OwnShape>& own) {
  if (!in_library(name) && find(name, own) == nullptr)
    throw KeyError(key, fmt::format("unknown shape '{}'{}", name, hint(name, names_of(own), "shapes")));
}

void require_size(const std::string& name, const char* key, const std::vector<OwnShape>& own) {
  const OwnShape* shape = find(name, own);
  if (shape != nullptr && !has_size(*shape))
    throw KeyError(key, fmt::format("the shape '{}' has no size: add [size]", name));
}

void require_use_of_radius(const Auto& radius, const std::vector<std::string>& shapes) {
  if (radius && std::none_of(shapes.begin(), shapes.end(), in_library))
    throw KeyError("radius", "'radius' does not apply to shapes of [[shape]], which define their radii: remove it");
}

void require_use_of_overlap(shape::Overlap overlap, const std::vector<std::string>& shapes,
                            const std::vector<OwnShape>& own) {
  const auto has_members = [&](const std::string& name) {
    const OwnShape* shape = find(name, own);
    return shape == nullptr || std::holds_alternative<GluedForm>(shape->form);
  };
  if (overlap == shape::Overlap::kUnion && std::none_of(shapes.begin(), shapes.end(), has_members))
    throw KeyError("overlap", "'overlap' does not apply to hulls, which have no members: remove it");
}

void require_words_of_size(const GrainLaw& law, bool sized) {
  if (sized && law.radius)
    throw KeysError({"radius", "size.law"}, "'radius' and [size] both set the size of grains: remove one of them");
  if (sized && !law.sized_by)
    throw InputError(
        "missing key 'sized_by': set it to \"bounding\" or \"volume\" (radius of [size]: that of the bounding sphere, "
        "or of the sphere of the same volume)");
  if (!sized && law.sized_by) throw KeyError("sized_by", "'sized_by' needs [size]: add [size], or remove 'sized_by'");
}

// (grains, law, user-defined shapes, radius of the members) Adds the kinds of the law's shapes. => kind of each shape,
// -1 for random forms.
std::vector<Index> add_kinds(Grains& grains, const GrainLaw& law, const std::vector<OwnShape>& own,
                             const Auto& radius) {
  std::vector<Index> kinds;
  for (const std::string& name : law.shapes) {
    require_known(name, "shapes", own);
    const std::size_t before = grains.kinds.size();
    add_kind(grains, name, find(name, own), radius, law.overlap);
    kinds.push_back(grains.kinds.size() > before ? static_cast<Index>(before) : -1);
  }
  return kinds;
}

// (kind, radius [m], meaning of the radius) => factor for the lengths of the kind.
double scale_to(const shape::Aggregate& kind, double radius, SizedBy sized_by) {
  return radius / (sized_by == SizedBy::bounding ? kind.reach : ball_radius(kind.volume));
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

double cubes_of_radii(const Grains& grains) {
  double cubes = 0;
  for (std::size_t i = 0; i < grains.size(); ++i) {
    if (grains.compound(i)) {
      cubes += std::pow(grains.scale[i] * ball_radius(grains.of(i).volume), 3);
      continue;
    }
    const auto& hull = grains.hull(i);
    for (const double unscaled : hull ? Reals{hull->radius} : grains.of(i).radius) {
      const double r = grains.scale[i] * unscaled;
      cubes += r * r * r;
    }
  }
  return cubes;
}

Grains spheres(const Reals& radius) {
  return {{shape::aggregate("sphere", 1)},
          std::vector<Index>(radius.size(), 0),
          radius,
          true,
          {},
          {std::nullopt},
          {std::nullopt}};
}

Grains draw_grains(const GrainLaw& law, const std::vector<OwnShape>& own, std::size_t count, std::uint64_t seed,
                   const std::optional<Reals>& radius) {
  require_own_names(own);
  require_words_of_size(law, radius.has_value());
  Grains grains;
  const std::vector<Index> kinds = add_kinds(grains, law, own, radius ? Auto(1) : law.radius);
  require_use_of_radius(law.radius, law.shapes);
  require_use_of_overlap(law.overlap, law.shapes, own);
  if (!radius)
    for (const std::string& name : law.shapes) require_size(name, "shapes", own);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t choice = Random(seed, Purpose::kSize, i).below(kinds.size());
    Index kind = kinds[choice];
    if (kind < 0) {
      kind = static_cast<Index>(grains.kinds.size());
      Random random(seed, Purpose::kShape, i);
      const std::string& name = law.shapes[choice];
      add_hull_kind(grains, draw(name, std::get<shape::RandomHull>(find(name, own)->form), random));
    }
    grains.kind.push_back(kind);
    grains.scale.push_back(radius ? scale_to(grains.of(i), (*radius)[i], *law.sized_by) : 1);
  }
  grains.by_size = radius.has_value();
  for (std::size_t i = 0; i < count; ++i) grains.by_size = grains.by_size && grains.round(i);
  return grains;
}

void add_intruder(Grains& grains, const Intruder& intruder, const std::vector<OwnShape>& own) {
  require_own_names(own);
  require_known(intruder.shape, "shape", own);
  require_size(intruder.shape, "shape", own);
  grains.kind.insert(grains.kind.begin(), static_cast<Index>(grains.kinds.size()));
  grains.scale.insert(grains.scale.begin(), 1);
  add_kind(grains, intruder.shape, find(intruder.shape, own), intruder.radius, intruder.overlap);
  require_use_of_radius(intruder.radius, {intruder.shape});
  require_use_of_overlap(intruder.overlap, {intruder.shape}, own);
  grains.fixed = intruder.position;
  grains.by_size = grains.by_size && grains.round(0);  // only single balls can be redrawn
}

namespace {

// (hull, scale, centre of its bounding ball [m], orientation) => placement of the hull.
shape::Placement placement_of(const BoundedHull& hull, double scale, const Vec3& place, const Quaternion& turn) {
  return {place - scale * (turn * hull.middle), turn, scale * hull.radius};
}

// Adds grain i, a compound with this name's shape, at its position.
void add_whole_compound(Pile& pile, const Grains& grains, const Places& places, std::size_t i, Index shape) {
  const shape::Compound& compound = *grains.compound(i);
  const double s = grains.scale[i];
  std::vector<Index> row;
  std::vector<shape::Placement> place;
  for (const shape::PlacedShape& part : compound.part) {
    row.push_back(add_shape(pile.model, part.shape));
    place.push_back({s * part.placement.centre, part.placement.turn, s * part.placement.radius});
  }
  const Vec3 moments = pile.model.materials[0].density * std::pow(s, 5) * compound.moments;
  add_compound(pile, row, place, 0, moments, places.position[i], places.orientation[i], Vec3::Zero(), Vec3::Zero(),
               shape);
}

// Adds grain i, which is not a free sphere, at its position.
void add_whole(Pile& pile, const Grains& grains, const Places& places, std::size_t i, Index shape) {
  const Vec3& place = places.position[i];
  const Quaternion& turn = places.orientation[i];
  const double s = grains.scale[i];
  if (const auto& hull = grains.hull(i)) {
    add_hull(pile, shape, placement_of(*hull, s, place, turn), 0, Vec3::Zero(), Vec3::Zero());
    return;
  }
  if (grains.compound(i)) return add_whole_compound(pile, grains, places, i, shape);
  const shape::Aggregate& kind = grains.of(i);
  Vec3s offset = kind.centre;
  Reals radius = kind.radius, volume = kind.part;
  for (Vec3& x : offset) x *= s;
  for (double& r : radius) r *= s;
  for (double& v : volume) v *= s * s * s;
  add_grain(pile, offset, radius, volume, 0, pile.model.materials[0].density * std::pow(s, 5) * kind.moments, place,
            turn, Vec3::Zero(), Vec3::Zero(), shape);
}

// (model, grains) Adds the shapes to the model. => index of each kind's shape, -1 for unused kinds and free spheres.
std::vector<Index> add_shapes(Model& model, const Grains& grains) {
  std::vector<Index> row(grains.kinds.size(), -1);
  for (std::size_t i = 0; i < grains.size(); ++i) {
    Index& shape = row[static_cast<std::size_t>(grains.kind[i])];
    if (shape >= 0) continue;
    if (const auto& hull = grains.hull(i))
      shape = add_shape(model, hull->shape);
    else if (const auto& compound = grains.compound(i))
      shape = add_shape(model, shape::shape_of(*compound));
    else if (!grains.round(i))
      shape = add_shape(model, shape::shape_of(grains.of(i)));
  }
  return row;
}

}  // namespace

Pile pile_of(const Material& material, const Grains& grains, const Places& places) {
  std::vector<Index> order = spatial::morton_order(places.position);
  if (grains.fixed) std::stable_partition(order.begin(), order.end(), [](Index i) { return i == 0; });
  Pile pile;
  pile.model.materials = {material};
  const std::vector<Index> shape = add_shapes(pile.model, grains);
  for (const Index index : order) {
    const auto i = static_cast<std::size_t>(index);
    if (grains.round(i) && !grains.hull(i))
      add_sphere(pile, grains.scale[i] * grains.of(i).radius[0], places.position[i]);
    else
      add_whole(pile, grains, places, i, shape[static_cast<std::size_t>(grains.kind[i])]);
  }
  link_grains(pile);
  return pile;
}

}  // namespace rubble::generate
