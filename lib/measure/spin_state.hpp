#pragma once
// How a body of many turns: angular momentum, rate, principal axes, and the periods of a free rotation that is not
// about one of them. docs/theory.md 5.14.
#include "measure/ellipsoid.hpp"
#include "model/pile.hpp"

namespace rubble::measure {

// A rigid body that turns freely. It tumbles: its own axis goes around the angular momentum, which stands still.
struct Tumbling {
  bool about_long_axis = false;  // the axis is that of the least moment rather than that of the greatest
  double nutation_least = 0;     // angles between the axis and the angular momentum [rad]
  double nutation_greatest = 0;
  double precession_period = 0;  // mean time in which the axis goes around the angular momentum once [s]
  double body_period = 0;        // after which the rates along the principal axes return [s]; infinite: they stay
};

// (principal moments A <= B <= C [kg m2], angular momentum along their axes, not 0 [kg m2 s-1]) => its free rotation.
// Periods that are not defined, as those of a body without a special axis, are NaN.
// Landau & Lifshitz, Mechanics (3rd ed. 1976), section 37.
Tumbling tumbling(const Vec3& moments, const Vec3& momentum);

struct SpinState {
  Ellipsoid shape;
  Vec3 velocity = Vec3::Zero();  // of the centre of mass [m s-1]
  Vec3 momentum = Vec3::Zero();  // angular, about the centre of mass, the bodies' own spins included [kg m2 s-1]
  Vec3 rate = Vec3::Zero();      // inertia^-1 momentum [rad s-1]
  double kinetic = 0;            // energy of all bodies against the centre of mass [J]

  double period() const;      // 2 pi / |rate| [s]; infinite at rest
  double rotational() const;  // energy of the rigid rotation at that rate, the least at this momentum [J]
  double axis_angle() const;  // between momentum and the axis of the greatest moment, 0 ... pi/2 [rad]; NaN at rest
};

// (pile, at least one body) => its spin state. An angular momentum below the rounding of its sum is 0, and so is the
// rate. Rounding, with u = 2^-53, x and v the stored numbers, r and w those about the centre of mass: x and v are
// rounded by u |x| and u |v|, and adding up N terms adds at most N u times the sum of their sizes (Higham 2002,
// eq. 4.4), each of which has a few roundings of its own. The bound on |L| is
// u sum [m (|x| |w| + |r| |v|) + (N + 8) (m |r| |w| + |I spin|)].
SpinState spin_state(const Pile& pile);

}  // namespace rubble::measure
