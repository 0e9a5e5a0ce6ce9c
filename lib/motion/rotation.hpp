#pragma once
// Free rotation of rigid bodies. Angular momentum is what is kept and kicked; the spin follows from it.
#include "base/vec.hpp"

namespace rubble::motion {

// Orientations: principal frame => inertial, unit length.

// (orientation, angular momentum L [N m s] in the inertial frame, principal moments I [kg m2]) => spin w [rad s-1] in
// the inertial frame: R I^-1 R^T L.
inline Vec3 spin(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments) {
  return orientation * Vec3((orientation.conjugate() * momentum).cwiseQuotient(moments));
}

// (orientation, L, I, time h [s]) => orientation after h without torque. With three or two equal moments exact: by |w|
// h about L, or by |L| h / I_equal about L and about the body's axis (Landau & Lifshitz, Mechanics, section 33). Else
// split into such a symmetric top and the remainder about one axis (Touma & Wisdom 1994, doi:10.1086/116931):
// symplectic and time-reversible, L kept exactly, the energy's error O(h^2) and bounded. docs/theory.md 3.5.
Quaternion turn_by_splitting(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments, double h);

// The same by Euler's equations in the body's frame and adaptive Runge-Kutta 5(4) of Dormand & Prince 1980
// (doi:10.1016/0771-050X(80)90013-3), error per step at most `tolerance` of the spin and of the quaternion's length.
// L is kept to that tolerance only: (orientation, L after h) come back. NaN where the input is
// NaN, or where h takes more than 100,000 steps: the body turns by more radians than numbers tell apart.
struct Turned {
  Quaternion orientation;
  Vec3 momentum;
};
Turned turn_by_runge_kutta(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments, const Vec3& torque,
                           double h, double tolerance);

}  // namespace rubble::motion
