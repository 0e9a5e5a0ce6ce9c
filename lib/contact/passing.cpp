#include "contact/passing.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::contact {
namespace {

// Of the smaller radius: the overlap that contacts are made for (docs/theory.md 2.9).
constexpr double kUnseen = 0.01;
// A way L across two balls, apart at both ends, is as deep as S - sqrt(S^2 - L^2 / 4) at most, S the sum of the radii.
// That is kUnseen s at L = 2 sqrt(kUnseen s (2 S - kUnseen s)), which is least, 0.4 s, for equal balls.
double unseen_way(double smaller, double sum) {
  const double depth = kUnseen * smaller;
  return 2 * std::sqrt(depth * (2 * sum - depth));
}

// From b's image to b, of a vector between the two.
Vec3 whole_periods(const Vec3& between, const Vec3& period) {
  Vec3 out = Vec3::Zero();
  for (int axis = 0; axis < 3; ++axis)
    if (period[axis] > 0) out[axis] = period[axis] * std::round(between[axis] / period[axis]);
  return out;
}

std::optional<Passing> passing_of(const Stride& stride, Index a, Index b, double deepest) {
  const auto i = static_cast<std::size_t>(a);
  const auto j = static_cast<std::size_t>(b);
  const double smaller = std::min(stride.radius[i], stride.radius[j]);
  const double sum = stride.radius[i] + stride.radius[j];
  const Vec3 way = stride.way[j] - stride.way[i];
  const double length = way.norm();
  if (length == 0) return {};
  Vec3 after = stride.position[j] - stride.position[i];
  after -= whole_periods(after - 0.5 * way, stride.period);
  const Vec3 before = after - way;
  const double share = -before.dot(way) / (length * length);  // of the step, until they are nearest
  if (!(share > 0 && share < 1)) return {};
  const double depth = sum - (before + share * way).norm();
  const bool apart = before.norm() >= sum && after.norm() >= sum;
  const bool passed = depth > (apart ? kUnseen : deepest) * smaller;
  if (!passed) return {};
  const double approach = length / stride.dt;
  return Passing{a, b, approach, 2 * smaller, depth, unseen_way(smaller, sum) / approach};
}

void require_short(const Stride& stride) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!(stride.period[axis] > 0)) continue;
    for (std::size_t i = 0; i < stride.way.size(); ++i)
      if (std::abs(stride.way[i][axis]) > stride.period[axis] / 8)
        throw SanityError(
            fmt::format("body {} moves by {:.3g} m in a step, more than an eighth of the period of {} m: shorten step.dt",
                        i, std::abs(stride.way[i][axis]), stride.period[axis]));
  }
}

}  // namespace

double harmless_way(double smallest_radius) { return 0.5 * unseen_way(smallest_radius, 2 * smallest_radius); }

// Pairs that meet overlap if each ball is large enough to hold all of its way.
std::optional<Passing> find_passing(const Stride& stride, double deepest) {
  require_short(stride);
  Reals reach(stride.radius.size());
  Vec3s middle(stride.radius.size());
  for (std::size_t i = 0; i < reach.size(); ++i) {
    reach[i] = stride.radius[i] + 0.5 * stride.way[i].norm();
    middle[i] = stride.position[i] - 0.5 * stride.way[i];
  }
  const std::vector<Plane> none;
  const Candidates near = find_candidates({reach, middle, none, stride.period, 0, stride.grain}, 0, {});
  for (std::size_t k = 0; k < near.a.size(); ++k)
    if (const auto found = passing_of(stride, near.a[k], near.b[k], deepest)) return found;
  return {};
}

std::string text_of(const Passing& passing, const Stride& stride, double time) {
  return fmt::format(
      "bodies {} and {} pass through each other between two steps at t = {} s: they move by {:.3g} m against each other "
      "in a step, and the smaller one is {:.3g} m thick; give step.dt at most {:.2g} s, not {:.3g} s",
      passing.a, passing.b, time, passing.approach * stride.dt, passing.thickness, passing.step, stride.dt);
}

}  // namespace rubble::contact
