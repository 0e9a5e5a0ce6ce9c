#include "shape/recipes.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "shape/hull.hpp"
#include "shape/mass_properties.hpp"
#include "shape/surface.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

constexpr int kMostDraws = 10000;

Vec3s random_points(const RandomHull& recipe, Random& random) {
  const auto choices = static_cast<std::uint64_t>(recipe.most_points - recipe.least_points + 1);
  const std::int64_t count = recipe.least_points + static_cast<std::int64_t>(random.below(choices));
  Vec3s points;
  for (std::int64_t k = 0; k < count; ++k)
    points.push_back(recipe.scatter == Scatter::sphere ? random.on_sphere() : random.in_ball());
  return points;
}

bool is_thin(const Vec3s& points, double least_ratio) {
  const Polyhedron hull = hull_of(points);
  const Ratios found = ratios(principal_frame(mass_properties(hull.vertex, hull.face).inertia).moments);
  return found.elongation < least_ratio || found.flatness < least_ratio;
}

// (corner in one octant) => adds it with all signs of its coordinates.
void add_signs(const Vec3& corner, Vec3s& points) {
  for (int k = 0; k < 8; ++k) {
    const Vec3 x = corner.cwiseProduct(Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1));
    if (std::find(points.begin(), points.end(), x) == points.end()) points.push_back(x);
  }
}

// Adds the corners of add_signs() for all cyclic permutations of x, y, z.
void add_turns(const Vec3& corner, Vec3s& points) {
  add_signs({corner.x(), corner.y(), corner.z()}, points);
  add_signs({corner.y(), corner.z(), corner.x()}, points);
  add_signs({corner.z(), corner.x(), corner.y()}, points);
}

}  // namespace

Vec3 principal_lengths(const Vec3& moments) {
  const double half = moments.sum() / 2;  // second moment a^2 + b^2 + c^2 about the centre
  return (Vec3::Constant(half) - moments).cwiseMax(0).cwiseSqrt();
}

Ratios ratios(const Vec3& moments) {
  const Vec3 length = principal_lengths(moments);
  return {length[1] / length[0], length[2] / length[1]};
}

DrawnHull draw_hull(const std::string& name, const RandomHull& recipe, Random& random) {
  if (recipe.least_points < 4) throw InputError("a random hull needs 4 points or more");
  if (recipe.most_points < recipe.least_points) throw InputError("most_points is below least_points");
  for (int draws = 1; draws <= kMostDraws; ++draws) {
    const Vec3s points = random_points(recipe, random);
    if (!is_thin(points, recipe.least_ratio)) return {make_hull(name, points), draws};
  }
  throw InputError(
      fmt::format("none of {} random hulls has an elongation and a flatness of {} or more: lower the limit", kMostDraws,
                  recipe.least_ratio));
}

Vec3s box_points(const Vec3& sides) {
  Vec3s points;
  add_signs(0.5 * sides, points);
  return points;
}

Vec3s cylinder_points(double radius, double height, int corners) {
  const double step = 2 * std::numbers::pi / corners;
  const double reach = radius * std::sqrt(step / std::sin(step));  // the polygon with this circumradius has the
                                                                   // circle's area: corners / 2 reach^2 sin(step) = pi
                                                                   // radius^2
  Vec3s points;
  for (int k = 0; k < corners; ++k)
    for (const double z : {-0.5 * height, 0.5 * height})
      points.emplace_back(reach * std::cos(k * step), reach * std::sin(k * step), z);
  return points;
}

Vec3s ellipsoid_points(const Vec3& semi_axes, int vertices) {
  Vec3s points = sphere_points(vertices);
  const Polyhedron hull = hull_of(points);
  const double scale = 1 / ball_radius(mass_properties(hull.vertex, hull.face).volume);
  for (Vec3& x : points) x = scale * x.cwiseProduct(semi_axes);
  return points;
}

Vec3s regular_points(std::int64_t faces) {
  Vec3s points;
  if (faces == 4) points = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  if (faces == 6 || faces == 12) add_signs({1, 1, 1}, points);
  if (faces == 8) add_turns({1, 0, 0}, points);
  if (faces == 12) add_turns({0, 1 / std::numbers::phi, std::numbers::phi}, points);
  if (faces == 20) add_turns({0, 1, std::numbers::phi}, points);
  if (points.empty()) throw InputError(fmt::format("a regular solid has 4, 6, 8, 12 or 20 faces, not {}", faces));
  for (Vec3& x : points) x.normalize();
  return points;
}

}  // namespace rubble::shape
