#pragma once
// Elastic bonds of pairs of spheres. A bond lasts while its spheres do not touch, so it is stored beside the contacts.
#include "base/vec.hpp"

#include <array>
#include <vector>

namespace rubble {

struct Bonds {
  std::vector<std::array<Index, 2>> pair;  // bodies a < b of each bond, ascending

  std::size_t size() const { return pair.size(); }
};

// (bonds, new index of each body of the pile, -1 for a removed body) => the bonds of the remaining bodies.
Bonds renumbered(const Bonds& bonds, const std::vector<Index>& number);

}  // namespace rubble
