#pragma once
// The sweep for one normal law, a template over the other laws; each normal law has its own translation unit.
#include "base/parallel.hpp"
#include "ssdem/pair.hpp"
#include "ssdem/sweep.hpp"

#include <algorithm>

namespace rubble::ssdem {

inline constexpr std::size_t kBodiesPerBlock = 64;

// (movers a, b) => whether they overlap; if so, touch.
inline bool touch_sphere(const Mover& a, const Mover& b, Touch& t) {
  const Vec3 d = b.position - a.position;
  const double reach = a.radius + b.radius, distance2 = d.squaredNorm();
  if (distance2 >= reach * reach) return false;
  const double distance = std::sqrt(distance2);
  t.normal = d / distance;
  t.overlap = reach - distance;
  t.arm_a = (a.radius * a.radius - b.radius * b.radius + distance2) / (2 * distance);
  t.arm_b = distance - t.arm_a;
  t.reduced_mass = a.mass * b.mass / (a.mass + b.mass);
  t.reduced_radius = a.radius * b.radius / reach;
  t.reduced_inertia = a.inertia * b.inertia / (a.inertia + b.inertia);
  t.harmonic_arm = 2 * t.arm_a * t.arm_b / distance;
  t.circle_radius = std::sqrt(std::max(0.0, a.radius * a.radius - t.arm_a * t.arm_a));
  t.velocity = b.velocity - a.velocity - (t.arm_a * a.spin + t.arm_b * b.spin).cross(t.normal);
  t.relative_spin = a.spin - b.spin;
  return true;
}

inline bool touch_wall(const Mover& a, const Wall& wall, Touch& t) {
  const double height = (a.position - wall.point).dot(wall.normal);
  if (height >= a.radius) return false;
  t.normal = -wall.normal;
  t.overlap = a.radius - height;
  t.arm_a = height, t.arm_b = 0;
  t.reduced_mass = a.mass, t.reduced_radius = a.radius, t.reduced_inertia = a.inertia;
  t.harmonic_arm = height;
  t.circle_radius = std::sqrt(std::max(0.0, a.radius * a.radius - height * height));
  t.velocity = wall.velocity - a.velocity - (height * a.spin).cross(t.normal);
  t.relative_spin = a.spin;
  return true;
}

template <class Sliding, class Couple>
struct MemoryAccess {
  static constexpr bool slides = std::is_same_v<Sliding, laws::CoulombSliding>;
  static constexpr bool rolls = std::is_same_v<Couple, laws::SpringCouple>;
  static Memory load(const Memories& all, std::size_t c) {
    Memory m;
    m.previous = all.previous[c];
    if constexpr (slides) m.sliding = all.sliding[c];
    if constexpr (rolls) m.rolling = all.rolling[c], m.twisting = all.twisting[c];
    return m;
  }
  static void store(Memories& all, std::size_t c, const Memory& m) {
    all.previous[c] = m.previous;
    if constexpr (slides) all.sliding[c] = m.sliding;
    if constexpr (rolls) all.rolling[c] = m.rolling, all.twisting[c] = m.twisting;
  }
};

template <class Normal, class Sliding, class Couple>
Totals sweep_block(const Scene& scene, const Normal& normal, const Sliding& sliding, const Couple& couple,
                   std::size_t first_body, std::size_t last_body, Memories& memories, std::vector<char>& touching,
                   std::vector<ContactForce>& forces) {
  using Access = MemoryAccess<Sliding, Couple>;
  const std::size_t n = scene.movers.size();
  const contact::Candidates& list = scene.list;
  Totals totals;
  Touch t;
  for (std::size_t a = first_body; a < last_body; ++a) {
    const Mover& mover = scene.movers[a];
    for (std::size_t c = list.begin[a]; c < list.begin[a + 1]; ++c) {
      const auto b = static_cast<std::size_t>(list.partner[c]);
      const bool wall = b >= n;
      touching[c] = wall ? touch_wall(mover, scene.walls[b - n], t) : touch_sphere(mover, scene.movers[b], t);
      if (!touching[c]) {
        if (memories.previous[c] != 0) {  // parted since the last step
          const double radius =
              wall ? mover.radius : mover.radius * scene.movers[b].radius / (mover.radius + scene.movers[b].radius);
          const Leftover left = leftover(normal, sliding, couple, radius, Access::load(memories, c));
          totals.heat.sliding += left.sliding, totals.heat.rolling += left.rolling,
              totals.heat.twisting += left.twisting;
          Access::store(memories, c, Memory{});
        }
        continue;
      }
      Memory memory = Access::load(memories, c);
      const Outcome o =
          evaluate(normal, sliding, couple, scene.laws.cohesion, t, memory, scene.before, scene.after, scene.dt);
      Access::store(memories, c, memory);

      const Vec3 lever = t.normal.cross(o.tangential);
      forces[c] = {o.force, t.arm_a * lever + o.couple, t.arm_b * lever - o.couple};
      totals.power.normal += o.normal_power, totals.power.sliding += o.sliding_power;
      totals.power.rolling += o.rolling_power, totals.power.twisting += o.twisting_power;
      totals.heat.sliding += o.sliding_heat, totals.heat.rolling += o.rolling_heat,
          totals.heat.twisting += o.twisting_heat;
      ++totals.touching;
      const double smaller = wall ? mover.radius : std::min(mover.radius, scene.movers[b].radius);
      totals.worst_overlap = std::max(totals.worst_overlap, t.overlap / smaller);
      if (wall) {
        totals.power.walls += o.force.dot(scene.walls[b - n].velocity);
        totals.power.impulse += o.force;
        totals.power.angular_impulse += mover.position.cross(o.force) + forces[c].torque_a;
      }
    }
  }
  return totals;
}

// Calls use(sliding, couple) with the laws that the run has: the dispatch stands here, outside the loops.
template <class Use>
void with_laws(const Parameters& p, Use&& use) {
  std::visit([&](const auto& sliding, const auto& couple) { use(sliding, couple); }, p.sliding, p.couple);
}

template <class Normal>
void sweep_of(const Normal& normal, const Scene& scene, Memories& memories, std::vector<char>& touching,
              std::vector<ContactForce>& forces, Totals& totals) {
  with_laws(scene.laws, [&](const auto& sliding, const auto& couple) {
    const std::size_t n = scene.movers.size(), blocks = (n + kBodiesPerBlock - 1) / kBodiesPerBlock;
    std::vector<Totals> partial(blocks);
#pragma omp parallel for schedule(static) if (n >= kMinParallel)
    for (std::ptrdiff_t k = 0; k < static_cast<std::ptrdiff_t>(blocks); ++k) {
      const std::size_t first = static_cast<std::size_t>(k) * kBodiesPerBlock;
      partial[static_cast<std::size_t>(k)] = sweep_block(
          scene, normal, sliding, couple, first, std::min(n, first + kBodiesPerBlock), memories, touching, forces);
    }
    totals = {};
    for (const Totals& block : partial) totals.add(block);
  });
}

template <class Normal>
Contacts snapshot_of(const Normal& normal, const Scene& scene, const Memories& memories) {
  Contacts contacts;
  with_laws(scene.laws, [&](const auto& sliding, const auto& couple) {
    using Access = MemoryAccess<std::decay_t<decltype(sliding)>, std::decay_t<decltype(couple)>>;
    const std::size_t n = scene.movers.size();
    Touch t;
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t c = scene.list.begin[a]; c < scene.list.begin[a + 1]; ++c) {
        const auto b = static_cast<std::size_t>(scene.list.partner[c]);
        if (!(b >= n ? touch_wall(scene.movers[a], scene.walls[b - n], t)
                     : touch_sphere(scene.movers[a], scene.movers[b], t)))
          continue;
        Memory memory = Access::load(memories, c);
        const Outcome o =
            evaluate(normal, sliding, couple, scene.laws.cohesion, t, memory, scene.before, scene.after, scene.dt);
        contacts.pair.push_back({static_cast<Index>(a), static_cast<Index>(b)});
        contacts.overlap.push_back(t.overlap);
        contacts.normal.push_back(t.normal);
        contacts.force.push_back(o.force);
        contacts.energy.push_back(o.energy);
        contacts.sliding.push_back(memory.sliding);
        contacts.rolling.push_back(memory.rolling);
        contacts.twisting.push_back(memory.twisting);
      }
  });
  return contacts;
}

}  // namespace rubble::ssdem
