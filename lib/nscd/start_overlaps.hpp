#pragma once
// Removal of overlaps before the first step of a run, such as those of a pile from another method (docs/theory.md
// 11.7).
#include "nscd/near_points.hpp"

namespace rubble::nscd {

struct StartOverlaps {
  detect::ContactPoints found;  // points after the bodies were moved
  std::string text;             // description of the moves; empty if there were none
};

// (start, neighbours, bodies at their start) Moves bodies apart if an overlap exceeds the limit. The bodies keep their
// velocities and angular momenta, and their centre of mass does not move unless walls push them. SanityError if
// overlaps beyond the limit remain.
StartOverlaps remove_overlaps(const StepView& start, const NearPoints& near, RigidBodies& bodies);

}  // namespace rubble::nscd
