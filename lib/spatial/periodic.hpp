#pragma once
// Close pairs of spheres in a space that may repeat itself.
#include "spatial/grid.hpp"

namespace rubble::spatial {

// (period along each axis [m], 0: open; else as close_pairs()) => all pairs a < b of which some images have |x_a - x_b|
// < r_a + r_b + gap. Positions may lie anywhere in space. In open space the result is that of close_pairs(). InputError
// for a period that is not more than twice the reach of two of the largest spheres, 2 r + gap: a sphere could meet two
// images of another one.
Pairs close_pairs_in(const Vec3& period, const Reals& radius, const Vec3s& position, double gap,
                     const std::vector<Index>* group = nullptr);

}  // namespace rubble::spatial
