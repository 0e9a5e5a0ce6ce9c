#pragma once
// Close pairs of spheres in open or periodic space.
#include "base/image_lattice.hpp"
#include "spatial/grid.hpp"

namespace rubble::spatial {

// (images of points; else as close_pairs()) => all pairs a < b that have images with |x_a - x_b| <
// r_a + r_b + gap, each once. Positions may lie anywhere in space, and r_a + r_b + gap may exceed the period. In open
// space the result is that of close_pairs().
Pairs close_pairs_in(const ImageLattice& lattice, const Reals& radius, const Vec3s& position, double gap,
                     const std::vector<Index>* group = nullptr);

// (period along each axis, 0: open; radii; gap [m]) InputError if a sphere could be near two images of another one: if
// a period is at most twice r_a + r_b + gap of the two largest spheres.
void require_long_period(const Vec3& period, const Reals& radius, double gap);

}  // namespace rubble::spatial
