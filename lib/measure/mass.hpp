#pragma once
// Where the mass of a pile is: centre, extent, and parts of a pile as piles of their own.
#include "model/pile.hpp"

namespace rubble::measure {

// (pile) => sum of the bodies' masses [kg].
double total_mass(const Pile& pile);

// (pile) => sum of the spheres' volumes; overlaps count twice [m3].
double grain_volume(const Pile& pile);

// (pile) => centre of mass [m]. InputError if there are no bodies.
Vec3 centre_of_mass(const Pile& pile);

// (pile, members: indices of bodies in rising order) => those bodies and the contacts among them and with planes;
// members of grains as spheres of their own.
Pile part(const Pile& pile, const std::vector<Index>& members);

}  // namespace rubble::measure
