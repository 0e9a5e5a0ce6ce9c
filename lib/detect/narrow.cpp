#include "detect/narrow.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "detect/placed.hpp"
#include "model/space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace rubble::detect {
namespace {

// The search for the gap of a separate pair stops where the gap exceeds the alert distance by this margin / smaller
// radius. Such a pair is not tested again until it may have moved by the margin.
constexpr double kBeyond = 0.1;

// Smallest overlap at the end of the moves for which the points of a pair are predicted / smaller radius. Spheres with
// a gap of up to this / sum of their radii count as touching.
constexpr double kArrives = 1e-6;

// Indices in the table of kernels.
enum Kind : std::size_t { kSphereSphere, kSphereHull, kHullHull, kSphereWall, kHullWall };

Kind kind_of(const ContactKey& slot, const PlacedBodies& bodies) {
  const bool hull = bodies.is_hull(slot.a);
  if (slot.on_wall()) return hull ? kHullWall : kSphereWall;
  if (hull && bodies.is_hull(slot.b)) return kHullHull;
  return hull || bodies.is_hull(slot.b) ? kSphereHull : kSphereSphere;
}

// => vector from b to its image nearest to a [m].
Vec3 image_of(const PlacedBodies& bodies, Index a, Index b) {
  return Space{bodies.period, {}}.image(bodies.position[b] - bodies.position[a]);
}

// => displacement of the centre of b relative to that of a during the moves [m].
Vec3 change_between(const Ahead& ahead, const ContactKey& slot) {
  return ahead.move[slot.b].shift - ahead.move[slot.a].shift;
}

// Distance of the centres at which the bounding balls of two bodies touch [m].
double reach_of(const PlacedBodies& bodies, const ContactKey& slot) {
  const auto reach = [&](Index i) { return bodies.radius[i] * solid_of(bodies, i).reach; };
  return reach(slot.a) + reach(slot.b);
}

// (vector between two spheres, sum of their radii, alert distance [m], expected moves, pair) => true if the spheres may
// touch before the end of their moves. Spheres within the alert distance may touch unless they pass each other. Spheres
// beyond it may touch only if they meet. A gap of up to kArrives of the sum counts as touching. With d the distance of
// the centres and c the change of the vector way during the moves, the gap d - sum closes along the present normal if
// d (d - sum) + c . way < 0. Because (d^2 - sum^2) / 2 is not greater than d (d - sum), most pairs need no square root.
bool spheres_may_touch(const Vec3& way, double sum, double alert, const Ahead& ahead, const ContactKey& slot) {
  const double square = way.squaredNorm();
  const double touching = (1 + kArrives) * sum;
  if (square <= touching * touching) return true;
  const bool is_near = square <= (sum + alert) * (sum + alert);
  const Vec3 change = change_between(ahead, slot);
  const double opening = change.dot(way);
  if (0.5 * (square - sum * sum) + opening >= 0) return is_near;
  const bool closes = square - sum * std::sqrt(square) + opening < 0;
  return closes ? shape::first_touch(way, change, sum).has_value() : is_near;
}

// => vector from a to the nearest image of b [m].
Vec3 way_between(const PlacedBodies& bodies, bool periodic, const ContactKey& slot) {
  const Vec3 way = bodies.position[slot.b] - bodies.position[slot.a];
  return periodic ? Vec3(way + image_of(bodies, slot.a, slot.b)) : way;
}

}  // namespace

struct Narrow::Search {
  const PlacedBodies& bodies;
  const std::vector<Wall>& walls;
  double alert;
  shape::Points most;
  bool periodic;
  const Ahead* ahead;
};

// Two bodies with their present placements.
struct Narrow::Placed {
  const shape::Solid& a;
  const shape::Placement& at_a;
  const shape::Solid& b;
  const shape::Placement& at_b;
};

const std::array<Narrow::Kernel, kKinds> Narrow::kKernels{{
    {{"sphere", "sphere", "distance of the centres"}, &Narrow::count_spheres, &Narrow::write_spheres},
    {{"sphere", "hull", "highest face plane over the centre, or nearest point (GJK)"},
     &Narrow::count_hulls<kSphereHull>,
     &Narrow::write_manifolds<kSphereHull>},
    {{"hull", "hull", "nearest points (GJK) or expanding polytope, then manifold"},
     &Narrow::count_hulls<kHullHull>,
     &Narrow::write_manifolds<kHullHull>},
    {{"sphere", "wall", "height of the centre"}, &Narrow::count_sphere_walls, &Narrow::write_sphere_walls},
    {{"hull", "wall", "lowest vertices"}, &Narrow::count_hull_walls, &Narrow::write_manifolds<kHullWall>},
}};

std::array<KernelName, kKinds> dispatch_table() {
  std::array<KernelName, kKinds> table;
  for (std::size_t k = 0; k < kKinds; ++k) table[k] = Narrow::kKernels[k].name;
  return table;
}

std::size_t kernel_of(const ContactKey& slot, const PlacedBodies& bodies) { return kind_of(slot, bodies); }

void Narrow::add_slots(const Candidates& list, const PlacedBodies& bodies) {
  slot_.clear();
  const std::size_t n = bodies.position.size();
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t k = list.begin[a]; k < list.begin[a + 1]; ++k) slot_.push_back({list.a[k], list.b[k], 0});
    for (std::size_t k = list.wall_begin[a]; k < list.wall_begin[a + 1]; ++k)
      slot_.push_back(ContactKey::of_wall(list.wall_body[k], list.wall[k]));
  }
  for (auto& slots : of_) slots.clear();
  for (std::size_t s = 0; s < slot_.size(); ++s) of_[kind_of(slot_[s], bodies)].push_back(s);
}

void Narrow::take(const Candidates& list, const PlacedBodies& bodies) {
  const std::vector<PairMemory> kept = memory();
  add_slots(list, bodies);
  count_.assign(slot_.size(), 0);
  begin_.assign(slot_.size() + 1, 0);
  for (const Kind kind : {kSphereHull, kHullHull}) memory_[kind].assign(of_[kind].size(), Memory{});
  for (const Kind kind : {kSphereHull, kHullHull, kHullWall}) found_[kind].resize(of_[kind].size());
  give(kept);
}

std::vector<PairMemory> Narrow::memory() const {
  std::vector<PairMemory> out;
  for (const Kind kind : {kSphereHull, kHullHull})
    for (std::size_t k = 0; k < memory_[kind].size(); ++k) {
      const ContactKey& slot = slot_[of_[kind][k]];
      if (memory_[kind][k].touched) out.push_back({slot.a, slot.b, memory_[kind][k].cache, memory_[kind][k].kept});
    }
  std::sort(out.begin(), out.end(),
            [](const PairMemory& x, const PairMemory& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  return out;
}

void require_whole(const std::vector<PairMemory>& memory) {
  for (const PairMemory& m : memory)
    for (const auto& wrong : {shape::violation(m.cache), shape::violation(m.kept)})
      if (wrong) throw InputError(fmt::format("stored contact of bodies {} and {}: {}", m.a, m.b, *wrong));
}

void Narrow::remember(const std::vector<PairMemory>& memory) {
  require_whole(memory);
  give(memory);
}

void Narrow::give(const std::vector<PairMemory>& memory) {
  const auto before = [](const PairMemory& m, const ContactKey& slot) {
    return m.a != slot.a ? m.a < slot.a : m.b < slot.b;
  };
  for (const Kind kind : {kSphereHull, kHullHull})
    for (std::size_t k = 0; k < memory_[kind].size(); ++k) {
      const ContactKey& slot = slot_[of_[kind][k]];
      const auto found = std::lower_bound(memory.begin(), memory.end(), slot, before);
      if (found == memory.end() || found->a != slot.a || found->b != slot.b) continue;
      memory_[kind][k] = {found->cache, true, found->kept, {}, 0};
    }
}

void Narrow::find(const PlacedBodies& bodies, const std::vector<Wall>& walls, double alert, shape::Points most,
                  ContactPoints& out, const Ahead* ahead) {
  const Search search{bodies, walls, alert, most, !bodies.period.isZero(), ahead};
  for (const Kernel& kernel : kKernels) (this->*kernel.count)(search);
  for (std::size_t s = 0; s < slot_.size(); ++s) begin_[s + 1] = begin_[s] + count_[s];
  const std::size_t points = begin_.empty() ? 0 : begin_.back();
  out.key.resize(points);
  out.point.resize(points);
  out.normal.resize(points);
  out.gap.resize(points);
  out.weight.resize(points);
  out.image.assign(search.periodic ? points : 0, Vec3::Zero());
  for (const Kernel& kernel : kKernels) (this->*kernel.write)(search, out);
}

void Narrow::count_spheres(const Search& search) {
  const PlacedBodies& bodies = search.bodies;
  const std::vector<std::size_t>& slots = of_[kSphereSphere];
  parallel_for(slots.size(), [&](std::size_t k) {
    const ContactKey& slot = slot_[slots[k]];
    const double sum = bodies.radius[slot.a] + bodies.radius[slot.b];
    const Vec3 way = way_between(bodies, search.periodic, slot);
    if (search.ahead != nullptr)
      count_[slots[k]] = spheres_may_touch(way, sum, search.alert, *search.ahead, slot);
    else
      count_[slots[k]] = way.squaredNorm() <= (sum + search.alert) * (sum + search.alert);
  });
}

void Narrow::write_spheres(const Search& search, ContactPoints& out) const {
  const PlacedBodies& bodies = search.bodies;
  const std::vector<std::size_t>& slots = of_[kSphereSphere];
  parallel_for(slots.size(), [&](std::size_t k) {
    if (count_[slots[k]] == 0) return;
    const ContactKey& slot = slot_[slots[k]];
    const std::size_t p = begin_[slots[k]];
    const Vec3 way = way_between(bodies, search.periodic, slot);
    const double distance = way.norm();
    const Vec3 normal = distance > 0 ? Vec3(way / distance) : Vec3(Vec3::UnitX());
    out.key[p] = slot;
    out.normal[p] = normal;
    out.point[p] = bodies.position[slot.a] + bodies.radius[slot.a] * normal;
    out.gap[p] = distance - (bodies.radius[slot.a] + bodies.radius[slot.b]);
    out.weight[p] = 1;
    if (search.periodic) out.image[p] = image_of(bodies, slot.a, slot.b);
  });
}

// Largest gap of points at a wall: the alert distance or the distance by which the body may approach the wall,
// whichever is larger.
double Narrow::alert_of(const Search& search, const ContactKey& slot) {
  if (search.ahead == nullptr) return search.alert;
  const shape::Move& move = search.ahead->move[slot.a];
  const Wall& wall = search.walls[slot.wall()];
  const double reach =
      search.bodies.is_hull(slot.a) ? search.bodies.radius[slot.a] * solid_of(search.bodies, slot.a).reach : 0;
  return std::max(search.alert, (wall.way - move.shift).dot(wall.normal) + reach * move.turn.norm());
}

void Narrow::count_sphere_walls(const Search& search) {
  const PlacedBodies& bodies = search.bodies;
  const std::vector<std::size_t>& slots = of_[kSphereWall];
  parallel_for(slots.size(), [&](std::size_t k) {
    const ContactKey& slot = slot_[slots[k]];
    const Wall& wall = search.walls[slot.wall()];
    const double gap = wall.normal.dot(bodies.position[slot.a] - wall.point) - bodies.radius[slot.a];
    count_[slots[k]] = gap <= alert_of(search, slot);
  });
}

void Narrow::write_sphere_walls(const Search& search, ContactPoints& out) const {
  const PlacedBodies& bodies = search.bodies;
  const std::vector<std::size_t>& slots = of_[kSphereWall];
  parallel_for(slots.size(), [&](std::size_t k) {
    if (count_[slots[k]] == 0) return;
    const ContactKey& slot = slot_[slots[k]];
    const std::size_t p = begin_[slots[k]];
    const Wall& wall = search.walls[slot.wall()];
    out.key[p] = slot;
    out.normal[p] = -wall.normal;
    out.point[p] = bodies.position[slot.a] - bodies.radius[slot.a] * wall.normal;
    out.gap[p] = wall.normal.dot(bodies.position[slot.a] - wall.point) - bodies.radius[slot.a];
    out.weight[p] = 1;
  });
}

// True if a pair that did not touch still does not. This is certain until a point of one body may have moved by the
// gap of the last test less the alert distance. After that, the pair is tested again, starting from its stored state,
// up to a gap of kBeyond times the smaller radius beyond the alert distance.
bool Narrow::stays_apart(const shape::Solid& a, const shape::Placement& at_a, const shape::Solid& b,
                         const shape::Placement& at_b, double alert, Memory& memory) {
  const shape::RelativePlacement now(at_a, at_b);
  if (memory.apart - shape::motion(memory.seen, now, at_b.radius * b.reach) > alert) return true;
  const double enough = alert + kBeyond * std::min(at_a.radius, at_b.radius);
  const shape::Separation found = shape::separation(a, at_a, b, at_b, memory.cache, enough);
  memory.seen = now;
  memory.apart = found.gap;
  return found.gap > alert;
}

double deepest(const shape::Manifold& found) {
  double gap = std::numeric_limits<double>::infinity();
  for (const shape::TouchPoint& point : found.points()) gap = std::min(gap, point.gap);
  return gap;
}

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
    if (!bodies.is_hull(slot.a)) place = on_a;
    if (!bodies.is_hull(slot.b)) place = on_b - gap * then.normal;
    now.point[k].place = place;
    now.point[k].gap = gap;
  }
  return now;
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

// Finds the points of a pair at its present positions. If the pair did not touch and is no longer known to be separate,
// its memory is not used. If two hulls touched and have hardly moved since, their manifold is carried along.
template <std::size_t kKind>
void Narrow::touch_now(const Search& search, const Placed& pair, Memory& memory, shape::Manifold& found) {
  if (!memory.touched) {
    found.count = 0;
    if (stays_apart(pair.a, pair.at_a, pair.b, pair.at_b, search.alert, memory)) return;
    memory.cache = {};
  }
  if constexpr (kKind == kHullHull) {
    if (const auto along = shape::carried(memory.kept, pair.b, pair.at_a, pair.at_b, search.alert)) {
      found = *along;
      return;
    }
  }
  found = shape::touch(pair.a, pair.at_a, pair.b, pair.at_b, memory.cache, search.alert, search.most);
  memory.touched = found.count > 0;
  if constexpr (kKind == kHullHull) memory.kept = shape::kept(found, pair.at_a, pair.at_b, search.alert);
}

template <std::size_t kKind>
void Narrow::count_hulls(const Search& search) {
  const PlacedBodies& bodies = search.bodies;
  const std::vector<std::size_t>& slots = of_[kKind];
  parallel_for(slots.size(), [&](std::size_t k) {
    const ContactKey& slot = slot_[slots[k]];
    const shape::Solid& a = solid_of(bodies, slot.a);
    const shape::Solid& b = solid_of(bodies, slot.b);
    const shape::Placement at_a = placement_of(bodies, slot.a);
    shape::Placement at_b = placement_of(bodies, slot.b);
    if (search.periodic) at_b.centre += image_of(bodies, slot.a, slot.b);
    Memory& memory = memory_[kKind][k];
    shape::Manifold& found = found_[kKind][k];
    const Placed pair{a, at_a, b, at_b};
    touch_now<kKind>(search, pair, memory, found);
    if (search.ahead != nullptr) look_ahead(search, slot, pair, found);
    count_[slots[k]] = static_cast<std::uint8_t>(found.count);
  });
}

// Meeting of one slot. Nothing if its path is not long, if the bodies do not meet, or if they touch and do not approach
// each other.
std::optional<PathContact> Narrow::path_contact(const Search& search, const ContactKey& slot) const {
  const PlacedBodies& bodies = search.bodies;
  const Ahead& ahead = *search.ahead;
  const shape::Solid& a = solid_of(bodies, slot.a);
  const shape::Placement at_a = placement_of(bodies, slot.a);
  const shape::Move& move_a = ahead.move[slot.a];
  if (slot.on_wall()) {
    const Wall& wall = search.walls[slot.wall()];
    const shape::Move against{move_a.shift - wall.way, move_a.turn};
    const double way = shape::longest_way(a, at_a, against, unit_ball(), at_a, {});
    if (!(way > ahead.far * ahead.half[slot.a])) return {};
    if (!(shape::separation(a, at_a, wall.point, wall.normal).gap > 0))
      return -against.shift.dot(wall.normal) > ahead.far * ahead.half[slot.a]
                 ? std::optional(PathContact{slot, 0, way, true})
                 : std::nullopt;
    const auto part = shape::first_touch(a, at_a, against, wall.point, wall.normal);
    return part ? std::optional(PathContact{slot, *part, way}) : std::nullopt;
  }
  const shape::Solid& b = solid_of(bodies, slot.b);
  const shape::Move& move_b = ahead.move[slot.b];
  shape::Placement at_b = placement_of(bodies, slot.b);
  const Vec3 between = way_between(bodies, search.periodic, slot);
  at_b.centre = at_a.centre + between;
  const double way = shape::longest_way(a, at_a, move_a, b, at_b, move_b);
  const double far = ahead.far * std::min(ahead.half[slot.a], ahead.half[slot.b]);
  if (!(way > far)) return {};
  if (!may_meet(search, slot, between)) return {};
  std::optional<double> part;
  if (!bodies.is_hull(slot.a) && !bodies.is_hull(slot.b)) {
    const double sum = at_a.radius + at_b.radius;
    const Vec3 change = change_between(ahead, slot);
    if (between.squaredNorm() <= sum * sum && -between.dot(change) > far * between.norm())
      return PathContact{slot, 0, way, true};
    part = shape::first_touch(between, change, sum);
  } else {
    shape::SeparationCache cache;
    const shape::Separation now = shape::separation(a, at_a, b, at_b, cache);
    if (!(now.gap > 0))
      return -change_between(ahead, slot).dot(now.normal) > far ? std::optional(PathContact{slot, 0, way, true})
                                                                : std::nullopt;
    part = shape::first_touch(a, at_a, move_a, b, at_b, move_b);
  }
  return part ? std::optional(PathContact{slot, *part, way}) : std::nullopt;
}

// True if the bounding balls of two bodies touch during the moves through another image than the nearest one. Moves of
// more than a period are always reported.
bool Narrow::meets_other_image(const Search& search, const ContactKey& slot) const {
  const Vec3& period = search.bodies.period;
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
  const Vec3& period = search.bodies.period;
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
  const Search search{bodies, walls, 0, shape::Points::one, !bodies.period.isZero(), &ahead};
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

void Narrow::count_hull_walls(const Search& search) {
  const PlacedBodies& bodies = search.bodies;
  const std::vector<std::size_t>& slots = of_[kHullWall];
  parallel_for(slots.size(), [&](std::size_t k) {
    const ContactKey& slot = slot_[slots[k]];
    const Wall& wall = search.walls[slot.wall()];
    shape::Manifold& found = found_[kHullWall][k];
    found = shape::wall_manifold(solid_of(bodies, slot.a), placement_of(bodies, slot.a), wall.point, wall.normal,
                                 alert_of(search, slot), search.most);
    count_[slots[k]] = static_cast<std::uint8_t>(found.count);
  });
}

template <std::size_t kKind>
void Narrow::write_manifolds(const Search& search, ContactPoints& out) const {
  const std::vector<std::size_t>& slots = of_[kKind];
  parallel_for(slots.size(), [&](std::size_t k) {
    const ContactKey& slot = slot_[slots[k]];
    const shape::Manifold& found = found_[kKind][k];
    for (std::size_t i = 0; i < count_[slots[k]]; ++i) {
      const std::size_t p = begin_[slots[k]] + i;
      out.key[p] = {slot.a, slot.b, found.point[i].feature};
      out.point[p] = found.point[i].place;
      out.normal[p] = found.normal;
      out.gap[p] = found.point[i].gap;
      out.weight[p] = static_cast<std::uint8_t>(found.weight);
      if (search.periodic && !slot.on_wall()) out.image[p] = image_of(search.bodies, slot.a, slot.b);
    }
  });
}

}  // namespace rubble::detect
