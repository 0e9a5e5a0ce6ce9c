#pragma once
// Forces of the contacts, one by one and as a distribution.
#include "model/pile.hpp"

namespace rubble::measure {

struct ContactForces {
  std::vector<std::size_t> contact;  // number of each in the pile
  Reals normal;                      // compression positive [N]
  Reals tangential;                  // magnitude [N]
  // overlap / radius of the smaller body, member or free (of the body, on a wall); of a hull, of the ball of its volume
  Reals relative_overlap;
};

// (pile with contacts) => forces of every contact between grains or with a wall, in the pile's order: one for each
// point at which two grains touch.
ContactForces contact_forces(const Pile& pile);

struct Distribution {
  double mean = 0, max = 0, p10 = 0, p50 = 0, p90 = 0, p99 = 0;  // in the unit of the values; 0 for none
};

// (values) => their distribution.
Distribution distribution(Reals values);

}  // namespace rubble::measure
