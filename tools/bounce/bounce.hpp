#pragma once
// Collision of two spheres with the contact law of a run.
#include "setup/soft_spheres.hpp"

namespace rubble::tools {

struct Impact {
  double speed = 0;  // relative speed [m s-1] > 0
  double angle = 0;  // between the velocity and the line of centres, 0 (head-on) to below pi/2 [rad]
};

struct Bounce {
  double loading_time = 0;  // until the overlap is largest [s]
  double contact_time = 0;  // until the spheres separate [s]
  double overlap = 0;       // largest overlap [m]
  double restitution = 0;   // normal speed at separation / normal speed at first contact
  // Relative change of the angular momentum about the centre of mass; NaN for a head-on collision, whose angular
  // momentum is zero.
  double angular_momentum = 0;
  // Relative growth of the angular momentum if the lever arms were the radii instead of the distances to the contact
  // point, from docs/theory.md 2.12. NaN for a head-on collision.
  double radius_levers = 0;
};

// (pile, indices of two free spheres, impact) => the two spheres at the moment of first contact, at time 0. Their
// centre of mass is at rest at the origin, their centres are on the x axis, and they do not rotate. InputError for
// members of grains.
Pile about_to_touch(const Pile& pile, std::size_t a, std::size_t b, const Impact& impact);

// (prepared method without gravity, two spheres at first contact, expected contact time [s]) => result of the
// collision, computed with steps of the method. InputError if the spheres have not separated after 100 times the
// expected contact time, or if no step falls within the contact.
Bounce bounce(const setup::Method& method, Pile pair, double expected);

}  // namespace rubble::tools
