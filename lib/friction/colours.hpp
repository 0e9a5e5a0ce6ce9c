#pragma once
// Groups of contacts that share no body, so that they can be solved in parallel.
#include "friction/body_velocities.hpp"

namespace rubble::friction {

// `order` has the index of the contact in each lane, or -1 in empty lanes. A group fills a multiple of `kWidth` lanes.
struct Colours {
  static constexpr std::size_t kWidth = 8;
  struct Group {  // one colour: pairs, then walls; positions in units of `kWidth` lanes
    std::size_t first, walls, last;
  };
  std::vector<Group> group;
  std::vector<Index> order;
};

// (links, number of bodies) => colours. Each contact in turn gets the lowest colour that neither of its bodies has yet.
// If none of 64 colours is free, it forms its own group.
Colours colours_of(const Links& links, std::size_t bodies);

}  // namespace rubble::friction
