#pragma once
// Contacts in groups that share no body, which can be solved side by side.
#include "friction/bodies.hpp"

namespace rubble::friction {

// `order` has the link of each lane, -1 where there is none; groups are of whole `kWidth` lanes.
struct Colours {
  static constexpr std::size_t kWidth = 8;
  struct Group {  // of one colour: pairs, then walls; in `kWidth` lanes
    std::size_t first, walls, last;
  };
  std::vector<Group> group;
  std::vector<Index> order;
};

// (links, number of bodies) => colours, given to one contact after the other: the lowest that neither body has yet.
Colours colours_of(const Links& links, std::size_t bodies);

}  // namespace rubble::friction
