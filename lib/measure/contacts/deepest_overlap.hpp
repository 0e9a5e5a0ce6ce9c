#pragma once
// Deepest overlap of the bodies of a pile, found from their shapes. Contact Dynamics limits it by sanity.penetration.
#include "model/pile.hpp"

namespace rubble::measure {

// (pile, which needs no contacts) => largest overlap of two bodies, or of a body and a wall of the pile, in units of
// half the thickness of the thinner body along the normal (of a sphere: its radius); 0 if none overlap. Members of one
// grain do not count. Walls and period are those of pile.model.space. A pile that has not run has no walls, and no
// period unless it was generated or imported with one. docs/theory.md 11.7.
double deepest_overlap(const Pile& pile);

}  // namespace rubble::measure
