#pragma once
// Free rotation of rigid bodies. Angular momentum is the stored quantity, to which torques add; the spin follows from
// it.
#include "base/vec.hpp"

namespace rubble::motion {

// Orientations: principal frame => inertial, unit length.

// (orientation, angular momentum L [N m s] in the inertial frame, principal moments I [kg m2]) => spin w [rad s-1] in
// the inertial frame: R I^-1 R^T L.
inline Vec3 spin(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments) {
  return orientation * Vec3((orientation.conjugate() * momentum).cwiseQuotient(moments));
}

// (orientation, L, I, time h [s]) => orientation after h without torque. With three or two equal moments the result is
// exact: by |w| h about L, or by |L| h / I_equal about L and about the body's axis (Landau & Lifshitz, Mechanics,
// section 33). Otherwise the motion is split into that of such a symmetric top and a remainder about one axis. This
// method (Touma & Wisdom 1994, doi:10.1086/116931) is symplectic and time-reversible; L is kept exactly, and the error
// of the energy is O(h^2) and bounded. docs/theory.md 3.5.
Quaternion turn_by_splitting(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments, double h);

// Rotation by Euler's equations in the body's frame, integrated with the adaptive Runge-Kutta 5(4) of Dormand & Prince
// 1980 (doi:10.1016/0771-050X(80)90013-3). The error per step is at most `tolerance` of the spin and of the
// quaternion's length. L is kept to that tolerance only, so the function returns (orientation, L after h). The result
// is NaN for NaN input, or if h needs more than 100,000 steps: the body then turns by more radians than numbers can
// distinguish.
struct Turned {
  Quaternion orientation;
  Vec3 momentum;
};
Turned turn_by_runge_kutta(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments, const Vec3& torque,
                           double h, double tolerance);

}  // namespace rubble::motion
