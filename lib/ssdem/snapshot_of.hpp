#pragma once
// Converts the touching pairs to contacts of a pile, for one normal law: one contact for each pair that touched at the
// last sweep. Histories are evaluated in a copy.
#include "simd/xyzw.hpp"
#include "ssdem/sweep_of.hpp"

namespace rubble::ssdem {

// The history in one lane of a pack.
inline History<double> lane_of(const History<Pack>& history, std::size_t lane) {
  std::array<double, kHistoryParts> numbers{};
  each_number(history, [&](auto part, const Pack& number) { numbers[part] = number[lane]; });
  History<double> one;
  each_number(one, [&](auto part, double& number) { number = numbers[part]; });
  return one;
}

// Whole periods from body b to its image that is nearest to a [m].
inline Vec3 image_across(const Spheres& spheres, const PeriodicBox& box, Index a, Index b) {
  if (!box.repeats) return Vec3::Zero();
  const auto position = [&](Index i) { return spheres.state[static_cast<std::size_t>(i)].position.v; };
  const Pack d = position(b) - position(a);
  return -lane_of(whole_periods(box, {all(d[0]), all(d[1]), all(d[2])}), 0);
}

// Adds the contacts of a chunk with spheres or with walls.
template <bool walls, class Laws>
void append_contacts(const StepContext& step, const PeriodicBox& box, const Laws& laws, const Spheres& spheres,
                     const ChunkContacts& touching, Contacts& contacts) {
  for (std::size_t k = 0; k < touching.count; k += kLanes) {
    const Index* a = &touching.a[k];
    const Index* b = &touching.b[k];
    bool wraps = false;
    const ContactGeometry<Pack> g = geometry_of<walls>(step.walls, spheres, box, a, b, wraps);
    History<Pack> history = load_history<Laws>(touching, k);
    const ContactResult result = evaluate(laws, g, history, {step.before, step.after, step.dt});
    for (std::size_t lane = 0; lane < kLanes && k + lane < touching.count; ++lane) {
      const Vec3 normal = lane_of(g.normal, lane);
      const Vec3 centre = vec(spheres.state[static_cast<std::size_t>(a[lane])].position);
      const ContactKey key = walls ? ContactKey::of_wall(a[lane], b[lane]) : ContactKey{a[lane], b[lane]};
      const Vec3 image = walls ? Vec3(Vec3::Zero()) : image_across(spheres, box, a[lane], b[lane]);
      contacts.key.push_back(key);
      contacts.point.push_back(centre + g.arm_a[lane] * normal);
      contacts.normal.push_back(normal);
      contacts.gap.push_back(-g.overlap[lane]);
      contacts.force.push_back(lane_of(result.force, lane));
      contacts.energy.push_back(result.energy[lane]);
      append_history(contacts, lane_of(history, lane), image);
    }
  }
}

template <class Normal>
Contacts snapshot_of(const Normal& normal, const StepContext& step, const Spheres& spheres,
                     const std::vector<Chunk>& chunks) {
  const PeriodicBox box = periodic_box(step.period);
  Contacts contacts;
  contacts.columns = declared_columns(parts_of(step.laws), box.repeats);
  with_laws(normal, step.laws, [&](const auto& laws) {
    for (const Chunk& chunk : chunks) {
      append_contacts<false>(step, box, laws, spheres, chunk.spheres, contacts);
      append_contacts<true>(step, box, laws, spheres, chunk.walls, contacts);
    }
  });
  return contacts;
}

}  // namespace rubble::ssdem
