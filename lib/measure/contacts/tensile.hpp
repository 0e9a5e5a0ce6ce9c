#pragma once
// Tensile strength of a pile that follows from the attraction at its contacts: Rumpf's relation. docs/theory.md 5.19.
#include "laws/cohesion.hpp"
#include "model/pile.hpp"

namespace rubble::measure {

// (pile, law) => sum of F_c n_c.l_c over the contacts between its grains [J]. F_c is the attraction, n_c the normal,
// and l_c the vector between the centres of mass of the two grains. A contact is a pair of bodies that touch. Walls do
// not count.
double pull_sum(const Pile& pile, const laws::Cohesion& law);
// The same for a law that attracts each pair of bodies within a distance.
double pull_sum(const Pile& pile, const laws::RangeCohesion& law);

// (result of pull_sum() [J], volume > 0 [m3]) => the mean tensile stress, the same along all axes, at which each
// contact is under its greatest tension [Pa].
inline double tensile_strength(double pull_sum, double volume) { return pull_sum / (3 * volume); }

}  // namespace rubble::measure
