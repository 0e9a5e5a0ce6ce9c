#pragma once
// Where forces run in a pile: from the centre of what is pushed to the contact, and on to the other centre.
#include "model/pile.hpp"

namespace rubble::measure {

struct ContactLines {
  Vec3s point;                   // of all lines, one after the other [m]
  std::vector<std::size_t> end;  // of each contact's line: one past its last point
};

// (pile with contacts) => for each contact, in the pile's order: the centre of mass of a, the contact point, the centre
// of mass of b; of a contact with a plane the first two. A member of a grain stands for its grain. Where space repeats
// itself, b is the image that a touches.
ContactLines contact_lines(const Pile& pile);

}  // namespace rubble::measure
