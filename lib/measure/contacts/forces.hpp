#pragma once
// Forces of the contacts, individually and as a distribution.
#include "model/pile.hpp"

namespace rubble::measure {

struct ContactForces {
  std::vector<std::size_t> contact;  // index of each contact in the pile
  Reals normal;                      // compression positive [N]
  Reals tangential;                  // magnitude [N]
  // Overlap / radius of the smaller body (of the only body, on a wall). A body is a free sphere or a member of a grain;
  // a hull has the radius of the ball of equal volume.
  Reals relative_overlap;
};

// (pile with contacts) => forces of all contacts between grains or with walls, in the pile's order. Two grains that
// touch at several points have one entry for each point.
ContactForces contact_forces(const Pile& pile);

struct Distribution {
  double mean = 0, max = 0, p10 = 0, p50 = 0, p90 = 0, p99 = 0;  // in the unit of the values; 0 if there are no values
};

// (values) => their mean, maximum, and percentiles by quantile().
Distribution distribution(Reals values);

}  // namespace rubble::measure
