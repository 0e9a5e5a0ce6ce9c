#pragma once
// Which bodies hang together: connected components of a graph of pairs, and the pairs that touch by geometry alone.
#include "measure/grains.hpp"

#include <vector>

namespace rubble::measure {

// (pile, tolerance >= 0) => pairs a < b whose gap is less than tolerance x (r_a + r_b), that is, the mean diameter; of
// a hull the gap is the distance of the surfaces (shape/distance.hpp) and the diameter that of the ball of the same
// volume, and hulls that touch or overlap are there with any tolerance. Members of one grain always; sorted. Needs no
// contact list, so it also serves piles of bouncing or imported bodies. In periodic space the gap is that of the
// nearest images; InputError where tolerance reaches farther than half a period.
std::vector<ContactKey> touching_pairs(const Pile& pile, double tolerance = 1e-3);

// (number of bodies, pairs: those with b >= n, planes, are passed over, masses [kg]) => the components as lists of
// bodies in rising order; the heaviest component first, equal ones by their first body.
std::vector<std::vector<Index>> clusters(std::size_t n, const std::vector<ContactKey>& pairs, const Reals& mass);

// (model, clusters, fewest grains that count) => for each body the number of its cluster, from 1 on; 0: none.
std::vector<Index> labels(const Model& model, const std::vector<std::vector<Index>>& clusters, std::size_t least);

}  // namespace rubble::measure
