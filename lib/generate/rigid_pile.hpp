#pragma once
// Rigid motion of whole piles, with their contacts.
#include "model/pile.hpp"

namespace rubble::generate {

// Shifts positions, velocities and contacts so that the centre of mass is at x [m] and moves with v [m s-1]. The second
// pass removes the rounding error of the first.
void move_centre_of_mass(Pile& pile, const Vec3& x, const Vec3& v);

// Rotates bodies, velocities, spins and contacts of the pile about the origin.
void turn(Pile& pile, const Mat3& rotation);

// Adds a rigid rotation about the origin, where the centre of mass is, to the motion of the bodies [rad s-1].
void rotate(Pile& pile, const Vec3& spin);

}  // namespace rubble::generate
