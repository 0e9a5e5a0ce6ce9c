#pragma once
// Mass smoothed by Gaussians of individual widths, evaluated at the positions of the bodies.
#include "base/image_lattice.hpp"

namespace rubble::measure {

// (mass [kg] [N], width sigma > 0 [m] [N], position [m] [N], bodies: ascending indices, images of points)
// => for each of `bodies`, the sum over all of them, itself included, of m_j exp(-r^2 / (2 sigma_j^2)) / sigma_j^3 [kg
// m-3]. Pairs beyond 4 sigma_j are left out. In dense regions the sum uses a grid (docs/theory.md 5.8). The error is
// below 3.6e-4 of the full sum plus 3.4e-4 times the sum of m_j / sigma_j^3 of the bodies nearby. The cost is
// proportional to N log N. The result has the same bits for any number of threads. In periodic space the sum includes
// all images.
Reals smoothed_mass(const Reals& mass, const Reals& width, const Vec3s& position, const std::vector<Index>& bodies,
                    const ImageLattice& lattice = {});

}  // namespace rubble::measure
