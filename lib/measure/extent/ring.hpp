#pragma once
// Averages over a patch of a ring: a pile that is periodic along x and y, in Hill's frame. docs/theory.md 5.20.
#include "model/pile.hpp"

#include <string>

namespace rubble::measure {

// Velocities are relative to the shear flow -1.5 Omega x and to their mean; heights are relative to the mean height.
// Means are weighted by mass.
struct RingPatch {
  double area = 0;                   // of the cell [m2]
  double surface_density = 0;        // [kg m-2]
  double optical_depth = 0;          // sum of pi r^2 / area
  double filling = 0;                // share of the area of the plane at the mean height that lies within bodies
  double height = 0;                 // root mean square of z [m]
  Mat3 dispersion = Mat3::Zero();    // means of c_i c_j [m2 s-2]
  double spin = 0;                   // root mean square of the spin relative to the frame [rad s-1]
  double local_viscosity = 0;        // by the motion of bodies [m2 s-1]
  double collisional_viscosity = 0;  // by forces between bodies [m2 s-1]
};

// (pile of free spheres with contacts, its name for messages) => its averages. InputError unless the pile is in Hill's
// frame, periodic along x and y, and made of free spheres. The kinematic viscosities are parts of P_xy / (1.5 Omega S).
// S is the surface density and P_xy the momentum flux, integrated over z. Its parts are S times the mean of c_x c_y,
// and the sum of x F_y over the contacts per area (Wisdom and Tremaine 1988, doi:10.1086/114690).
RingPatch ring_patch(const Pile& pile, const std::string& name);

}  // namespace rubble::measure
