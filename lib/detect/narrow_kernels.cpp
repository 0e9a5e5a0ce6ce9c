// Kernels of the narrow phase: contact points of each pair of kinds at the present positions.
#include "base/parallel.hpp"
#include "detect/narrow_search.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::detect {
namespace {

// The search for the gap of a separate pair stops where the gap exceeds the alert distance by this margin / smaller
// radius. Such a pair is not tested again until it may have moved by the margin.
constexpr double kBeyond = 0.1;

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

}  // namespace

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
  const double reach = search.bodies.radius[slot.a] * solid_of(search.bodies, slot.a).turning_reach();
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
bool Narrow::stays_apart(const shape::PreparedShape& a, const shape::Placement& at_a, const shape::PreparedShape& b,
                         const shape::Placement& at_b, double alert, Memory& memory) {
  const shape::RelativePlacement now(at_a, at_b);
  if (memory.apart - shape::motion(memory.seen, now, at_b.radius * b.reach) > alert) return true;
  const double enough = alert + kBeyond * std::min(at_a.radius, at_b.radius);
  const shape::Separation found = shape::separation(a, at_a, b, at_b, memory.cache, enough);
  memory.seen = now;
  memory.apart = found.gap;
  return found.gap > alert;
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
    const shape::PreparedShape& a = solid_of(bodies, slot.a);
    const shape::PreparedShape& b = solid_of(bodies, slot.b);
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

}  // namespace rubble::detect
