#pragma once
// The shape of a pile's mass distribution: inertia, the ellipsoid with the same moments, and extents along its axes.
// docs/theory.md 5.3.
#include "model/pile.hpp"

namespace rubble::measure {

struct Ellipsoid {
  double mass = 0;                // [kg]
  Vec3 centre = Vec3::Zero();     // centre of mass [m]
  Mat3 inertia = Mat3::Zero();    // about the centre, including the inertia of each body [kg m2]
  Vec3 moments = Vec3::Zero();    // principal moments, A <= B <= C [kg m2]
  Mat3 axes = Mat3::Zero();       // columns: unit vectors of A (long axis), B, C (short axis); right-handed
  Vec3 semi_axes = Vec3::Zero();  // a >= b >= c of the uniform solid ellipsoid with this mass and these moments [m]
  Vec3 extents = Vec3::Zero();    // distance of the farthest surface point from the centre along each axis, in either
                                  // direction [m]

  double elongation() const { return moments[2] / moments[0]; }  // I_max / I_min
};

// (pile) => its ellipsoid. InputError if there are no bodies.
Ellipsoid ellipsoid(const Pile& pile);

// (semi-axes [m]) => volume [m3].
double ellipsoid_volume(const Vec3& semi_axes);

// (ellipsoid, volume to match [m3]) => semi-axes of the dynamically equivalent equal-volume ellipsoid (DEEVE): those of
// the inertia ellipsoid, scaled by a common factor [m].
Vec3 deeve(const Ellipsoid& ellipsoid, double volume);

}  // namespace rubble::measure
