#include "shape/check_shape.hpp"

#include "shape/kind.hpp"

#include <cmath>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

using Found = std::optional<std::string>;

std::string to_text(const Vec3& value) { return fmt::format("({}, {}, {})", value.x(), value.y(), value.z()); }

Found numbers(const Shape& shape) {
  if (shape.name.empty()) return "name: expected a text, found none";
  if (!(shape.reach > 0) || !std::isfinite(shape.reach))
    return fmt::format("reach: expected a number > 0, found {}", shape.reach);
  const bool known = functions_of(shape.kind).is_body;
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

}  // namespace

std::optional<std::string> differs(const char* quantity, double expected, double found, double tolerance) {
  if (std::abs(found - expected) <= tolerance) return std::nullopt;
  return fmt::format("{}: expected {}, found {}", quantity, expected, found);
}

std::optional<std::string> differs(const char* quantity, const Vec3& expected, const Vec3& found, double tolerance) {
  if ((found - expected).norm() <= tolerance) return std::nullopt;
  return fmt::format("{}: expected {}, found {}", quantity, to_text(expected), to_text(found));
}

std::optional<std::string> has_vertices(const Shape& shape) {
  if (!shape.vertex.empty()) return fmt::format("vertex: expected none, found {}", shape.vertex.size());
  if (!shape.face.empty()) return fmt::format("face: expected none, found {}", shape.face.size());
  return std::nullopt;
}

std::optional<std::string> violation(const Shape& shape) {
  if (const Found f = numbers(shape)) return f;
  return functions_of(shape.kind).violation(shape);
}

}  // namespace rubble::shape
