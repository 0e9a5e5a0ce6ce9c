#include "generate/mesh_cloud.hpp"

#include "base/keys_error.hpp"
#include "generate/extent.hpp"
#include "generate/turn.hpp"
#include "shape/mesh.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::generate {
namespace {

constexpr int kMostDraws = 1000000;    // draws of a place after which a grain counts as too large for the mesh
constexpr int kMostSteps = 16;         // steps of a grain back to the inside before its place is drawn again
constexpr double kClearance = 1e-9;    // gap to the surface after such a step / radius or distance
constexpr std::size_t kSample = 1000;  // grains whose mean volume gives the first estimate of the number
constexpr double kMostGrains = 2147483647;

}  // namespace

shape::Polyhedron mesh_in_metres(const MeshCloud& form, double volume_of_bodies) {
  const double volume = form.scaled_to_bodies() ? volume_of_bodies / *form.solid_fraction : form.volume.value_or(0);
  const double unit = shape::unit_of(form.mesh, {form.unit, volume, form.extent.value_or(0)});
  shape::Polyhedron out = form.mesh;
  for (Vec3& x : out.vertex) x *= unit;
  return out;
}

std::size_t count_of(const MeshCloud& form, const std::function<Grains(std::size_t)>& grains_of) {
  const double target = *form.solid_fraction * shape::ClosedSurface(mesh_in_metres(form, 0)).volume();
  const auto fits = [&](std::size_t n) { return volume_of(grains_of(n)) <= target; };
  const double estimate = static_cast<double>(kSample) * target / volume_of(grains_of(kSample));
  if (estimate > kMostGrains)
    throw KeysError(
        {"solid_fraction", "volume", "extent", "unit"},
        fmt::format("the solid fraction needs {:.3g} bodies, more than {:.0f}: lower it, or raise the sizes", estimate,
                    kMostGrains));
  auto low = static_cast<std::size_t>(0.98 * estimate);
  std::size_t high = static_cast<std::size_t>(1.02 * estimate) + 1;
  if (low > 0 && !fits(low)) {
    high = low;
    low = 0;
  }
  while (fits(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  if (low == 0)
    throw KeysError({"solid_fraction", "volume", "extent", "unit"},
                    "one body exceeds the solid fraction of the mesh: raise cloud.solid_fraction or the size of the "
                    "mesh, or lower the sizes of the bodies");
  return low;
}

InsideSurface::Balls InsideSurface::balls_of(std::size_t i, const Vec3& position, const Quaternion& orientation) const {
  Balls out;
  const shape::Aggregate& kind = grains_.of(i);
  const Mat3 axes = orientation.toRotationMatrix();
  for (std::size_t k = 0; k < kind.size(); ++k) {
    out.centre.push_back(position + grains_.scale[i] * (axes * kind.centre[k]));
    out.radius.push_back(grains_.scale[i] * kind.radius[k]);
  }
  return out;
}

Vec3s InsideSurface::vertices_of(std::size_t i, const Vec3& position, const Quaternion& orientation) const {
  const BoundedHull& hull = *grains_.hull(i);
  const double scale = grains_.scale[i];
  return shape::points_at(hull.shape,
                          {position - orientation * (scale * hull.middle), orientation, scale * hull.radius});
}

bool InsideSurface::holds_ball(const Vec3& centre, double radius) const {
  return surface_.contains(centre) && (surface_.nearest(centre) - centre).norm() >= radius;
}

bool InsideSurface::holds(std::size_t i, const Vec3& position, const Quaternion& orientation) const {
  const Balls balls = balls_of(i, position, orientation);
  bool all = true;
  for (std::size_t k = 0; all && k < balls.radius.size(); ++k) all = holds_ball(balls.centre[k], balls.radius[k]);
  if (all || !grains_.hull(i)) return all;  // a hull lies inside if its bounding ball does
  return surface_.of_hull(vertices_of(i, position, orientation), grains_.hull(i)->shape.face) ==
         shape::Position::inside;
}

void InsideSurface::draw(std::size_t i, Random& random, Vec3& position, Quaternion& orientation) const {
  for (int draws = 0; draws < kMostDraws; ++draws) {
    if (!grains_.round(i) || grains_.hull(i)) orientation = random_orientation(random);
    const Extent e = extent(grains_, i, orientation);
    const Vec3 low = surface_.low() - e.low;
    const Vec3 high = surface_.high() - e.high;
    if ((low.array() > high.array()).any()) continue;
    for (int axis = 0; axis < 3; ++axis) position[axis] = random.uniform(low[axis], high[axis]);
    if (holds(i, position, orientation)) return;
  }
  throw KeysError(
      {"volume", "extent", "unit", "file", "size.min", "size.max", "size.radii", "grains.radius"},
      fmt::format("a body of radius {:.6g} m does not fit into the mesh: {} random places were tried; raise "
                  "the size of the mesh, or lower the sizes",
                  grains_.reach(i), kMostDraws));
}

Vec3 InsideSurface::way_inside(const Vec3& centre, double radius) const {
  const Vec3 nearest = surface_.nearest(centre);
  const double distance = (nearest - centre).norm();
  if (distance == 0) return Vec3::Zero();
  const bool inside = surface_.contains(centre);
  const double way = (inside ? radius - distance : radius + distance) + kClearance * (radius + distance);
  return way > 0 ? Vec3(way / distance * (inside ? centre - nearest : nearest - centre)) : Vec3(Vec3::Zero());
}

void InsideSurface::confine(std::size_t i, Random& random, Vec3& position, Quaternion& orientation) const {
  for (int steps = 0; steps < kMostSteps; ++steps) {
    if (holds(i, position, orientation)) return;
    Balls balls = balls_of(i, position, orientation);
    if (grains_.hull(i)) {
      balls.centre = vertices_of(i, position, orientation);
      balls.radius.assign(balls.centre.size(), 0.0);
    }
    Vec3 longest = Vec3::Zero();
    for (std::size_t k = 0; k < balls.radius.size(); ++k)
      if (const Vec3 way = way_inside(balls.centre[k], balls.radius[k]); way.norm() > longest.norm()) longest = way;
    if (longest.isZero(0)) break;
    position += longest;
  }
  if (!holds(i, position, orientation)) draw(i, random, position, orientation);
}

}  // namespace rubble::generate
