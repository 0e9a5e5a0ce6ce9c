#include "model/bodies.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble {
namespace {

// (model, state, body, points of its shape) => the points in space [m].
Vec3s placed(const Model& model, const State& state, std::size_t body, Vec3s points) {
  const Mat3 turn = turn_of(model, state, body).toRotationMatrix();
  for (Vec3& x : points) x = state.position[body] + model.radius[body] * (turn * x);
  return points;
}

}  // namespace

bool has_oriented_bodies(const Model& model) {
  return std::any_of(model.shape.begin(), model.shape.end(), [](Index s) { return s >= 0; });
}

const shape::Shape& shape_of(const Model& model, std::size_t body) {
  static const shape::Shape ball = shape::sphere();
  return is_oriented(model, body) ? model.shapes[static_cast<std::size_t>(model.shape[body])] : ball;
}

double bounding_radius(const Model& model, std::size_t body) {
  return model.radius[body] * shape_of(model, body).reach;
}

double shape_volume(const Model& model, std::size_t body) { return ball_volume(model.radius[body]); }

Quaternion turn_of(const Model& model, const State& state, std::size_t body) {
  if (!is_oriented(model, body)) return Quaternion::Identity();
  return state.orientation[static_cast<std::size_t>(state.grouping.grain[body])] * state.grouping.turn[body];
}

shape::Placement placement_of(const Model& model, const State& state, std::size_t body) {
  return {state.position[body], turn_of(model, state, body), model.radius[body]};
}

Vec3 body_moments(const Model& model, std::size_t body) {
  const double scale = model.mass[body] * model.radius[body] * model.radius[body];
  return scale * shape_of(model, body).moments;
}

Mat3 body_inertia(const Model& model, const State& state, std::size_t body) {
  if (!is_oriented(model, body)) return model.inertia(body) * Mat3::Identity();
  const Mat3 turn = turn_of(model, state, body).toRotationMatrix();
  return turn * body_moments(model, body).asDiagonal() * turn.transpose();
}

Vec3 support(const Model& model, const State& state, std::size_t body, const Vec3& direction) {
  const Quaternion turn = turn_of(model, state, body);
  const Vec3 own = shape::support(shape_of(model, body), turn.conjugate() * direction);
  return state.position[body] + model.radius[body] * (turn * own);
}

shape::Extents extents(const Model& model, const State& state, std::size_t body, const Vec3& point, const Mat3& axes) {
  const Vec3 place = axes.transpose() * (state.position[body] - point);
  const double r = model.radius[body];
  const Mat3 own_axes = turn_of(model, state, body).toRotationMatrix().transpose() * axes;
  const shape::Extents own = shape::extents(shape_of(model, body), own_axes);
  return {place + r * own.low, place + r * own.high};
}

double reach_along(const Model& model, const State& state, std::size_t body, const Vec3& direction) {
  if (!is_oriented(model, body)) return model.radius[body];
  return (support(model, state, body, direction) - state.position[body]).dot(direction);
}

double farthest(const Model& model, const State& state, std::size_t body, const Vec3& point) {
  return shape::reach_from(shape_of(model, body), placement_of(model, state, body), point);
}

Vec3s surface_points(const Model& model, const State& state, std::size_t body, double spacing) {
  return placed(model, state, body, shape::surface_points(shape_of(model, body), spacing));
}

Vec3s vertices(const Model& model, const State& state, std::size_t body) {
  return placed(model, state, body, shape_of(model, body).vertex);
}

void require_spheres(const Model& model, const std::string& what) {
  for (std::size_t i = 0; i < model.size(); ++i) {
    const shape::Shape& own = shape_of(model, i);
    if (own.kind != shape::Kind::sphere)
      throw InputError(fmt::format("{} cannot be hulls: body {} is a {} ('{}')", what, model.id[i],
                                   shape::functions_of(own.kind).name, shortened(own.name)));
  }
}

void require_hulls(const Model& model, const std::string& what) {
  for (std::size_t i = 0; i < model.size(); ++i) {
    const shape::Kind kind = shape_of(model, i).kind;
    if (kind != shape::Kind::hull)
      throw InputError(
          fmt::format("{} supports only hulls: body {} is a {}", what, model.id[i], shape::functions_of(kind).name));
  }
}

}  // namespace rubble
