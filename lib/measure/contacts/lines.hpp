#pragma once
// Lines for pictures of the forces in a pile: from the centre of one body to the contact, and on to the other centre.
#include "model/pile.hpp"

namespace rubble::measure {

struct ContactLines {
  Vec3s point;                   // points of all lines in sequence [m]
  std::vector<std::size_t> end;  // for each contact's line: index one past its last point
};

// (pile with contacts) => for each contact, in the pile's order: the centre of mass of a, the contact point, the centre
// of mass of b. A contact with a wall has only the first two. For members of a grain, the centre is that of the grain.
// In periodic space, b is the image that a touches.
ContactLines contact_lines(const Pile& pile);

}  // namespace rubble::measure
