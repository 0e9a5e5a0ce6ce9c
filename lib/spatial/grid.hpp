#pragma once
// Close pairs of spheres of very different sizes, by a hierarchy of grids whose cells are sorted: cost grows as N.
#include "base/vec.hpp"

namespace rubble::spatial {

// Pairs a < b by rows: the partners b of a are partner[begin[a]] ... partner[begin[a + 1] - 1], in rising order.
struct Pairs {
  std::vector<std::size_t> begin;  // [N + 1]
  std::vector<Index> partner;

  std::size_t size() const { return partner.size(); }
};

// (radius [m] [N], position [m] [N], gap >= 0 [m], group [N] or none) => all pairs with |x_a - x_b| < r_a + r_b + gap,
// except pairs within one group; a negative number means no group. Each octave of radius has its own grid, whose cells
// are as wide as the largest diameter of the octave plus gap. A sphere looks for partners in its own grid and in the
// coarser ones. It skips cells that hold only spheres of its group.
Pairs close_pairs(const Reals& radius, const Vec3s& position, double gap, const std::vector<Index>* group = nullptr);

}  // namespace rubble::spatial
