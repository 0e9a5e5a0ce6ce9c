#pragma once
// Converts the touching pairs to contacts of a pile, for one normal law: one contact for each pair that touched at the
// last sweep. Histories are evaluated in a copy.
#include "ssdem/near_pairs.hpp"
#include "ssdem/snapshot_contacts.hpp"
#include "ssdem/sweep_of.hpp"

#include <array>

namespace rubble::ssdem {

// (laws, four pairs) => the numbers of their pairs of materials; 0 if all contacts have the same laws.
template <class Source>
std::array<Index, kLanes> law_numbers(const Source& source, const TouchingPairs& pairs) {
  std::array<Index, kLanes> numbers{};
  if constexpr (Source::varies) {
    const Index* wall = pairs.wall != nullptr ? pairs.wall : pairs.b;
    for (std::size_t lane = 0; lane < pairs.count; ++lane)
      numbers[lane] = pairs.walls != nullptr ? source.classes.at_wall(pairs.a[lane], wall[lane])
                                             : source.classes.of_bodies(pairs.a[lane], pairs.b[lane]);
  }
  return numbers;
}

// Adds the contacts of a chunk with spheres (walls: nullptr), planes, or triangulated walls (surfaces: not nullptr).
template <class Source>
void append_contacts(const StepContext& step, const Source& source, const ChunkContacts& touching,
                     const std::vector<Wall>* walls, const SurfaceContacts* surfaces, SnapshotContacts& found) {
  for (std::size_t k = 0; k < touching.count; k += kLanes) {
    TouchingPairs pairs{&touching.a[k], &touching.b[k], std::min(kLanes, touching.count - k), walls};
    if (surfaces != nullptr) pairs.wall = &surfaces->wall[k], pairs.triangle = &touching.candidate[k];
    const ContactGeometry<Pack> g = found.geometry(pairs, Source::Laws::necks);
    History<Pack> history = load_history<typename Source::Laws>(touching, k);
    const std::array<Index, kLanes> numbers = law_numbers(source, pairs);
    const ContactResult result =
        evaluate(source.of_four(numbers.data()), g, history, {step.before, step.after, step.dt});
    history.contact_radius = max(history.contact_radius, Pack{});  // < 0: the neck has ended
    found.append(pairs, g, result, history);
  }
}

template <class Normal>
Contacts snapshot_of(const Normal& normal, const StepContext& step, const Spheres& spheres,
                     const std::vector<Chunk>& chunks) {
  std::size_t touching = 0;
  for (const Chunk& chunk : chunks) touching += chunk.spheres.count + chunk.walls.count + chunk.surfaces.contacts.count;
  SnapshotContacts found(step, spheres, touching);
  with_laws(normal, step.laws, spheres, [&](const auto& source) {
    for (const Chunk& chunk : chunks) {
      append_contacts(step, source, chunk.spheres, nullptr, nullptr, found);
      append_contacts(step, source, chunk.walls, &step.walls, nullptr, found);
      append_contacts(step, source, chunk.surfaces.contacts, &chunk.surfaces.planes, &chunk.surfaces, found);
    }
  });
  if (attracts_near_pairs(step.laws))
    for (const Chunk& chunk : chunks) append_near_pairs(step, spheres, chunk, found);
  return std::move(found.contacts);
}

}  // namespace rubble::ssdem
