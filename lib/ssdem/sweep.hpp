#pragma once
// The contact sweep: finds who touches, evaluates the laws for packs of four contacts, adds forces and torques to the
// bodies in key order. Each chunk of bodies by itself: neither the number of threads nor the moment when the list was
// built changes a bit.
#include "model/pile.hpp"
#include "ssdem/chunk.hpp"
#include "ssdem/parameters.hpp"

#include <functional>

namespace rubble::ssdem {

// Input of a sweep besides the spheres.
struct StepContext {
  const Parameters& laws;
  const NeighbourList& list;
  const std::vector<Wall>& walls;  // now
  Vec3 period = Vec3::Zero();      // [m]; 0: open
  double before = 0, after = 0;    // halves of the step around this evaluation [s]
  double dt = 0;                   // [s]
};

// Called for each chunk once its bodies' loads are complete and nobody will look at its bodies again in this sweep: the
// place to move them while they are still near.
using Then = std::function<void(std::size_t)>;

// (context, spheres) => the chunks' loads, contacts, histories and totals.
void sweep(const StepContext& step, Spheres& spheres, std::vector<Chunk>& chunks, const Then& then);

// (context, histories as they are half a step ahead) => the touching pairs as they are now, by places in Spheres.
// Changes nothing.
Contacts snapshot(const StepContext& step, const Spheres& spheres, const std::vector<Chunk>& chunks);

// (laws) => the parts of a contact's history that they use.
std::span<const HistoryPart> parts_of(const Parameters& laws);

}  // namespace rubble::ssdem
