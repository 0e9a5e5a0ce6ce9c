#pragma once
// P2P, particle to particle: the near field, summed over pairs of bodies in groups that are too close for expansions.
#include "gravity/particles.hpp"

namespace rubble::gravity {

// Kernels for one choice of requested quantities. Bodies at the same position do not act on each other.
struct P2P {
  // Adds to the targets only. The sources may include targets.
  void (*one_way)(Particles&, ParticleRange targets, ParticleRange sources);
  // Adds to targets and sources. The sources are packs, given by the index of their first particle; none of them is a
  // target.
  void (*mutual)(Particles&, ParticleRange targets, const std::int32_t* sources, std::size_t count);
};

// (Want bits, true for an accuracy of 1e-15 instead of 2e-7 per pair) => kernels
const P2P& p2p_kernels(unsigned want, bool exact);

}  // namespace rubble::gravity
