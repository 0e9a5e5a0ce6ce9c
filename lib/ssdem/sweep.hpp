#pragma once
// The contact sweep: finds who touches, evaluates the laws for packs of four contacts, adds forces and torques to the
// bodies in key order. Each chunk of bodies by itself: neither the number of threads nor the moment when the list was
// built changes a bit.
#include "model/pile.hpp"
#include "ssdem/parameters.hpp"
#include "ssdem/touching.hpp"

#include <functional>

namespace rubble::ssdem {

struct Scene {
  const Parameters& laws;
  const Pairs& pairs;
  const std::vector<Wall>& walls;
  Vec3 period = Vec3::Zero();    // [m]; 0: open
  double before = 0, after = 0;  // halves of the step around this evaluation [s]
  double dt = 0;                 // [s]
};

// Called for each chunk once its bodies' loads are complete and nobody will look at its bodies again in this sweep: the
// place to move them while they are still near.
using Then = std::function<void(std::size_t)>;

// (scene, bodies) => the chunks' loads, contacts, memories and totals.
void sweep(const Scene& scene, Bodies& bodies, std::vector<Chunk>& chunks, const Then& then);

// (scene, memories as they are half a step ahead) => the touching pairs as they are now, by places in Bodies. Changes
// nothing.
Contacts snapshot(const Scene& scene, const Bodies& bodies, const std::vector<Chunk>& chunks);

// (laws) => the parts of a contact's memory that they use.
std::span<const Part> parts_of(const Parameters& laws);

}  // namespace rubble::ssdem
