#pragma once
// Rotation of an aggregate: angular momentum, rate, principal axes, and the periods of free rotation about an axis that
// is not principal. docs/theory.md 5.14.
#include "measure/extent/ellipsoid.hpp"
#include "model/pile.hpp"

namespace rubble::measure {

// A freely rotating rigid body. Its tumbling axis, one of its principal axes, moves around the constant angular
// momentum.
struct Tumbling {
  bool about_long_axis = false;  // true if the tumbling axis is that of the smallest moment, false for the largest
  double nutation_least = 0;     // angles between the axis and the angular momentum [rad]
  double nutation_greatest = 0;
  double precession_period = 0;  // mean time of one revolution of the axis around the angular momentum [s]
  double body_period = 0;        // period of the rates along the principal axes; if they are constant, the limit of
                                 // small nutation [s]
};

// (principal moments A <= B <= C [kg m2], angular momentum along their axes, not 0 [kg m2 s-1]) => its free rotation.
// All periods and angles are NaN if one is undefined, for example for a body without a distinguished axis.
// Landau & Lifshitz, Mechanics (3rd ed. 1976), section 37.
Tumbling tumbling(const Vec3& moments, const Vec3& momentum);

struct SpinState {
  Ellipsoid shape;
  Vec3 velocity = Vec3::Zero();  // velocity of the centre of mass [m s-1]
  Vec3 momentum = Vec3::Zero();  // angular momentum about the centre of mass, including the spins of the bodies
                                 // [kg m2 s-1]
  Vec3 rate = Vec3::Zero();      // inertia^-1 momentum [rad s-1]
  double kinetic = 0;            // energy of all bodies relative to the centre of mass [J]

  double period() const;      // 2 pi / |rate| [s]; infinite at rest
  double rotational() const;  // energy of the rigid rotation at that rate, the minimum for this momentum [J]
  double axis_angle() const;  // between momentum and the axis of the largest moment, 0 ... pi/2 [rad]; NaN at rest
};

// (pile) => its spin state. An angular momentum below the rounding error of its sum is set to 0, and
// so is the rate. Let u = 2^-53, let x and v be the stored numbers, and r and w those about the centre of mass. The
// rounding errors of x and v are u |x| and u |v|. The sum of N terms adds at most N u times the sum of their absolute
// values (Higham 2002, eq. 4.4), and each term has a few rounding errors of its own. The bound on |L| is u sum [m (|x|
// |w| + |r| |v|) + (N + 8) (m |r| |w| + |I spin|)]. InputError if there are no bodies.
SpinState spin_state(const Pile& pile);

}  // namespace rubble::measure
