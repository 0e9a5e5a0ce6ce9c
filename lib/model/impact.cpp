#include "model/impact.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "model/bodies.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble {
namespace {

// The surface of a planet at one time.
struct SurfaceAt {
  const Planet& planet;
  Vec3 position = Vec3::Zero();  // [m]
  Mat3 axes = Mat3::Identity();

  SurfaceAt(const Planet& given, double time)
      : planet(given), position(given.position_at(time)), axes(given.rotation.at(time)) {}

  const PolyhedronField* mesh() const { return planet.figure ? planet.figure->polyhedron.get() : nullptr; }
  double outer_radius() const { return mesh() != nullptr ? mesh()->bounding_radius() : planet.radius; }
  bool reached_by_ball(const Vec3& x, double radius) const {
    if (!((x - position).norm() < outer_radius() + radius)) return false;
    if (mesh() == nullptr) return true;
    return mesh()->surface().of_ball(axes.transpose() * (x - position), radius) != shape::Position::outside;
  }
  bool contains(const Vec3& x) const { return mesh()->surface().contains(axes.transpose() * (x - position)); }
};

bool reached_by_hull(const SurfaceAt& surface, const Model& model, const State& state, std::size_t body) {
  const Vec3 down = surface.position - state.position[body];
  const double bound = bounding_radius(model, body);
  if (!(down.norm() < surface.outer_radius() + bound)) return false;
  if (surface.mesh() == nullptr)
    return down.isZero(0) || down.norm() - reach_along(model, state, body, down.normalized()) < surface.planet.radius;
  const Vec3s corners = vertices(model, state, body);
  return surface.contains(state.position[body]) ||
         std::any_of(corners.begin(), corners.end(), [&](const Vec3& corner) { return surface.contains(corner); });
}

// (external action, time [s], ids of the bodies, number of the body in each place, function: surface, place => true if
// that body reaches the surface) => the lowest body that reaches one of the planets.
template <class BodyAt, class Reaches>
std::optional<Impact> lowest(const External& external, double time, const std::vector<std::int64_t>& id,
                             BodyAt&& body_at, Reaches&& reaches) {
  const std::size_t n = id.size();
  const std::vector<char> frozen = frozen_marks(external.frozen, n);
  for (std::size_t k = 0; k < external.planets.size(); ++k) {
    const SurfaceAt surface(external.planets[k], time);
    // The greatest of n - body is that of the lowest body.
    const double found = greatest_of(n, 0, [&](std::size_t place) {
      const std::size_t body = body_at(place);
      const bool counts = frozen.empty() || !frozen[body];
      return counts && reaches(surface, place) ? static_cast<double>(n - body) : 0.0;
    });
    if (found > 0) return Impact{k, id[n - static_cast<std::size_t>(found)]};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Impact> impact_of_spheres(const External& external, const std::vector<std::int64_t>& id,
                                        const Vec3s& position, const Reals& radius, const std::vector<Index>& body,
                                        double time) {
  if (external.planets.empty()) return std::nullopt;
  return lowest(
      external, time, id, [&](std::size_t place) { return static_cast<std::size_t>(body[place]); },
      [&](const SurfaceAt& surface, std::size_t place) {
        return surface.reached_by_ball(position[place], radius[place]);
      });
}

std::optional<Impact> impact_of_bodies(const External& external, const Model& model, const State& state) {
  if (external.planets.empty()) return std::nullopt;
  return lowest(
      external, state.time, model.id, [](std::size_t body) { return body; },
      [&](const SurfaceAt& surface, std::size_t body) {
        if (is_oriented(model, body)) return reached_by_hull(surface, model, state, body);
        return surface.reached_by_ball(state.position[body], model.radius[body]);
      });
}

std::string text_of(const Impact& impact, const std::vector<Planet>& planets) {
  const Planet& planet = planets[impact.planet];
  const std::string name =
      planet.name.empty() ? fmt::format("planet {}", impact.planet) : fmt::format("planet '{}'", planet.name);
  const bool has_surface = planet.radius > 0 || (planet.figure && planet.figure->polyhedron);
  return fmt::format("body {} reaches {} {}", impact.body, has_surface ? "the surface of" : "the point mass of", name);
}

void end_at_impact(const std::optional<Impact>& impact, const std::vector<Planet>& planets, double time,
                   StepClock& clock) {
  if (!impact) return;
  if (planets[impact->planet].on_impact == OnImpact::stop) return clock.stop(*impact);
  throw SanityError(
      fmt::format("{} at t = {:.6g} s: set on_impact = \"stop\" in [[planet]] to end the run there without an error",
                  text_of(*impact, planets), time));
}

}  // namespace rubble
