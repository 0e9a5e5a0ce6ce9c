#pragma once
// Mass of a pile: centre, extent, and parts of a pile as separate piles.
#include "model/pile.hpp"

namespace rubble::measure {

// (pile) => sum of the bodies' masses [kg].
double total_mass(const Pile& pile);

// (pile) => sum of solid_volume() of the bodies [m3]. Overlaps count twice, except within a grain whose mass counts
// overlaps once.
double grain_volume(const Pile& pile);

// (pile) => centre of mass [m]. InputError if there are no bodies.
Vec3 centre_of_mass(const Pile& pile);

// (pile, members: indices of bodies in ascending order) => those bodies, their grains, and the contacts among them and
// with walls. InputError if the members contain only a part of a grain.
Pile part(const Pile& pile, const std::vector<Index>& members);

}  // namespace rubble::measure
