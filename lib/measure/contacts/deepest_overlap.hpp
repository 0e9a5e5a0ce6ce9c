#pragma once
// Overlaps of the bodies of a pile, found from their shapes. Contact Dynamics limits it by sanity.penetration for the
// deepest one.
#include "model/pile.hpp"

namespace rubble::measure {

// (pile, which needs no contacts) => largest overlap of two bodies, or of a body and a wall of the pile, in units of
// half the thickness of the thinner body along the normal (of a sphere: its radius); 0 if none overlap. Members of one
// grain do not count. Walls and period are those of pile.model.space. A pile that has not run has no walls, and no
// period unless it was generated or imported with one. docs/theory.md 11.7.
double deepest_overlap(const Pile& pile);

// Two bodies, or a body and a wall, that overlap.
struct Overlap {
  ContactKey key;
  double depth = 0;  // shortest displacement that separates them [m] > 0
};

// (pile, which needs no contacts; index of a body) => overlaps of the bodies from this index on with the bodies before
// it and with walls, in the order of their keys. Overlaps of at most kTouching of the smaller radius count as contacts
// without overlap. In periodic space each pair counts with its nearest images.
inline constexpr double kTouching = 1e-9;
std::vector<Overlap> overlaps_from(const Pile& pile, std::size_t first);

}  // namespace rubble::measure
