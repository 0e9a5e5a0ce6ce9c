#pragma once
// Two spheres that meet, as a run's parameters have it.
#include "method/soft_spheres.hpp"

namespace rubble::app {

struct Impact {
  double speed = 0;  // of each other [m s-1] > 0
  double angle = 0;  // between the velocity and the line of centres, 0 (head-on) to below pi/2 [rad]
};

struct Bounce {
  double loading_time = 0;  // until they are pressed deepest [s]
  double contact_time = 0;  // until they part [s]
  double overlap = 0;       // the deepest [m]
  double restitution = 0;   // speed along the line of centres when they part / when they met
  // Change of the angular momentum about the centre of mass / its value before; nan head-on, where there is none.
  double angular_momentum = 0;
  // The value of angular_momentum if the lever arms were the radii instead of the distances to the contact point. Such
  // torques add the integral of overlap x (n x force) dt. docs/theory.md 2.11.
  double radius_levers = 0;
};

// (pile, two of its rows: free spheres) => these two, touching, each about to press the other; the centre of mass at
// rest at the origin, no rotation. InputError for members of grains.
Pile about_to_touch(const Pile& pile, std::size_t a, std::size_t b, const Impact& impact);

// (prepared method without gravity, two spheres about to touch) => their outcome, computed in steps of the method.
// InputError if they have not parted after a hundred times `expected`, a contact's time [s].
Bounce bounce(const method::Method& method, Pile pair, double expected);

}  // namespace rubble::app
