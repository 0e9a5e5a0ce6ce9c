#include "model/impact.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "model/bodies.hpp"
#include "shape/distance.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble {
namespace {

// (two points) => least distance of the straight line between them from the origin.
double closest(const Vec3& from, const Vec3& to) {
  const Vec3 way = to - from;
  const double square = way.squaredNorm();
  const double part = square > 0 ? std::clamp(-from.dot(way) / square, 0.0, 1.0) : 0.0;
  return (from + part * way).norm();
}

// A straight path relative to the centre of a planet, along the inertial axes.
struct Path {
  Vec3 from, to;
};

// A convex body about its centre of mass.
struct Extent {
  double bound;  // radius of the ball that contains it [m]
  double least;  // radius of a ball in it [m]
};

// The surface of a planet in a step.
class SurfaceInStep {
 public:
  SurfaceInStep(const Planet& planet, double start, double end)
      : mesh_(planet.figure ? planet.figure->polyhedron.get() : nullptr),
        radius_(mesh_ != nullptr ? mesh_->bounding_radius() : planet.radius),
        from_(planet.position_at(start)),
        to_(planet.position_at(end)),
        rotation_(planet.rotation),
        start_(start),
        span_(end - start) {}

  // (path of a body, radius of a ball that contains it [m]) => true if it is too far from the planet in the whole step.
  bool is_far_from(const StraightPath& path, double bound) const {
    const double reach = radius_ + bound + path.way.norm() + moved_;
    return (path.end - to_).squaredNorm() > reach * reach;
  }
  Path relative(const StraightPath& path) const { return {path.end - path.way - from_, path.end - to_}; }

  bool reached_by_ball(const Path& path, double radius) const {
    if (!(closest(path.from, path.to) < radius_ + radius)) return false;
    if (mesh_ == nullptr) return true;
    return reaches_mesh(path, {radius, radius}, [&](const Vec3& x, const Mat3&) {
      return mesh_->surface().of_ball(x, radius) != shape::Position::outside;
    });
  }

  bool reached_by_hull(const Path& path, const Model& model, const State& state, std::size_t body) const {
    const Extent extent{bounding_radius(model, body), inner_radius(model, body)};
    if (!(closest(path.from, path.to) < radius_ + extent.bound)) return false;
    Vec3s corners = vertices(model, state, body);
    for (Vec3& corner : corners) corner -= state.position[body];
    if (mesh_ == nullptr) return ball_reached_by_hull(path, corners);
    const shape::Faces& faces = shape_of(model, body).face;
    return reaches_mesh(path, extent, [&](const Vec3& x, const Mat3& axes) {
      Vec3s placed = corners;
      for (Vec3& corner : placed) corner = x + axes.transpose() * corner;
      return mesh_->surface().of_hull(placed, faces) != shape::Position::outside;
    });
  }

 private:
  // (model, body) => radius of the largest ball about its centre of mass in a hull.
  static double inner_radius(const Model& model, std::size_t body) {
    const shape::Shape& hull = shape_of(model, body);
    double least = hull.reach;
    for (const auto& face : hull.face) {
      const Vec3 &a = hull.vertex[face[0]], &b = hull.vertex[face[1]], &c = hull.vertex[face[2]];
      least = std::min(least, std::abs((b - a).cross(c - a).normalized().dot(a)));
    }
    return model.radius[body] * least;
  }

  // Tests places along a path with a function: place in the planet's axes, rotation from them to inertial axes => true
  // if the body there reaches the surface. A body whose bounding ball is apart from the surface can move by their
  // distance; other places are `least` apart.
  template <class Reaches>
  bool reaches_mesh(const Path& path, const Extent& extent, Reaches&& reaches) const {
    const double turn = std::abs(rotation_.rate) * span_;
    const double length = (path.to - path.from).norm() + turn * std::max(path.from.norm(), path.to.norm());
    double done = 0;
    while (done < length) {
      const double part = done / length;
      const Mat3 axes = rotation_.at(start_ + part * span_);
      const Vec3 x = axes.transpose() * (path.from + part * (path.to - path.from));
      const double apart = (mesh_->surface().nearest(x) - x).norm() - extent.bound;
      if (apart < extent.least && reaches(x, axes)) return true;
      done += std::max(apart, extent.least);
    }
    const Mat3 axes = rotation_.at(start_ + span_);
    return reaches(axes.transpose() * path.to, axes);
  }

  // The places of a hull along a path are in the convex hull of its first and last corners.
  bool ball_reached_by_hull(const Path& path, const Vec3s& corners) const {
    if (closest(path.from, path.to) <= radius_) return true;
    shape::Shape swept;
    swept.kind = shape::Kind::hull;
    swept.vertex = corners;
    for (const Vec3& corner : corners) swept.vertex.push_back(corner + path.from - path.to);
    return shape::distance(swept, {path.to, Quaternion::Identity(), 1}, shape::sphere(),
                           {Vec3::Zero(), Quaternion::Identity(), radius_}) <= 0;
  }

  const PolyhedronField* mesh_;
  double radius_;   // of the surface, or of a ball about it [m]
  Vec3 from_, to_;  // positions of the planet [m]
  double moved_ = (to_ - from_).norm();
  PlanetRotation rotation_;
  double start_, span_;  // of the step [s]
};

// (external action, start and end of the step [s], ids of the bodies, number of the body in each place, function:
// surface, place => true if that body reaches the surface) => the lowest body that reaches one of the planets.
template <class BodyAt, class Reaches>
std::optional<Impact> lowest(const External& external, double start, double end, const std::vector<std::int64_t>& id,
                             BodyAt&& body_at, Reaches&& reaches) {
  const std::size_t n = id.size();
  const std::vector<char> frozen = frozen_marks(external.frozen, n);
  for (std::size_t k = 0; k < external.planets.size(); ++k) {
    const SurfaceInStep surface(external.planets[k], start, end);
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
                                        const PlacedBalls& balls, const StepPaths& step) {
  if (external.planets.empty()) return std::nullopt;
  return lowest(
      external, step.start, step.end, id,
      [&](std::size_t place) { return static_cast<std::size_t>(balls.body[place]); },
      [&](const SurfaceInStep& surface, std::size_t place) {
        const StraightPath path = step.of(place);
        const double radius = balls.radius[place];
        return !surface.is_far_from(path, radius) && surface.reached_by_ball(surface.relative(path), radius);
      });
}

std::optional<Impact> impact_of_bodies(const External& external, const Model& model, const State& state,
                                       const StepPaths& step) {
  if (external.planets.empty()) return std::nullopt;
  return lowest(
      external, step.start, step.end, model.id, [](std::size_t body) { return body; },
      [&](const SurfaceInStep& surface, std::size_t body) {
        const StraightPath path = step.of(body);
        if (surface.is_far_from(path, bounding_radius(model, body))) return false;
        if (is_oriented(model, body)) return surface.reached_by_hull(surface.relative(path), model, state, body);
        return surface.reached_by_ball(surface.relative(path), model.radius[body]);
      });
}

std::optional<Impact> impact_of_bodies(const External& external, const Model& model, const State& state) {
  const auto at_rest = [&](std::size_t body) { return StraightPath{state.position[body], Vec3::Zero()}; };
  return impact_of_bodies(external, model, state, {state.time, state.time, at_rest});
}

std::optional<Impact> impact_since(const External& external, const Model& model, const State& state, double start,
                                   const Vec3s& before) {
  // In periodic space a position jumps by the period.
  if (external.planets.empty() || !external.period.isZero(0)) return impact_of_bodies(external, model, state);
  const auto path = [&](std::size_t body) {
    return StraightPath{state.position[body], state.position[body] - before[body]};
  };
  return impact_of_bodies(external, model, state, {start, state.time, path});
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
  const bool has_table = !planets[impact->planet].pass;
  throw SanityError(
      fmt::format("{} at t = {:.6g} s{}", text_of(*impact, planets), time,
                  has_table ? ": set on_impact = \"stop\" in [[planet]] to end the run there without an error" : ""));
}

}  // namespace rubble
