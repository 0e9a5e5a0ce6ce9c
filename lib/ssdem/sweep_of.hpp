#pragma once
// The sweep for one normal law, as a template over the other laws; each normal law has a separate translation unit. A
// chunk goes through these steps for pairs of spheres, then for spheres and planes. Contacts with triangulated walls
// are found in a separate file (surface_contacts.hpp) and evaluated like those with planes.
//   - find_touching        candidates whose surfaces overlap now
//   - update               histories stay with their pairs; energy in the springs of separated pairs becomes heat
//   - evaluate_contacts    four at a time: geometry, history, laws (contact_kernel.hpp), history, loads
#include "base/parallel.hpp"
#include "ssdem/contact_kernel.hpp"
#include "ssdem/contact_probes.hpp"
#include "ssdem/find_touching.hpp"
#include "ssdem/law_table.hpp"
#include "ssdem/near_pairs.hpp"
#include "ssdem/sweep.hpp"
#include "ssdem/sweep_loads.hpp"
#include "ssdem/sweep_prefetch.hpp"

#include <algorithm>
#include <numbers>
#include <type_traits>
#include <utility>

namespace rubble::ssdem {

template <class Laws>
RUBBLE_INLINE History<Pack> load_history(const ChunkContacts& contacts, std::size_t k) {
  History<Pack> history;
  each_number(
      history, [&](auto part, Pack& number) __attribute__((always_inline)) {
        if constexpr (Laws::uses(part)) number = load_pack(&contacts.history[part][k]);
      });
  return history;
}
template <class Laws>
RUBBLE_INLINE void store_history(ChunkContacts& contacts, std::size_t k, const History<Pack>& history) {
  each_number(
      history, [&](auto part, const Pack& number) __attribute__((always_inline)) {
        if constexpr (Laws::uses(part)) store_pack(&contacts.history[part][k], number);
      });
}
template <class Laws>
History<double> history_of(const ChunkContacts& contacts, std::size_t k) {
  History<double> history;
  each_number(history, [&](auto part, double& number) {
    if constexpr (Laws::uses(part)) number = contacts.history[part][k];
  });
  return history;
}

// Area of a contact: that of two elastic spheres, pi R delta (docs/theory.md 5.18), or of a neck.
template <class Laws>
RUBBLE_INLINE Pack area_of(const ContactGeometry<Pack>& g, const History<Pack>& history) {
  if constexpr (Laws::necks) return std::numbers::pi * history.contact_radius * history.contact_radius;
  return std::numbers::pi * g.reduced_radius * g.overlap;
}

// Adds four contacts of bodies a with bodies or walls b to the loads on targets.
template <bool walls>
RUBBLE_INLINE void probe(const SweepProbes& probes, const Spheres& spheres, const Index* a, const Index* b, Pack area,
                         const ContactLoads& loads, std::size_t lanes, std::vector<Load>& targets) {
  const ProbedPack pack{a, b, lanes, area};
  const ContactLoads stored = loads;  // a copy, so that the loads themselves stay in registers
  add_probed<walls>(probes, spheres, pack, stored, targets);
}

// Evaluates the contacts of a chunk with spheres or walls. `wall`: numbers of the walls whose planes b names; nullptr
// if b are numbers of walls or spheres. `probed` is a parameter of the template, because a test within the loop costs
// 3 % of the instructions of a step.
template <bool walls, bool probed, class Source>
void evaluate_contacts(const StepContext& step, const std::vector<Wall>& planes, const PeriodicBox& box,
                       const Source& source, Spheres& spheres, const Chunk& chunk, const Chunk& next,
                       ChunkContacts& contacts, SweepTotals& totals, const Index* wall) {
  using Laws = typename Source::Laws;
  LaneSums sums;
  const LoadSlots slots(chunk.load, spheres.crossing.data());
  const auto first = static_cast<Index>(chunk.bodies.first);
  Prefetch<Laws> ahead(step.list, spheres, next);
  for (std::size_t k = 0; k < contacts.count; k += kLanes) {
    if constexpr (!walls) ahead.fetch(k);
    const Index* a = &contacts.a[k];
    const Index* b = &contacts.b[k];
    [[maybe_unused]] const Index* other = wall == nullptr ? b : wall + k;
    [[maybe_unused]] const bool on_target = probed && any_probed<walls>(*step.probes, a, other);
    bool wraps = false;
    const ContactGeometry<Pack> g = geometry_of<walls, Laws::necks>(planes, spheres, box, a, b, wraps);
    History<Pack> history = load_history<Laws>(contacts, k);
    const Index* number = Source::varies ? &contacts.law[k] : nullptr;
    ContactResult result = evaluate(source.of_four(number), g, history, {step.before, step.after, step.dt});
    store_history<Laws>(contacts, k, history);

    const std::size_t lanes = std::min(kLanes, contacts.count - k);
    if (lanes < kLanes) keep_lanes(result, lanes);
    sums.template add<Laws>(result);
    if constexpr (Laws::cohesive)
      if (any(result.lent != Pack{})) [[unlikely]]
        totals.stored[Channel::cohesion] += sum(result.lent);
    sums.watch(g.overlap, g.smaller_radius);
    const ContactLoads loads = loads_of(g, result);
    const auto add = [&](std::size_t lane) __attribute__((always_inline)) {
      add_loads<walls>(loads, lane, a[lane] - first, contacts.load[k + lane], slots);
    };
    if (lanes == kLanes) {
      add(0);
      add(1);
      add(2);
      add(3);
    } else {
      for (std::size_t lane = 0; lane < lanes; ++lane) add(lane);
    }
    if constexpr (walls)
      add_wall_impulse(planes, spheres, a, b, loads, lanes, totals);
    else if (wraps)
      add_image_impulse(spheres, box, a, b, loads, lanes, totals.power);
    if constexpr (probed)
      if (on_target)
        probe<walls>(*step.probes, spheres, a, other, area_of<Laws>(g, history), loads, lanes, totals.probed);
  }
  if constexpr (!walls) ahead.rest();
  sums.give(totals);
}

// Calls use(true or false as a type): whether contacts with spheres or walls may act on targets of probes.
template <bool walls, class Use>
void with_probes(const StepContext& step, Use&& use) {
  if (step.probes != nullptr && (walls || step.probes->bodies))
    use(std::true_type{});
  else
    use(std::false_type{});
}

// (context, box, spheres, bodies a and b or body and plane) => geometry of one pair, which may be apart, in each lane.
template <bool walls>
ContactGeometry<Pack> geometry_of_one(const StepContext& step, const PeriodicBox& box, const Spheres& spheres, Index a,
                                      Index b) {
  const std::array<Index, kLanes> first{a, a, a, a}, second{b, b, b, b};
  bool wraps = false;
  return geometry_of<walls, true>(step.walls, spheres, box, first.data(), second.data(), wraps);
}

// Books the energy left in the springs of a separated pair as heat. `wall`: number of the wall; nullptr for two
// spheres.
template <class Source>
void add_leftover(const Source& source, const Spheres& spheres, const ChunkContacts& contacts, const Index* wall,
                  std::size_t k, Account& heat) {
  using Laws = typename Source::Laws;
  const auto radius = [&](Index i) { return spheres.state[static_cast<std::size_t>(i)].position.v[3]; };
  const Index a = contacts.a[k], b = contacts.b[k];
  const double ra = radius(a), rb = wall != nullptr ? 0 : radius(b);
  const double reduced = wall != nullptr ? ra : ra * rb / (ra + rb);
  const Laws laws = wall != nullptr ? source.at_wall(a, *wall) : source.of_bodies(a, b);
  const Leftover left = leftover(laws, reduced, history_of<Laws>(contacts, k));
  heat[Channel::normal] += left.normal;
  heat[Channel::sliding] += left.sliding;
  heat[Channel::rolling] += left.rolling;
  heat[Channel::twisting] += left.twisting;
}

// (laws, true if the contacts changed, contacts, number of the wall of each; nullptr for pairs of spheres) Sets the
// numbers of the pairs of materials if the laws depend on them.
template <class Source>
void set_laws(const Source& source, bool changed, ChunkContacts& contacts, const Index* wall) {
  if constexpr (Source::varies) {
    if (!changed && contacts.law.size() == contacts.a.size()) return;
    contacts.law.resize(contacts.a.size());
    for (std::size_t k = 0; k < contacts.law.size(); ++k)
      contacts.law[k] = wall == nullptr ? source.classes.of_bodies(contacts.a[k], contacts.b[k])
                                        : source.classes.at_wall(contacts.a[k], wall[k]);
  }
}

// (laws, context, box, spheres, contacts of the step before, touching candidates and their number) Adds the candidates
// whose neck lasts: they adhered and are not farther apart than at their pull-off. => number of candidates now
template <bool walls, class Source>
std::size_t add_necks(const Source& source, const StepContext& step, const PeriodicBox& box, const Spheres& spheres,
                      const ChunkContacts& before, std::vector<Index>& now, std::size_t count) {
  const auto touching = now.begin() + static_cast<std::ptrdiff_t>(count);
  auto next = now.begin(), end = touching;
  for (std::size_t k = 0; k < before.count; ++k) {
    if (!(before.history[kContactRadius][k] > 0)) continue;
    while (next != touching && *next < before.candidate[k]) ++next;
    if (next != touching && *next == before.candidate[k]) continue;
    const Index a = before.a[k], b = before.b[k];
    const ContactGeometry<Pack> g = geometry_of_one<walls>(step, box, spheres, a, b);
    const auto laws = walls ? source.at_wall(a, b) : source.of_bodies(a, b);
    if (g.overlap[0] >= laws.normal.pull_off_overlap(g.reduced_radius[0])) *end++ = before.candidate[k];
  }
  std::inplace_merge(now.begin(), touching, end);
  return static_cast<std::size_t>(end - now.begin());
}

template <class Source>
void sweep_spheres(const StepContext& step, const PeriodicBox& box, const Source& source, Spheres& spheres,
                   Chunk& chunk, const Chunk& next, SweepTotals& totals) {
  const detect::Candidates& list = step.list.list;
  std::size_t count = find_touching(
      chunk.pairs.first, chunk.pairs.last, list.a.data(), list.b.data(),
      chunk.now.data(), [&](const Index* a, const Index* b) __attribute__((always_inline)) {
        bool wraps = false;
        const Distance g = distance_of(spheres, box, a, b, wraps);
        return g.square < g.reach * g.reach;
      });
  if constexpr (Source::Laws::necks)
    count = add_necks<false>(source, step, box, spheres, chunk.spheres, chunk.now, count);
  const bool changed = update(chunk.spheres, {chunk.now.data(), count}, list.a.data(), list.b.data(),
                              step.list.load.data(), parts<typename Source::Laws>(), [&](std::size_t k) {
                                add_leftover(source, spheres, chunk.spheres, nullptr, k, totals.heat);
                              });
  set_laws(source, changed, chunk.spheres, nullptr);
  with_probes<false>(step, [&](auto probed) {
    evaluate_contacts<false, probed.value>(step, step.walls, box, source, spheres, chunk, next, chunk.spheres, totals,
                                           nullptr);
  });
}

template <class Source>
void sweep_walls(const StepContext& step, const PeriodicBox& box, const Source& source, Spheres& spheres, Chunk& chunk,
                 const Chunk& next, SweepTotals& totals) {
  const detect::Candidates& list = step.list.list;
  std::size_t count = find_touching(chunk.wall_pairs.first, chunk.wall_pairs.last, list.wall_body.data(),
                                    list.wall.data(), chunk.now.data(), [&](const Index* a, const Index* b) {
                                      const Gathered sphere = gather(spheres.state.data(), &SphereState::position, a);
                                      return height_over(sphere, gather_walls(step.walls, b)) < sphere.w;
                                    });
  if constexpr (Source::Laws::necks) count = add_necks<true>(source, step, box, spheres, chunk.walls, chunk.now, count);
  const bool changed = update(chunk.walls, {chunk.now.data(), count}, list.wall_body.data(), list.wall.data(), nullptr,
                              parts<typename Source::Laws>(), [&](std::size_t k) {
                                add_leftover(source, spheres, chunk.walls, &chunk.walls.b[k], k, totals.heat);
                              });
  set_laws(source, changed, chunk.walls, chunk.walls.b.data());
  with_probes<true>(step, [&](auto probed) {
    evaluate_contacts<true, probed.value>(step, step.walls, box, source, spheres, chunk, next, chunk.walls, totals,
                                          nullptr);
  });
}

template <class Source>
void sweep_surfaces(const StepContext& step, const PeriodicBox& box, const Source& source, Spheres& spheres,
                    Chunk& chunk, const Chunk& next, SweepTotals& totals) {
  if (step.surfaces.surfaces.empty()) return;
  thread_local FoundSurfaces found;
  SurfaceContacts& surfaces = chunk.surfaces;
  find_surface_contacts(step.surfaces, step.list.surfaces, spheres, chunk.bodies, surfaces, found);
  for (const Index e : ended(found, surfaces.contacts.count)) {
    const auto k = static_cast<std::size_t>(e);
    add_leftover(source, spheres, surfaces.contacts, &surfaces.wall[k], k, totals.heat);
  }
  take_up(found, parts<typename Source::Laws>(), surfaces);
  surfaces.wall.resize(surfaces.contacts.a.size(), surfaces.wall.empty() ? 0 : surfaces.wall.back());  // as pad()
  set_laws(source, true, surfaces.contacts, surfaces.wall.data());
  with_probes<true>(step, [&](auto probed) {
    evaluate_contacts<true, probed.value>(step, surfaces.planes, box, source, spheres, chunk, next, surfaces.contacts,
                                          totals, surfaces.wall.data());
  });
}

template <class Source>
void sweep_chunk(const StepContext& step, const PeriodicBox& box, const Source& source, Spheres& spheres, Chunk& chunk,
                 const Chunk& next, bool at_once) {
  SweepTotals totals;
  totals.probed = std::move(chunk.totals.probed);  // memory to be used again
  if (step.probes != nullptr) totals.probed.assign(step.probes->points.size(), {});
  totals.on_driven = std::move(chunk.totals.on_driven);
  totals.on_driven.assign(step.surfaces.walls.size(), 0.0);
  chunk.begin_loads(at_once, spheres.bonded);
  sweep_spheres(step, box, source, spheres, chunk, next, totals);
  sweep_walls(step, box, source, spheres, chunk, next, totals);
  sweep_surfaces(step, box, source, spheres, chunk, next, totals);
  if (attracts_near_pairs(step.laws)) sweep_near_pairs(step, box, spheres, chunk, totals);
  chunk.totals = std::move(totals);
}

// Calls use(source) with the laws of the run: the dispatch is here, outside the loops.
template <class Normal, class Use>
void with_laws(const Normal& normal, const Parameters& p, const Spheres& spheres, Use&& use) {
  const auto with = [&]<class Sliding, class Couple, class Cohesion>(const Sliding& sliding, const Couple& couple,
                                                                     const Cohesion& cohesion) {
    using Laws = ContactLaws<Normal, Sliding, Couple, Cohesion>;
    const Laws laws{normal, sliding, couple, cohesion};
    if (p.pairs.varies())
      use(LawTable<Normal, Sliding, Couple, Cohesion>{
          laws, p.pairs.law, p.pairs.numbers.data(), {&p.pairs.classes, spheres.material_class.data()}});
    else
      use(OneLaw<Laws>{laws});
  };
  with_cohesion<Normal>(p, [&](const auto& cohesion) {
    std::visit([&](const auto& sliding, const auto& couple) { with(sliding, couple, cohesion); }, p.sliding, p.couple);
  });
}

template <class Normal>
void sweep_of(const Normal& normal, const StepContext& step, Spheres& spheres, std::vector<Chunk>& chunks,
              const Then& then) {
  const PeriodicBox box = periodic_box(step.lattice);
  with_laws(normal, step.laws, spheres, [&](const auto& source) {
    for_chunks_then(
        chunks.size(),
        [&](std::size_t c, std::size_t next, bool at_once) {
          sweep_chunk(step, box, source, spheres, chunks[c], chunks[next], at_once);
        },
        [&](std::size_t c) { return chunks[c].earliest; }, then);
  });
}

}  // namespace rubble::ssdem
