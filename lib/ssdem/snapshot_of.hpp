#pragma once
// Converts the touching pairs to contacts of a pile, for one normal law: one contact for each pair that touched at the
// last sweep. Histories are evaluated in a copy.
#include "ssdem/snapshot_contacts.hpp"
#include "ssdem/sweep_of.hpp"

namespace rubble::ssdem {

// Adds the contacts of a chunk with spheres or with walls.
template <class Laws>
void append_contacts(const StepContext& step, const Laws& laws, const ChunkContacts& touching, bool walls,
                     SnapshotContacts& found) {
  for (std::size_t k = 0; k < touching.count; k += kLanes) {
    const TouchingPairs pairs{&touching.a[k], &touching.b[k], std::min(kLanes, touching.count - k), walls};
    const ContactGeometry<Pack> g = found.geometry(pairs);
    History<Pack> history = load_history<Laws>(touching, k);
    const ContactResult result = evaluate(laws, g, history, {step.before, step.after, step.dt});
    found.append(pairs, g, result, history);
  }
}

template <class Normal>
Contacts snapshot_of(const Normal& normal, const StepContext& step, const Spheres& spheres,
                     const std::vector<Chunk>& chunks) {
  SnapshotContacts found(step, spheres);
  with_laws(normal, step.laws, [&](const auto& laws) {
    for (const Chunk& chunk : chunks)
      for (const bool walls : {false, true})
        append_contacts(step, laws, walls ? chunk.walls : chunk.spheres, walls, found);
  });
  return std::move(found.contacts);
}

}  // namespace rubble::ssdem
