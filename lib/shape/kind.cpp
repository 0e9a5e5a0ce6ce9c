#include "shape/kind.hpp"

#include "base/error.hpp"

#include <array>

#include <fmt/format.h>

namespace rubble::shape {

// Each in kind_<name>.cpp.
extern const KindFunctions kSphere, kAggregate, kHull;

namespace {

// In the order of Kind.
constexpr std::array<const KindFunctions*, 3> kKinds{&kSphere, &kAggregate, &kHull};

const KindFunctions& functions_of(const Shape& shape) {
  const KindFunctions& kind = shape::functions_of(shape.kind);
  if (!kind.is_body)
    throw InputError(fmt::format("shape '{}' is an {} and has no surface: use its members", shape.name, kind.name));
  return kind;
}

}  // namespace

const KindFunctions& functions_of(Kind kind) { return *kKinds[static_cast<std::size_t>(kind)]; }

std::optional<Kind> kind_named(std::string_view name) {
  for (std::size_t k = 0; k < kKinds.size(); ++k)
    if (name == kKinds[k]->name) return static_cast<Kind>(k);
  return std::nullopt;
}

std::string kind_names() {
  std::string out = kKinds[0]->name;
  for (std::size_t k = 1; k < kKinds.size(); ++k)
    out += (k + 1 < kKinds.size() ? ", " : " or ") + std::string(kKinds[k]->name);
  return out;
}

Vec3 support(const Shape& shape, const Vec3& direction) {
  const KindFunctions& kind = functions_of(shape);
  const Vec3 core = kind.core_support(shape, direction);
  return kind.skin > 0 ? Vec3(core + kind.skin * direction.normalized()) : core;
}

Extents extents(const Shape& shape, const Mat3& axes) { return functions_of(shape).extents(shape, axes); }

Extents extents_by_support(const Shape& shape, const Mat3& axes) {
  Extents out;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const Vec3 axis = axes.col(k);
    out.low[k] = axis.dot(support(shape, -axis));
    out.high[k] = axis.dot(support(shape, axis));
  }
  return out;
}

double distance(const Shape& shape, const Vec3& point) { return functions_of(shape).distance(shape, point); }

double reach_from(const Shape& shape, const Placement& at, const Vec3& point) {
  return functions_of(shape).reach_from(shape, at, point);
}

double volume_within(const Shape& shape, const Placement& at, const Vec3& centre, double radius) {
  return functions_of(shape).volume_within(shape, at, centre, radius);
}

Vec3s surface_points(const Shape& shape, double spacing) { return functions_of(shape).surface_points(shape, spacing); }

Polyhedron mesh(const Shape& shape, int corners) { return functions_of(shape).mesh(shape, corners); }

MassPoints mass_points(const Shape& shape, int order) { return functions_of(shape).mass_points(shape, order); }

Vec3 core_support(const Shape& shape, const Vec3& direction) {
  return functions_of(shape).core_support(shape, direction);
}

double skin_of(const Shape& shape) { return functions_of(shape).skin; }

Polyhedron core_of(const Shape& shape) {
  const KindFunctions& kind = functions_of(shape);
  if (kind.core == nullptr)
    throw InputError(
        fmt::format("shape '{}' of kind {} has no vertices: contacts do not support it", shape.name, kind.name));
  return kind.core(shape);
}

}  // namespace rubble::shape
