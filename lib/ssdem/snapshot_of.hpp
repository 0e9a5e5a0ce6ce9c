#pragma once
// Converts the touching pairs to contacts of a pile, for one normal law: one contact for each pair that touched at the
// last sweep. Histories are evaluated in a copy.
#include "ssdem/snapshot_contacts.hpp"
#include "ssdem/sweep_of.hpp"

namespace rubble::ssdem {

// Adds the contacts of a chunk with spheres (walls: nullptr), planes, or triangulated walls (surfaces: not nullptr).
template <class Laws>
void append_contacts(const StepContext& step, const Laws& laws, const ChunkContacts& touching,
                     const std::vector<Wall>* walls, const SurfaceContacts* surfaces, SnapshotContacts& found) {
  for (std::size_t k = 0; k < touching.count; k += kLanes) {
    TouchingPairs pairs{&touching.a[k], &touching.b[k], std::min(kLanes, touching.count - k), walls};
    if (surfaces != nullptr) pairs.wall = &surfaces->wall[k], pairs.triangle = &touching.candidate[k];
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
    for (const Chunk& chunk : chunks) {
      append_contacts(step, laws, chunk.spheres, nullptr, nullptr, found);
      append_contacts(step, laws, chunk.walls, &step.walls, nullptr, found);
      append_contacts(step, laws, chunk.surfaces.contacts, &chunk.surfaces.planes, &chunk.surfaces, found);
    }
  });
  return std::move(found.contacts);
}

}  // namespace rubble::ssdem
