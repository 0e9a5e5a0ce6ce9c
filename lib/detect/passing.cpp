#include "detect/passing.hpp"

#include "base/error.hpp"
#include "detect/placed.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::detect {
namespace {

// Overlap for which contacts are designed / smaller radius (docs/theory.md 2.9).
constexpr double kUnseen = 0.01;
// Overlap on the path that may be missed / overlap that a run permits, and the largest value of the former / half the
// thickness of the thinner body. Shorter paths than those of unseen_way() are not searched, so that it is at least
// kUnseen.
constexpr double kMissed = 0.1;
constexpr double kMostMissed = 0.1;
double missed_overlap(double permitted) { return std::clamp(kMissed * permitted, kUnseen, kMostMissed); }
// Number of equal intervals between the first and the last touch of a pair; its overlap is computed at their ends.
constexpr int kLooks = 16;
// Let S be the sum of the radii and s the smaller radius. A path of length L through two balls that are separate at
// both ends has an overlap of at most S - sqrt(S^2 - L^2 / 4). This overlap is kUnseen s for L = 2 sqrt(kUnseen s (2 S
// - kUnseen s)), which has its minimum, 0.4 s, for equal balls.
double unseen_way(double smaller, double sum) {
  const double depth = kUnseen * smaller;
  return 2 * std::sqrt(depth * (2 * sum - depth));
}

std::optional<Passing> passing_of(const Stride& stride, Index a, Index b, double deepest) {
  const auto i = static_cast<std::size_t>(a);
  const auto j = static_cast<std::size_t>(b);
  const double smaller = std::min(stride.radius[i], stride.radius[j]);
  const double sum = stride.radius[i] + stride.radius[j];
  Vec3 way = stride.way[j] - stride.way[i];
  Vec3 after = stride.position[j] - stride.position[i];
  const Vec3 image = stride.lattice.image(after - 0.5 * way), slide = stride.dt * stride.lattice.velocity(image);
  way += slide;
  after += image + 0.5 * slide;
  const double length = way.norm();
  if (length == 0) return {};
  const Vec3 before = after - way;
  const double share = -before.dot(way) / (length * length);  // fraction of the step until the distance is smallest
  if (!(share > 0 && share < 1)) return {};
  const double depth = sum - (before + share * way).norm();
  const bool apart = before.norm() >= sum && after.norm() >= sum;
  const bool passed = depth > (apart ? kUnseen : deepest) * smaller;
  if (!passed) return {};
  const double approach = length / stride.dt;
  return Passing{a, b, approach, 2 * smaller, depth, unseen_way(smaller, sum) / approach};
}

// Longest allowed path of a body along a periodic axis in a step [m]. With shorter paths, two bodies can meet only
// through the image that is nearest in the middle of the step (docs/theory.md 5.16).
double longest_way_in(double period, double radius) { return std::min(period / 8, period / 4 - radius); }

// (path of each body in a step [m], radius of the ball about it [m], step [s], period [m]) SanityError for a path that
// is too long for the period.
void require_short(const Vec3s& way, const Reals& radius, double dt, const Vec3& period) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!(period[axis] > 0)) continue;
    for (std::size_t i = 0; i < way.size(); ++i) {
      const double moved = std::abs(way[i][axis]);
      const double most = longest_way_in(period[axis], radius[i]);
      if (moved > most)
        throw SanityError(
            fmt::format("body {} moves by {:.3g} m in a step, too far for a period of {} m: set step.dt to at most "
                        "{:.2g} s, not {:.3g} s",
                        i, moved, period[axis], dt * most / moved, dt));
    }
  }
}

// True if the path of a pair needs a check.
bool is_asked(const Course& course, Index a, Index b) {
  if (course.bent[static_cast<std::size_t>(a)] == 0 && course.bent[static_cast<std::size_t>(b)] == 0) return false;
  const auto at = std::lower_bound(course.handled.begin(), course.handled.end(), ContactKey{a, b, 0});
  return at == course.handled.end() || at->a != a || at->b != b;
}

// Path of two bodies of any shape relative to each other, from the moment at which both move as in the course.
class Way {
 public:
  Way(const Course& course, Index a, Index b)
      : a_(a), b_(b), solid_a_(solid_of(course.bodies, a)), solid_b_(solid_of(course.bodies, b)), dt_(course.dt) {
    const auto i = static_cast<std::size_t>(a);
    const auto j = static_cast<std::size_t>(b);
    const double from = std::max(course.from[i], course.from[j]);
    left_ = 1 - from;
    at_a_ = shape::moved(placement_of(course.bodies, a), course.move[i], from);
    at_b_ = shape::moved(placement_of(course.bodies, b), course.move[j], from);
    move_a_ = {left_ * course.move[i].shift, left_ * course.move[i].turn};
    move_b_ = {left_ * course.move[j].shift, left_ * course.move[j].turn};
    const Vec3 between = at_b_.centre - at_a_.centre + 0.5 * (move_b_.shift - move_a_.shift);
    at_b_.centre += course.bodies.lattice.image(between);
    length_ = shape::longest_way(solid_a_, at_a_, move_a_, solid_b_, at_b_, move_b_);
    thin_ = std::min(course.half[i], course.half[j]);
    sum_ = course.half[i] + course.half[j];
  }

  std::optional<Passing> passing(double deepest) const {
    if (!(left_ > 0) || !(length_ > unseen_way(thin_, sum_)) || !(separation_at(0).gap > 0)) return {};
    const auto entry = touch_from(0);
    if (!entry) return {};
    const shape::Separation end = separation_at(1);
    const bool apart = end.gap > 0;
    double exit = 1;
    if (apart) {
      const auto back = touch_from(1);
      if (!back) return {};
      exit = 1 - *back;
    } else if (!parts(end)) {
      return {};
    }
    const double depth = deepest_between(*entry, exit);
    if (!(depth > (apart ? missed_overlap(deepest) : deepest) * thin_)) return {};
    const double approach = length_ / (left_ * dt_);
    const double step = std::min(unseen_way(thin_, sum_), deepest * thin_) / approach;
    return Passing{a_, b_, approach, 2 * thin_, depth, step};
  }

 private:
  shape::Placement a_at(double part) const { return shape::moved(at_a_, move_a_, part); }
  shape::Placement b_at(double part) const { return shape::moved(at_b_, move_b_, part); }

  shape::Separation separation_at(double part) const {
    shape::SeparationCache cache;
    return shape::separation(solid_a_, a_at(part), solid_b_, b_at(part), cache);
  }

  // => fraction of the path until they touch, from the beginning (0) or backwards from the end (1).
  std::optional<double> touch_from(int end) const {
    const double sign = end == 0 ? 1 : -1;
    const shape::Move a{sign * move_a_.shift, sign * move_a_.turn};
    const shape::Move b{sign * move_b_.shift, sign * move_b_.turn};
    const shape::Placement from_a = a_at(end);
    const shape::Placement from_b = b_at(end);
    if (solid_a_.is_ball() && solid_b_.is_ball())
      return shape::first_touch(from_b.centre - from_a.centre, b.shift - a.shift, from_a.radius + from_b.radius);
    return shape::first_touch(solid_a_, from_a, a, solid_b_, from_b, b);
  }

  // True if bodies that overlap at the end of the path move apart there: they have passed the middle.
  bool parts(const shape::Separation& end) const {
    const Vec3 of_a = move_a_.shift + move_a_.turn.cross(end.on_a - a_at(1).centre);
    const Vec3 of_b = move_b_.shift + move_b_.turn.cross(end.on_b - b_at(1).centre);
    return (of_b - of_a).dot(end.normal) > 0;
  }

  double deepest_between(double entry, double exit) const {
    double depth = 0;
    for (int k = 0; k <= kLooks; ++k) depth = std::max(depth, -separation_at(entry + (exit - entry) * k / kLooks).gap);
    return depth;
  }

  Index a_, b_;
  const shape::PreparedShape& solid_a_;
  const shape::PreparedShape& solid_b_;
  shape::Placement at_a_, at_b_;
  shape::Move move_a_, move_b_;
  double dt_;
  double left_ = 0;    // remaining fraction of the step
  double length_ = 0;  // [m]
  double thin_ = 0;    // half of the thinner body's thickness [m]
  double sum_ = 0;     // sum of both half thicknesses [m]
};

}  // namespace

double harmless_way(double smallest_radius) { return 0.5 * unseen_way(smallest_radius, 2 * smallest_radius); }

// If the radius of each ball covers the whole path of its body, all pairs that meet are found as overlaps. In sheared
// space, paths are relative to the flow in the middle of the step. Two bodies at the distance d then also move against
// each other by up to d s h / 2 from there, with the rate of shear s.
std::optional<Passing> find_passing(const Stride& stride, double deepest) {
  const ImageLattice& lattice = stride.lattice;
  const double sheared = lattice.shears() ? 0.5 * stride.dt * std::abs(lattice.speed) / lattice.period.x() : 0;
  Reals reach(stride.radius.size());
  Vec3s middle(stride.radius.size());
  Vec3s own(stride.radius.size());
  for (std::size_t i = 0; i < reach.size(); ++i) {
    middle[i] = stride.position[i] - 0.5 * stride.way[i];
    own[i] = stride.way[i] - stride.dt * lattice.flow(middle[i]);
    reach[i] = (stride.radius[i] + 0.5 * own[i].norm()) / (1 - sheared);
  }
  require_short(own, stride.radius, stride.dt, lattice.period);
  const std::vector<Plane> none;
  const Candidates near = find_candidates({reach, middle, none, lattice, 0, stride.grain, true}, 0, {});
  for (std::size_t k = 0; k < near.a.size(); ++k)
    if (const auto found = passing_of(stride, near.a[k], near.b[k], deepest)) return found;
  return {};
}

std::optional<Passing> find_passing(const Course& course, double deepest) {
  const PlacedBodies& bodies = course.bodies;
  Reals reach(course.bound.size());
  Vec3s middle(course.bound.size());
  Vec3s way(course.bound.size());
  for (std::size_t i = 0; i < reach.size(); ++i) {
    way[i] = course.move[i].shift;
    reach[i] = course.bound[i] + 0.5 * way[i].norm();
    middle[i] = bodies.position[i] + 0.5 * way[i];
  }
  require_short(way, course.bound, course.dt, bodies.lattice.period);
  const std::vector<Plane> none;
  const Candidates near = find_candidates({reach, middle, none, bodies.lattice, 0, course.grain, true}, 0, {});
  for (std::size_t k = 0; k < near.a.size(); ++k)
    if (is_asked(course, near.a[k], near.b[k]))
      if (const auto found = Way(course, near.a[k], near.b[k]).passing(deepest)) return found;
  return {};
}

std::string text_of_step(double approach, double dt, double thickness, double enough) {
  return fmt::format(
      "their relative speed is {:.3g} m s-1, {:.3g} m per step, and the thinner one is {:.3g} m thick; set step.dt to "
      "at most {:.2g} s, not {:.3g} s",
      approach, approach * dt, thickness, enough, dt);
}

std::string text_of_pair(const ContactKey& key) {
  return key.on_wall() ? fmt::format("body {} and wall {}", key.a, key.wall())
                       : fmt::format("bodies {} and {}", key.a, key.b);
}

std::string text_of(const Passing& passing, double dt, double time) {
  return fmt::format("{} pass through each other between two steps at t = {} s and overlap by {:.3g} m: {}",
                     text_of_pair({passing.a, passing.b}), time, passing.depth,
                     text_of_step(passing.approach, dt, passing.thickness, passing.step));
}

}  // namespace rubble::detect
