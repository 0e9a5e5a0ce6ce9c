#pragma once
// The contact sweep: finds touching pairs, evaluates the laws for packs of four contacts, and adds forces and torques
// to the bodies in key order. Each chunk of bodies is processed separately, so that neither the number of threads nor
// the time at which the list was built changes a bit.
#include "model/pile.hpp"
#include "ssdem/chunk.hpp"
#include "ssdem/parameters.hpp"
#include "ssdem/surface_contacts.hpp"

#include <functional>

namespace rubble::ssdem {

struct SweepProbes;

// Input of a sweep in addition to the spheres.
struct StepContext {
  const Parameters& laws;
  const NeighbourList& list;
  const std::vector<Wall>& walls;       // planes at the present time
  SurfacesNow surfaces;                 // triangulated walls at the present time
  ImageLattice lattice = {};            // images at the present time
  double before = 0, after = 0;         // halves of the step around this evaluation [s]
  double dt = 0;                        // [s]
  const SweepProbes* probes = nullptr;  // targets of probes; nullptr: none
};

// Called for each chunk when the loads of its bodies are complete and the sweep will not read its bodies again: the
// callback can move them while they are still in the cache.
using Then = std::function<void(std::size_t)>;

// (context, spheres) => the chunks' loads, contacts, histories and totals.
void sweep(const StepContext& step, Spheres& spheres, std::vector<Chunk>& chunks, const Then& then);

// (context, spheres, chunks) => the touching pairs at the present time; keys name indices of `spheres`. The stored
// springs are half a step ahead, so `before` must be -dt / 2.
Contacts snapshot(const StepContext& step, const Spheres& spheres, const std::vector<Chunk>& chunks);

// Both functions for one normal law. sweep_of.hpp and snapshot_of.hpp define them, and a source file of each law
// instantiates them. The linker reports a law of NormalLaw without such a file.
template <class Normal>
void sweep_of(const Normal& normal, const StepContext& step, Spheres& spheres, std::vector<Chunk>& chunks,
              const Then& then);
template <class Normal>
Contacts snapshot_of(const Normal& normal, const StepContext& step, const Spheres& spheres,
                     const std::vector<Chunk>& chunks);

// (laws) => the parts of a contact's history that they use.
std::span<const HistoryPart> parts_of(const Parameters& laws);

}  // namespace rubble::ssdem
