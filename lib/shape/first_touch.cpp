#include "shape/first_touch.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::shape {
namespace {

constexpr int kMostAdvances = 200;

Quaternion turned(const Vec3& angle) {
  const double size = angle.norm();
  if (!(size > 0)) return Quaternion::Identity();
  return Quaternion(Eigen::AngleAxisd(size, angle / size));
}

double reach(const Solid& solid, const Placement& at) { return at.radius * solid.reach; }

// (gap and normal at a fraction of the moves; largest closing speed of the gap along a normal, per move [m]; gap that
// counts as touching [m]) => the fraction at which the gap first reaches that value. The bodies are on opposite sides
// of a slab whose width is the gap. The slab closes no faster than `closing`, so that no step goes beyond the first
// touch. After kMostAdvances steps, the result is the fraction reached by then.
template <class Gap, class Closing>
std::optional<double> advance(const Gap& gap_at, const Closing& closing, double enough) {
  double part = 0;
  for (int k = 0; k < kMostAdvances; ++k) {
    const auto [gap, normal] = gap_at(part);
    if (gap <= enough) return part;
    const double rate = closing(normal);
    if (!(rate > 0)) return {};
    part += (gap - 0.5 * enough) / rate;
    if (part > 1) return {};
  }
  return part;
}

struct Slab {
  double gap;
  Vec3 normal;
};

}  // namespace

Placement moved(const Placement& at, const Move& move, double part) {
  return {at.centre + part * move.shift, (turned(part * move.turn) * at.turn).normalized(), at.radius};
}

double longest_way(const Solid& a, const Placement& at_a, const Move& move_a, const Solid& b, const Placement& at_b,
                   const Move& move_b) {
  const double of_a = a.kind == Kind::hull ? move_a.turn.norm() * reach(a, at_a) : 0;
  const double of_b = b.kind == Kind::hull ? move_b.turn.norm() * reach(b, at_b) : 0;
  return (move_b.shift - move_a.shift).norm() + of_a + of_b;
}

// Solves |way + t change| = distance for the smaller root; c > 0 means outside, b < 0 means approaching.
std::optional<double> first_touch(const Vec3& way, const Vec3& change, double distance) {
  const double a = change.squaredNorm();
  const double b = way.dot(change);
  const double c = way.squaredNorm() - distance * distance;
  const double root = b * b - a * c;
  if (!(c > 0) || !(b < 0) || !(root > 0)) return {};
  const double part = c / (-b + std::sqrt(root));
  if (!(part <= 1)) return {};
  return part;
}

std::optional<double> first_touch(const Solid& a, const Placement& at_a, const Move& move_a, const Solid& b,
                                  const Placement& at_b, const Move& move_b) {
  const double radius = std::min(at_a.radius, at_b.radius);
  const Vec3 shift = move_b.shift - move_a.shift;
  const double turn = longest_way(a, at_a, move_a, b, at_b, move_b) - shift.norm();
  SeparationCache cache;
  const auto gap_at = [&](double part) {
    const Separation found = separation(a, moved(at_a, move_a, part), b, moved(at_b, move_b, part), cache);
    return Slab{found.gap, found.normal};
  };
  const auto closing = [&](const Vec3& normal) { return turn - shift.dot(normal); };
  const auto part = advance(gap_at, closing, kTouchGap * radius);
  if (!part) return {};
  const double way = shift.norm() + turn;
  const double later = *part + 2 * kGraze * radius / way;
  if (gap_at(later).gap > -0.5 * kGraze * radius) return {};
  return part;
}

std::optional<double> first_touch(const Solid& a, const Placement& at_a, const Move& move_a, const Vec3& wall,
                                  const Vec3& wall_normal) {
  const double turn = a.kind == Kind::hull ? move_a.turn.norm() * reach(a, at_a) : 0;
  const auto gap_at = [&](double part) {
    return Slab{separation(a, moved(at_a, move_a, part), wall, wall_normal).gap, wall_normal};
  };
  const auto closing = [&](const Vec3& normal) { return turn - move_a.shift.dot(normal); };
  return advance(gap_at, closing, kTouchGap * at_a.radius);
}

}  // namespace rubble::shape
