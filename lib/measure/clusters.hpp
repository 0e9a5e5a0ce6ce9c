#pragma once
// Connected components of a graph of pairs, and the pairs of bodies that touch according to their geometry alone.
#include "measure/grains.hpp"

#include <vector>

namespace rubble::measure {

// (pile, tolerance >= 0) => sorted pairs a < b whose gap is less than tolerance x (r_a + r_b), that is, the tolerance
// times the mean diameter. For hulls, the gap is the distance of the surfaces (shape/distance.hpp), and the diameter is
// that of the ball of the same volume; hulls that touch or overlap are always included. Pairs of members of one grain
// are always included. No contact list is needed, so that piles of bouncing or imported bodies can be used. In periodic
// space the gap is that of the nearest images. InputError if the tolerance corresponds to more than half a period.
std::vector<ContactKey> touching_pairs(const Pile& pile, double tolerance = 1e-3);

// (number of bodies, pairs, masses [kg]) => the components as ascending lists of bodies, the heaviest component first.
// Components of equal mass are sorted by their first body. Pairs with b >= n, contacts with planes, are ignored.
std::vector<std::vector<Index>> clusters(std::size_t n, const std::vector<ContactKey>& pairs, const Reals& mass);

// (model, clusters, smallest number of grains that counts) => for each body the number of its cluster, counted from 1,
// or 0 if it belongs to none.
std::vector<Index> labels(const Model& model, const std::vector<std::vector<Index>>& clusters, std::size_t least);

}  // namespace rubble::measure
