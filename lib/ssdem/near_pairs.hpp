#pragma once
// Pairs of bodies that do not touch but attract each other, for laws of cohesion with a range: two spheres, or a sphere
// and a plane. They have no history. docs/theory.md 2.16.
#include "ssdem/contact_geometry.hpp"
#include "ssdem/sweep.hpp"

namespace rubble::ssdem {

class SnapshotContacts;

// (laws of a run) => true if bodies with a gap attract each other.
inline bool attracts_near_pairs(const Parameters& p) {
  return p.cohesion.range > 0 && (p.cohesion.acts() || p.pairs.varies());
}

// (context, periodic box, spheres, chunk with its loads, totals) Adds the forces of the chunk's near pairs to the
// loads, after those of its contacts and in the order of the list.
void sweep_near_pairs(const StepContext& step, const PeriodicBox& box, Spheres& spheres, Chunk& chunk,
                      SweepTotals& totals);

// (context, spheres, chunk, contacts of the pile) Adds the near pairs, with gaps > 0.
void append_near_pairs(const StepContext& step, const Spheres& spheres, const Chunk& chunk, SnapshotContacts& found);

}  // namespace rubble::ssdem
