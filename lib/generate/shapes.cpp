#include "generate/shapes.hpp"

#include "base/error.hpp"

namespace rubble::generate {

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
