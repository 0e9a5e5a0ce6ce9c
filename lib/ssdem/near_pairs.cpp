#include "ssdem/near_pairs.hpp"

#include "ssdem/contact_probes.hpp"
#include "ssdem/find_touching.hpp"
#include "ssdem/law_table.hpp"
#include "ssdem/snapshot_contacts.hpp"
#include "ssdem/sweep_loads.hpp"

namespace rubble::ssdem {
namespace {

// Four near pairs: bodies, bodies or planes, and slots of the loads on b; the last pair fills the remaining lanes.
struct NearFour {
  std::array<Index, kLanes> a, b, load;
  std::size_t lanes;
};

// Calls use(four pairs) for the near pairs of a chunk with spheres or planes, in the order of the list.
template <bool walls, class Use>
void each_near_four(const StepContext& step, const PeriodicBox& box, const Spheres& spheres, const Chunk& chunk,
                    Use&& use) {
  const detect::Candidates& list = step.list.list;
  const Range& range = walls ? chunk.wall_pairs : chunk.pairs;
  const Index* first = walls ? list.wall_body.data() : list.a.data();
  const Index* second = walls ? list.wall.data() : list.b.data();
  const double reach = step.laws.cohesion.range;
  thread_local std::vector<Index> near;
  near.resize(range.last - range.first + kLanes);
  const std::size_t count = find_touching(
      range.first, range.last, first, second,
      near.data(), [&](const Index* a, const Index* b) __attribute__((always_inline))->Mask {
        if constexpr (walls) {
          const Gathered sphere = gather(spheres.state.data(), &SphereState::position, a);
          const Pack height = height_over(sphere, gather_walls(step.walls, b));
          return (height >= sphere.w) & (height < sphere.w + reach);
        } else {
          bool wraps = false;
          const Distance g = distance_of(spheres, box, a, b, wraps);
          const Pack end = g.reach + reach;
          return (g.square >= g.reach * g.reach) & (g.square < end * end);
        }
      });
  for (std::size_t k = 0; k < count; k += kLanes) {
    NearFour four{};
    four.lanes = std::min(kLanes, count - k);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const auto c = static_cast<std::size_t>(near[k + std::min(lane, four.lanes - 1)]);
      four.a[lane] = first[c], four.b[lane] = second[c];
      four.load[lane] = walls ? 0 : step.list.load[c];
    }
    use(four);
  }
}

// (laws, spheres, four pairs) => their law of cohesion.
template <bool walls>
laws::CohesionOf<Pack> cohesion_of(const Parameters& p, const Spheres& spheres, const NearFour& four) {
  if (!p.pairs.varies()) return with_numbers(p.cohesion, all(p.cohesion.strength));
  const ClassesByPlace classes{&p.pairs.classes, spheres.material_class.data()};
  Pack strength{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Index a = four.a[lane], b = four.b[lane];
    const Index number = walls ? classes.at_wall(a, b) : classes.of_bodies(a, b);
    strength[lane] = p.pairs.law[static_cast<std::size_t>(number)].cohesion.strength;
  }
  return with_numbers(p.cohesion, strength);
}

// (law, geometry) => force and energy. The gap may be below zero by rounding.
ContactResult attraction(const laws::CohesionOf<Pack>& law, const ContactGeometry<Pack>& g) {
  const Pack gap = max(-g.overlap, Pack{});
  ContactResult result;
  result.force = g.normal * law.force_at(gap, g.reduced_radius);
  result.energy = law.energy_at(gap, g.reduced_radius);
  return result;
}

template <bool walls>
void sweep_near(const StepContext& step, const PeriodicBox& box, Spheres& spheres, Chunk& chunk, SweepTotals& totals) {
  const LoadSlots slots(chunk.load, spheres.crossing.data());
  const auto first = static_cast<Index>(chunk.bodies.first);
  each_near_four<walls>(step, box, spheres, chunk, [&](const NearFour& four) {
    const Index *a = four.a.data(), *b = four.b.data();
    bool wraps = false;
    const ContactGeometry<Pack> g = geometry_of<walls, true>(step.walls, spheres, box, a, b, wraps);
    const ContactLoads loads = loads_of(g, attraction(cohesion_of<walls>(step.laws, spheres, four), g));
    for (std::size_t lane = 0; lane < four.lanes; ++lane)
      add_loads<walls>(loads, lane, a[lane] - first, four.load[lane], slots);
    if constexpr (walls)
      add_wall_impulse(step.walls, spheres, a, b, loads, four.lanes, totals);
    else if (wraps)
      add_image_impulse(spheres, box, a, b, loads, four.lanes, totals.power);
    if (step.probes != nullptr && any_probed<walls>(*step.probes, a, b))
      add_probed<walls>(*step.probes, spheres, {a, b, four.lanes, Pack{}}, loads, totals.probed);
  });
}

template <bool walls>
void append_near(const StepContext& step, const Spheres& spheres, const Chunk& chunk, SnapshotContacts& found) {
  each_near_four<walls>(step, periodic_box(step.lattice), spheres, chunk, [&](const NearFour& four) {
    const TouchingPairs pairs{four.a.data(), four.b.data(), four.lanes, walls ? &step.walls : nullptr};
    const ContactGeometry<Pack> g = found.geometry(pairs, true);
    found.append(pairs, g, attraction(cohesion_of<walls>(step.laws, spheres, four), g), {});
  });
}

}  // namespace

void sweep_near_pairs(const StepContext& step, const PeriodicBox& box, Spheres& spheres, Chunk& chunk,
                      SweepTotals& totals) {
  sweep_near<false>(step, box, spheres, chunk, totals);
  sweep_near<true>(step, box, spheres, chunk, totals);
}

void append_near_pairs(const StepContext& step, const Spheres& spheres, const Chunk& chunk, SnapshotContacts& found) {
  append_near<false>(step, spheres, chunk, found);
  append_near<true>(step, spheres, chunk, found);
}

}  // namespace rubble::ssdem
