#include "generate/shapes.hpp"

#include "base/error.hpp"
#include "base/words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::generate {
namespace {

// (name of a part, user-defined shapes) => the hull. KeyError if it cannot be a part.
const FixedHull& hull_named(const std::string& name, const std::vector<OwnShape>& own) {
  const auto found = std::find_if(own.begin(), own.end(), [&](const OwnShape& shape) { return shape.name == name; });
  if (found == own.end()) {
    std::vector<std::string> names;
    for (const OwnShape& shape : own) names.push_back(shape.name);
    throw KeyError("parts", fmt::format("no [[shape]] has the name '{}'{}", name, hint(name, names, "shapes")));
  }
  const auto* hull = std::get_if<FixedHull>(&found->form);
  if (hull == nullptr)
    throw KeyError("parts", fmt::format("'{}' cannot be a part: parts are hulls of form box, cylinder, ellipsoid or "
                                        "mesh",
                                        name));
  if (!hull->sized) throw KeyError("parts", fmt::format("'{}' cannot be a part: a regular solid has no size", name));
  return *hull;
}

// InputError unless a list has an entry for each part.
void require_entries(const char* key, std::size_t found, std::size_t parts) {
  if (found != parts)
    throw KeyError(key, fmt::format("'{}' must have one entry for each of {} parts, found {}", key, parts, found));
}

// The rotation of a part.
Quaternion turn_of_part(const CompoundForm& form, std::size_t part) {
  if (form.axes.empty()) return Quaternion::Identity();
  const Vec3 axis = form.axes[part].stableNormalized();
  if (axis.isZero(0)) throw KeyError("axes", fmt::format("the axis of part {} has length 0", part));
  return Quaternion(Eigen::AngleAxisd(form.angles[part], axis));
}

}  // namespace

shape::Compound compound(const std::string& name, const CompoundForm& form, const std::vector<OwnShape>& own) {
  const std::size_t count = form.parts.size();
  require_entries("positions", form.positions.size(), count);
  if (!form.axes.empty() || !form.angles.empty()) {
    require_entries("axes", form.axes.size(), count);
    require_entries("angles", form.angles.size(), count);
  }
  std::vector<shape::PlacedShape> parts;
  for (std::size_t k = 0; k < count; ++k) {
    const Quaternion turn = turn_of_part(form, k);
    shape::PlacedShape part = hull_named(form.parts[k], own).hull;
    part.placement.centre = form.positions[k] + turn * part.placement.centre;
    part.placement.turn = (turn * part.placement.turn).normalized();
    parts.push_back(part);
  }
  return shape::make_compound(name, parts);
}

FixedHull fixed_hull(const std::string& name, const BoxForm& form) {
  return {shape::make_hull(name, shape::box_points(form.sides))};
}

FixedHull fixed_hull(const std::string& name, const CylinderForm& form) {
  const auto corners = static_cast<int>(form.corners);
  return {shape::make_hull(name, shape::cylinder_points(form.radius, form.height, corners))};
}

FixedHull fixed_hull(const std::string& name, const EllipsoidForm& form) {
  const auto vertices = static_cast<int>(form.vertices);
  return {shape::make_hull(name, shape::ellipsoid_points(form.semi_axes, vertices))};
}

FixedHull fixed_hull(const std::string& name, const RegularForm& form) {
  return {shape::make_hull(name, shape::regular_points(form.faces)), false};
}

FixedHull fixed_hull(const std::string& name, const Vec3s& vertices, const MeshForm& form) {
  Vec3s points;
  for (const Vec3& x : vertices) points.push_back(form.unit * x);
  return {shape::make_hull(name, points)};
}

shape::RandomHull recipe(const RandomForm& form) {
  if (form.most_points < form.least_points)
    throw KeyError("most_points", "'most_points' is below 'least_points': raise it, or lower 'least_points'");
  return {form.points, form.least_points, form.most_points, form.least_ratio};
}

BoundedHull about_centre_of_mass(const shape::PlacedShape& placed) {
  const double radius = placed.placement.radius;
  return {placed.shape, radius, Vec3::Zero(), radius * placed.shape.reach};
}

BoundedHull draw(const std::string& name, const shape::RandomHull& recipe, Random& random) {
  const shape::PlacedShape placed = shape::draw_hull(name, recipe, random).hull;
  BoundedHull hull = about_centre_of_mass(placed);
  if (recipe.scatter == shape::Scatter::ball) return hull;
  hull.middle = placed.placement.turn.conjugate() * (-placed.placement.centre);
  hull.bound = 1;
  return hull;
}

}  // namespace rubble::generate
