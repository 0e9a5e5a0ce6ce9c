#pragma once
// P2P, particle to particle: the near field, summed pair by pair between groups that are too near for expansions.
#include "gravity/particles.hpp"

namespace rubble::gravity {

// The kernels for one choice of what is summed. Bodies at one place do not act on each other.
struct P2P {
  // Adds to the targets alone, which may be among the sources.
  void (*one_way)(Particles&, ParticleRange targets, ParticleRange sources);
  // Adds to both. Sources: packs of particles, by the first of each, of which none is a target.
  void (*mutual)(Particles&, ParticleRange targets, const std::int32_t* sources, std::size_t count);
};

// (Want bits, whether 1e-15 is asked for rather than 2e-7 per pair) => kernels
const P2P& p2p_kernels(unsigned want, bool exact);

}  // namespace rubble::gravity
