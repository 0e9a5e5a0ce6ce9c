// Contact points of pairs that touch later on their paths, and the times at which pairs meet.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "detect/narrow_search.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace rubble::detect {
namespace {

double deepest(const shape::Manifold& found) {
  double gap = std::numeric_limits<double>::infinity();
  for (const shape::TouchPoint& point : found.points()) gap = std::min(gap, point.gap);
  return gap;
}

// (points at a touch after a part of the moves, ...) => these points, moved back to the present positions of the
// bodies. The two ends of a gap move with their bodies, and the gap is their distance along the normal at the touch. A
// point on a sphere stays on the sphere's surface, so that the lever arm lies along the normal.
shape::Manifold brought_back(const shape::Manifold& then, const PlacedBodies& bodies, const ContactKey& slot,
                             const shape::Placement& at_a, const shape::Placement& at_b, const shape::Placement& then_a,
                             const shape::Placement& then_b) {
  shape::Manifold now = then;
  for (std::size_t k = 0; k < then.count; ++k) {
    const Vec3 end_a = then.point[k].place;
    const Vec3 end_b = end_a + then.point[k].gap * then.normal;
    const Vec3 on_a = at_a.centre + at_a.turn * (then_a.turn.conjugate() * (end_a - then_a.centre));
    const Vec3 on_b = at_b.centre + at_b.turn * (then_b.turn.conjugate() * (end_b - then_b.centre));
    const double gap = (on_b - on_a).dot(then.normal);
    Vec3 place = 0.5 * (on_a + on_b - gap * then.normal);
    if (solid_of(bodies, slot.a).is_ball()) place = on_a;
    if (solid_of(bodies, slot.b).is_ball()) place = on_b - gap * then.normal;
    now.point[k].place = place;
    now.point[k].gap = gap;
  }
  return now;
}

}  // namespace

// True if a pair with these points will overlap after its moves, according to the velocity along its normal.
bool Narrow::arrives(const Search& search, const ContactKey& slot, const Vec3& image, const shape::Manifold& found) {
  const PlacedBodies& bodies = search.bodies;
  const shape::Move& of_a = search.ahead->move[slot.a];
  const shape::Move& of_b = search.ahead->move[slot.b];
  const double least = kArrives * std::min(bodies.radius[slot.a], bodies.radius[slot.b]);
  for (const shape::TouchPoint& point : found.points()) {
    const Vec3 arm_a = point.place - bodies.position[slot.a];
    const Vec3 arm_b = point.place - bodies.position[slot.b] - image;
    const Vec3 change = of_b.shift + of_b.turn.cross(arm_b) - of_a.shift - of_a.turn.cross(arm_a);
    if (std::max(point.gap, 0.0) + change.dot(found.normal) < -least) return true;
  }
  return false;
}

// True if the bounding balls of two bodies approach each other to the alert distance during their moves.
bool Narrow::may_meet(const Search& search, const ContactKey& slot, const Vec3& way) {
  const PlacedBodies& bodies = search.bodies;
  const double reach = reach_of(bodies, slot) + search.alert;
  return way.squaredNorm() <= reach * reach || shape::first_touch(way, change_between(*search.ahead, slot), reach);
}

// If the pair will touch, replaces its present points by the points at the end of the moves or, on a long path, at the
// first touch. Removes the points of a separate pair that approaches but does not touch on a long path.
void Narrow::look_ahead(const Search& search, const ContactKey& slot, const Placed& pair, shape::Manifold& found) {
  const auto& [a, at_a, b, at_b] = pair;
  const PlacedBodies& bodies = search.bodies;
  const Ahead& ahead = *search.ahead;
  const shape::Move& move_a = ahead.move[slot.a];
  const shape::Move& move_b = ahead.move[slot.b];
  if (found.count > 0 && !arrives(search, slot, at_b.centre - bodies.position[slot.b], found)) return;
  const double way = shape::longest_way(a, at_a, move_a, b, at_b, move_b);
  // A pair without points is farther apart than the alert distance.
  if (found.count == 0 && (way <= search.alert || !may_meet(search, slot, at_b.centre - at_a.centre))) return;
  double part = 1;
  if (way > ahead.far * std::min(ahead.half[slot.a], ahead.half[slot.b])) {
    const auto first = shape::first_touch(a, at_a, move_a, b, at_b, move_b);
    if (!first) {
      if (found.count > 0 && deepest(found) > 0) found.count = 0;
      return;
    }
    part = *first;
  }
  const shape::Placement then_a = shape::moved(at_a, move_a, part);
  const shape::Placement then_b = shape::moved(at_b, move_b, part);
  shape::SeparationCache cache;
  const shape::Manifold then = shape::touch(a, then_a, b, then_b, cache, search.alert, search.most);
  found = brought_back(then, bodies, slot, at_a, at_b, then_a, then_b);
}

// Contact of a body and a wall on their paths. Nothing if the path is not long, if they do not meet, or if they touch
// and do not approach each other.
std::optional<PathContact> Narrow::wall_path_contact(const Search& search, const ContactKey& slot) {
  const PlacedBodies& bodies = search.bodies;
  const Ahead& ahead = *search.ahead;
  const shape::PreparedShape& a = solid_of(bodies, slot.a);
  const shape::Placement at_a = placement_of(bodies, slot.a);
  const shape::Move& move_a = ahead.move[slot.a];
  const Wall& wall = search.walls[slot.wall()];
  const shape::Move against{move_a.shift - wall.way, move_a.turn};
  const double way = shape::longest_way(a, at_a, against, unit_ball(), at_a, {});
  const double far = ahead.far * ahead.half[slot.a];
  if (!(way > far)) return {};
  if (!(shape::separation(a, at_a, wall.point, wall.normal).gap > 0))
    return -against.shift.dot(wall.normal) > far ? std::optional(PathContact{slot, 0, way, true, wall.way})
                                                 : std::nullopt;
  const auto part = shape::first_touch(a, at_a, against, wall.point, wall.normal);
  return part ? std::optional(PathContact{slot, *part, way, false, wall.way}) : std::nullopt;
}

// (pair of spheres, vector between their centres [m], limits of a long path) => their contact as in path_contact().
std::optional<PathContact> Narrow::sphere_path_contact(const Search& search, const ContactKey& slot,
                                                       const Vec3& between, const LongPath& path) {
  const double sum = search.bodies.radius[slot.a] + search.bodies.radius[slot.b];
  const Vec3 change = change_between(*search.ahead, slot);
  if (between.squaredNorm() <= sum * sum && -between.dot(change) > path.far * between.norm())
    return PathContact{slot, 0, path.way, true};
  const auto part = shape::first_touch(between, change, sum);
  return part ? std::optional(PathContact{slot, *part, path.way}) : std::nullopt;
}

// Contact of one slot. Nothing if its path is not long, if the bodies do not meet, or if they touch and do not approach
// each other.
std::optional<PathContact> Narrow::path_contact(const Search& search, const ContactKey& slot) {
  if (slot.on_wall()) return wall_path_contact(search, slot);
  const PlacedBodies& bodies = search.bodies;
  const Ahead& ahead = *search.ahead;
  const shape::PreparedShape& a = solid_of(bodies, slot.a);
  const shape::PreparedShape& b = solid_of(bodies, slot.b);
  const shape::Move& move_a = ahead.move[slot.a];
  const shape::Move& move_b = ahead.move[slot.b];
  const shape::Placement at_a = placement_of(bodies, slot.a);
  shape::Placement at_b = placement_of(bodies, slot.b);
  const Vec3 between = way_between(bodies, search.periodic, slot);
  at_b.centre = at_a.centre + between;
  const LongPath path{shape::longest_way(a, at_a, move_a, b, at_b, move_b),
                      ahead.far * std::min(ahead.half[slot.a], ahead.half[slot.b])};
  if (!(path.way > path.far)) return {};
  if (!may_meet(search, slot, between)) return {};
  if (a.is_ball() && b.is_ball()) return sphere_path_contact(search, slot, between, path);
  shape::SeparationCache cache;
  const shape::Separation now = shape::separation(a, at_a, b, at_b, cache);
  if (!(now.gap > 0))
    return -change_between(ahead, slot).dot(now.normal) > path.far ? std::optional(PathContact{slot, 0, path.way, true})
                                                                   : std::nullopt;
  const auto part = shape::first_touch(a, at_a, move_a, b, at_b, move_b);
  return part ? std::optional(PathContact{slot, *part, path.way}) : std::nullopt;
}

// True if the bounding balls of two bodies touch during the moves through another image than the nearest one. Moves of
// more than a period are always reported.
bool Narrow::meets_other_image(const Search& search, const ContactKey& slot) {
  const Vec3& period = search.bodies.lattice.period;
  const Vec3 change = change_between(*search.ahead, slot);
  const Vec3 nearest = way_between(search.bodies, true, slot);
  const double reach = reach_of(search.bodies, slot);
  std::array<int, 3> images{};
  for (int axis = 0; axis < 3; ++axis) {
    if (!(period[axis] > 0) || !(change.norm() + reach > 0.5 * period[axis])) continue;
    if (!(change.norm() <= period[axis])) return true;
    images[static_cast<std::size_t>(axis)] = 2;
  }
  for (int x = -images[0]; x <= images[0]; ++x)
    for (int y = -images[1]; y <= images[1]; ++y)
      for (int z = -images[2]; z <= images[2]; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        if (shape::first_touch(nearest + Vec3(x, y, z).cwiseProduct(period), change, reach)) return true;
      }
  return false;
}

// SanityError for a pair that the search with nearest images would miss.
void Narrow::require_nearest_images(const Search& search) const {
  if (!search.periodic) return;
  std::vector<char> lost(slot_.size(), 0);
  parallel_for(slot_.size(),
               [&](std::size_t s) { lost[s] = !slot_[s].on_wall() && meets_other_image(search, slot_[s]); });
  const auto first = std::find(lost.begin(), lost.end(), 1);
  if (first == lost.end()) return;
  const ContactKey& slot = slot_[static_cast<std::size_t>(first - lost.begin())];
  const Vec3& period = search.bodies.lattice.period;
  double shortest = std::numeric_limits<double>::infinity();
  for (const double length : period)
    if (length > 0) shortest = std::min(shortest, length);
  const double way = change_between(*search.ahead, slot).norm();
  const double share = (0.5 * shortest - reach_of(search.bodies, slot)) / way;
  throw SanityError(
      fmt::format("bodies {} and {} move against each other by {:.3g} m in a step, too far for a period of {} m: "
                  "multiply step.dt by at most {:.2g}",
                  slot.a, slot.b, way, shortest, share));
}

std::vector<PathContact> Narrow::path_contacts(const PlacedBodies& bodies, const std::vector<Wall>& walls,
                                               const Ahead& ahead) const {
  const Search search{bodies, walls, 0, shape::Points::one, bodies.lattice.repeats(), &ahead};
  require_nearest_images(search);
  std::vector<std::optional<PathContact>> of_slot(slot_.size());
  parallel_for(slot_.size(), [&](std::size_t s) { of_slot[s] = path_contact(search, slot_[s]); });
  std::vector<PathContact> found;
  for (const std::optional<PathContact>& one : of_slot)
    if (one) found.push_back(*one);
  std::stable_sort(found.begin(), found.end(),
                   [](const PathContact& x, const PathContact& y) { return x.part < y.part; });
  return found;
}

}  // namespace rubble::detect
