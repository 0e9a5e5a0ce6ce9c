#pragma once
// How far a contact is from the centres of what touches.
#include "model/pile.hpp"

namespace rubble::measure {

// Along the normal, from overlap and radii: across the faces of a periodic box positions do not tell the distance.
struct ContactArms {
  double a = 0, b = 0;  // from the centres of the spheres to the contact plane; of a plane b = 0 [m]
  double distance = 0;  // of the centres, or of the centre of a from the plane [m]
};

// (pile, number of a contact) => its arms. docs/theory.md 1.1.
ContactArms contact_arms(const Pile& pile, std::size_t contact);

}  // namespace rubble::measure
