#include "shape/persistent.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

constexpr double kUnit = 1e-6;  // how far lengths of unit vectors from a file may be from 1

// Where b is, seen from a.
struct RelativePlacement {
  Vec3 shift;       // [m]
  Quaternion turn;  // principal frame of b => that of a

  RelativePlacement(const Placement& at_a, const Placement& at_b)
      : shift(at_a.turn.conjugate() * (at_b.centre - at_a.centre)), turn(at_a.turn.conjugate() * at_b.turn) {}
};

// A turn by a small angle changes its quaternion by half of that; q and -q are one turn.
double angle_between(const Quaternion& p, const Quaternion& q) {
  return 2 * std::min((p.coeffs() - q.coeffs()).norm(), (p.coeffs() + q.coeffs()).norm());
}

}  // namespace

PersistentManifold kept(const Manifold& manifold, const Placement& at_a, const Placement& at_b) {
  const RelativePlacement seen(at_a, at_b);
  PersistentManifold out;
  out.shift = seen.shift;
  out.turn = seen.turn;
  out.normal = at_a.turn.conjugate() * manifold.normal;
  out.count = static_cast<Index>(manifold.count);
  out.weight = manifold.weight;
  out.whole = manifold.whole;
  for (std::size_t k = 0; k < manifold.count; ++k) {
    const TouchPoint& point = manifold.point[k];
    out.on_a[k] = at_a.turn.conjugate() * (point.place - at_a.centre);
    out.on_b[k] = seen.turn.conjugate() * (out.on_a[k] + point.gap * out.normal - seen.shift);
    out.feature[k] = point.feature;
  }
  return out;
}

std::optional<Manifold> carried(const PersistentManifold& kept, const Solid& b, const Placement& at_a,
                                const Placement& at_b, double alert) {
  if (kept.count == 0) return std::nullopt;
  const RelativePlacement now(at_a, at_b);
  const double turned = angle_between(now.turn, kept.turn) * at_b.radius * b.reach;
  const double moved = (now.shift - kept.shift).norm() + turned;
  const double still = kept.whole ? kStill : kStillOfChosen;
  if (!(moved <= still * std::min(at_a.radius, at_b.radius))) return std::nullopt;
  Manifold out;
  out.normal = at_a.turn * kept.normal;
  out.count = static_cast<std::size_t>(kept.count);
  out.weight = kept.weight;
  out.whole = kept.whole;
  for (std::size_t k = 0; k < out.count; ++k) {
    const Vec3 on_b = now.shift + now.turn * kept.on_b[k];
    const double gap = kept.normal.dot(on_b - kept.on_a[k]);
    if (gap > alert) return std::nullopt;
    out.point[k] = {at_a.centre + at_a.turn * kept.on_a[k], gap, kept.feature[k]};
  }
  return out;
}

std::optional<std::string> violation(const PersistentManifold& kept) {
  if (kept.count < 0 || kept.count > static_cast<Index>(Manifold::kMost))
    return fmt::format("{} points", kept.count);
  if (kept.weight < 1 || kept.weight > 3) return fmt::format("a weight of {}", kept.weight);
  if (!(std::abs(kept.turn.norm() - 1) <= kUnit)) return fmt::format("a turn of length {}", kept.turn.norm());
  if (!(std::abs(kept.normal.norm() - 1) <= kUnit)) return fmt::format("a normal of length {}", kept.normal.norm());
  for (std::size_t k = 1; k < static_cast<std::size_t>(kept.count); ++k)
    if (kept.feature[k] <= kept.feature[k - 1])
      return fmt::format("features {} and {}", kept.feature[k - 1], kept.feature[k]);
  return std::nullopt;
}

}  // namespace rubble::shape
