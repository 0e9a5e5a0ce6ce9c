#pragma once
// Where the mass of a pile is: centre, extent, and parts of a pile as piles of their own.
#include "model/pile.hpp"

namespace rubble::measure {

// (pile) => sum of the bodies' masses [kg].
double total_mass(const Pile& pile);

// (pile) => sum of solid_volume() of the bodies: overlaps count twice, but within a grain whose masses count them once
// [m3].
double grain_volume(const Pile& pile);

// (pile) => centre of mass [m]. InputError if there are no bodies.
Vec3 centre_of_mass(const Pile& pile);

// (pile, members: indices of bodies in rising order) => those bodies, their grains, and the contacts among them and
// with planes. InputError if a grain is cut.
Pile part(const Pile& pile, const std::vector<Index>& members);

}  // namespace rubble::measure
