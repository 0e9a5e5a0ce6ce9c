#pragma once
// A map of mass smoothed by Gaussians of many widths, at the places of the bodies themselves.
#include "base/vec.hpp"

namespace rubble::measure {

// (mass [kg] [N], width sigma > 0 [m] [N], position [m] [N], bodies: indices in rising order) => for each of `bodies`,
// the sum over all of them, itself included, of m_j exp(-r^2 / (2 sigma_j^2)) / sigma_j^3 [kg m-3].
// Pairs beyond 4 sigma_j are left out; where bodies crowd, the sum goes over a grid (docs/theory.md 5.8). The result
// misses the full sum by less than 3.6e-4 of itself plus 3.4e-4 times the sum of m_j / sigma_j^3 of the bodies nearby.
// Cost grows as N log N. The same bits for any number of threads. In space that repeats itself after `period` [m] (0:
// open), the sum goes over all images.
Reals smoothed_mass(const Reals& mass, const Reals& width, const Vec3s& position, const std::vector<Index>& bodies,
                    const Vec3& period = Vec3::Zero());

}  // namespace rubble::measure
