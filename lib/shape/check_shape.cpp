#include "shape/check_shape.hpp"

#include "shape/mass_properties.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

using Found = std::optional<std::string>;

std::string to_text(const Vec3& value) { return fmt::format("({}, {}, {})", value.x(), value.y(), value.z()); }

Found differs(const char* quantity, double expected, double found, double tolerance) {
  if (std::abs(found - expected) <= tolerance) return std::nullopt;
  return fmt::format("{}: expected {}, found {}", quantity, expected, found);
}

Found differs(const char* quantity, const Vec3& expected, const Vec3& found, double tolerance) {
  if ((found - expected).norm() <= tolerance) return std::nullopt;
  return fmt::format("{}: expected {}, found {}", quantity, to_text(expected), to_text(found));
}

Found numbers(const Shape& shape) {
  if (shape.name.empty()) return "name: expected a text, found none";
  if (!(shape.reach > 0) || !std::isfinite(shape.reach))
    return fmt::format("reach: expected a number > 0, found {}", shape.reach);
  const bool known = shape.kind != Kind::aggregate;
  if (!(known ? shape.area > 0 : shape.area >= 0) || !std::isfinite(shape.area))
    return fmt::format("area: expected a number {} 0, found {}", known ? ">" : ">=", shape.area);
  const Vec3& m = shape.moments;
  const double tolerance = kShapeTolerance * m[2];
  const bool rising = m.allFinite() && m[0] > 0 && m[0] <= m[1] && m[1] <= m[2] && m[2] <= m[0] + m[1] + tolerance;
  if (!rising)
    return "moments: expected values > 0 in ascending order, the last at most the sum of the others, found " +
           to_text(m);
  return std::nullopt;
}

Found no_hull(const Shape& shape) {
  if (!shape.vertex.empty()) return fmt::format("vertex: expected none, found {}", shape.vertex.size());
  if (!shape.face.empty()) return fmt::format("face: expected none, found {}", shape.face.size());
  if (shape.kind == Kind::aggregate) return std::nullopt;
  const Shape ball = sphere();
  if (const Found f = differs("reach", ball.reach, shape.reach, kShapeTolerance)) return f;
  if (const Found f = differs("moments", ball.moments, shape.moments, kShapeTolerance)) return f;
  return differs("area", ball.area, shape.area, kShapeTolerance);
}

Found surface(const Shape& shape) {
  for (std::size_t v = 0; v < shape.vertex.size(); ++v)
    if (!shape.vertex[v].allFinite()) return fmt::format("vertex {}: expected finite numbers, found others", v);
  if (const auto open = not_closed(shape.vertex.size(), shape.face)) return "faces: " + *open;
  double reach = 0;
  for (const Vec3& x : shape.vertex) reach = std::max(reach, x.norm());
  const double tolerance = kShapeTolerance * reach;
  if (const Found wrong = not_convex(shape.vertex, shape.face, shape.vertex, tolerance)) return wrong;
  return differs("reach", reach, shape.reach, tolerance);
}

Found mass(const Shape& shape) {
  const MassProperties found = mass_properties(shape.vertex, shape.face);
  const double ball = 4 * std::numbers::pi / 3;
  if (const Found f = differs("volume", ball, found.volume, kShapeTolerance * ball)) return f;
  if (const Found f = differs("centre of mass", Vec3::Zero(), found.centre, kShapeTolerance * shape.reach)) return f;
  const Mat3 inertia = found.inertia / found.volume;
  const double tolerance = kShapeTolerance * shape.moments[2];
  if (const Found f = differs("moments", inertia.diagonal(), shape.moments, tolerance)) return f;
  const Vec3 products(inertia(1, 2), inertia(0, 2), inertia(0, 1));
  if (const Found f = differs("products of inertia", Vec3::Zero(), products, tolerance)) return f;
  const double area = surface_area(shape.vertex, shape.face);
  return differs("area", area, shape.area, kShapeTolerance * area);
}

}  // namespace

std::optional<std::string> violation(const Shape& shape) {
  if (const Found f = numbers(shape)) return f;
  if (shape.kind != Kind::hull) return no_hull(shape);
  if (const Found f = surface(shape)) return f;
  return mass(shape);
}

}  // namespace rubble::shape
