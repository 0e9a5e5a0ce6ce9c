#pragma once
// Connected components of a graph of pairs, and the pairs of bodies that touch according to their geometry alone.
#include "measure/ledger/grain_sums.hpp"

#include <vector>

namespace rubble::measure {

// (pile, tolerance >= 0) => sorted pairs a < b that overlap, or whose gap is less than tolerance x (r_a + r_b), that
// is, the tolerance times the mean diameter. For hulls, the gap is the distance of the surfaces (shape/distance.hpp),
// and r is the radius of the ball of the same volume. The pairs of a grain's first member with its other members are
// always included. No contact list is needed, so that piles of bouncing
// or imported bodies can be used. In periodic space the gap is that of the nearest images. InputError if a period is at
// most 2 x (the sum of the two largest bounding radii + the tolerance x the largest diameter).
std::vector<ContactKey> touching_pairs(const Pile& pile, double tolerance = 1e-3);

// The same pairs, and those with a bond of soft spheres: the pairs that form clusters.
std::vector<ContactKey> joined_pairs(const Pile& pile, double tolerance = 1e-3);

// (number of bodies, pairs, masses [kg]) => the components as ascending lists of bodies, the heaviest component first.
// Components of equal mass are sorted by their first body. Contacts with walls are ignored.
std::vector<std::vector<Index>> clusters(std::size_t n, const std::vector<ContactKey>& pairs, const Reals& mass);

// Gap, in mean diameters, below which two bodies belong to one group of neighbours. It is so large that settled piles
// of bouncing bodies form one group.
inline constexpr double kGroupGap = 0.1;
// (pile with at least one body) => the bodies of its heaviest group of neighbours, ascending; only whole grains.
std::vector<Index> heaviest_group(const Pile& pile);

// (pile, clusters, smallest number of grains of a numbered cluster) => for each body the number of its cluster,
// counted from 1 in the given order, or 0 if the body belongs to no cluster of that size.
std::vector<Index> labels(const Pile& pile, const std::vector<std::vector<Index>>& clusters, std::size_t least);

}  // namespace rubble::measure
