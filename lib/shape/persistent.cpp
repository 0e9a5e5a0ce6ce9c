#include "shape/persistent.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::shape {
namespace {

// Tolerances for numbers from a file, compared with the results of kept(): for the lengths of unit vectors, and for
// positions relative to the size of the bodies, because positions lose digits far from the origin of the pile.
constexpr double kUnit = 1e-6;
constexpr double kPlace = 1e-3;

// A rotation by a small angle changes its quaternion by half that angle; q and -q are the same rotation.
double angle_between(const Quaternion& p, const Quaternion& q) {
  return 2 * std::min((p.coeffs() - q.coeffs()).norm(), (p.coeffs() + q.coeffs()).norm());
}

}  // namespace

double motion(const RelativePlacement& before, const RelativePlacement& now, double reach) {
  return (now.shift - before.shift).norm() + angle_between(before.turn, now.turn) * reach;
}

PersistentManifold kept(const Manifold& manifold, const Placement& at_a, const Placement& at_b, double alert) {
  PersistentManifold out;
  if (!manifold.lasts || manifold.count == 0) return out;
  out.seen = {at_a, at_b};
  out.alert = alert;
  out.normal = at_a.turn.conjugate() * manifold.normal;
  out.count = static_cast<Index>(manifold.count);
  out.weight = manifold.weight;
  for (std::size_t k = 0; k < manifold.count; ++k) {
    const TouchPoint& point = manifold.point[k];
    out.on_a[k] = at_a.turn.conjugate() * (point.place - at_a.centre);
    out.on_b[k] = out.seen.turn.conjugate() * (out.on_a[k] + point.gap * out.normal - out.seen.shift);
    out.feature[k] = point.feature;
  }
  return out;
}

std::optional<Manifold> carried(const PersistentManifold& kept, const PreparedShape& b, const Placement& at_a,
                                const Placement& at_b, double alert) {
  if (kept.count == 0 || alert > kAlertGrowth * kept.alert) return std::nullopt;
  const RelativePlacement now(at_a, at_b);
  const double still = std::min(kStill * std::min(at_a.radius, at_b.radius), kStillOfAlert * kept.alert);
  if (!(motion(kept.seen, now, at_b.radius * b.reach) <= still)) return std::nullopt;
  Manifold out;
  out.normal = at_a.turn * kept.normal;
  out.count = static_cast<std::size_t>(kept.count);
  out.weight = kept.weight;
  for (std::size_t k = 0; k < out.count; ++k) {
    const Vec3 on_b = now.shift + now.turn * kept.on_b[k];
    const double gap = kept.normal.dot(on_b - kept.on_a[k]);
    if (gap > alert) return std::nullopt;
    out.point[k] = {at_a.centre + at_a.turn * kept.on_a[k], gap, kept.feature[k]};
  }
  return out;
}

std::optional<std::string> violation(const PersistentManifold& kept) {
  if (kept.count < 0 || kept.count > static_cast<Index>(Manifold::kMost)) return fmt::format("{} points", kept.count);
  if (kept.weight < 1 || kept.weight > 3) return fmt::format("a weight of {}", kept.weight);
  if (!(kept.alert >= 0)) return fmt::format("an alert distance of {} m", kept.alert);
  if (!(std::abs(kept.seen.turn.norm() - 1) <= kUnit)) return fmt::format("a turn of length {}", kept.seen.turn.norm());
  if (!(std::abs(kept.normal.norm() - 1) <= kUnit)) return fmt::format("a normal of length {}", kept.normal.norm());
  for (std::size_t k = static_cast<std::size_t>(kept.count); k < Manifold::kMost; ++k)
    if (kept.feature[k] != 0 || !kept.on_a[k].isZero(0) || !kept.on_b[k].isZero(0)) return "a position without a point";
  for (std::size_t k = 0; k < static_cast<std::size_t>(kept.count); ++k) {
    if (kept.feature[k] < 0 || (k > 0 && kept.feature[k] <= kept.feature[k - 1]))
      return fmt::format("a feature {}", kept.feature[k]);
    const Vec3 way = kept.seen.shift + kept.seen.turn * kept.on_b[k] - kept.on_a[k];
    const double size = kept.seen.shift.norm() + kept.on_a[k].norm() + kept.on_b[k].norm();
    if (!std::isfinite(size)) return "a point that is not finite";
    if (!(way.cross(kept.normal).norm() <= kPlace * size)) return "a point off the normal";
    if (!(way.dot(kept.normal) <= kept.alert + kPlace * size)) return "a gap beyond the alert distance";
  }
  return std::nullopt;
}

}  // namespace rubble::shape
