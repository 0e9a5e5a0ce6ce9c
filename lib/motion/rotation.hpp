#pragma once
// Free rotation of rigid bodies. Angular momentum is the stored quantity, to which torques add; the spin follows from
// it.
#include "base/vec.hpp"

namespace rubble::motion {

// Orientations are unit quaternions that rotate from the principal frame to the inertial frame.

// (orientation, angular momentum L [N m s] in the inertial frame, principal moments I [kg m2]) => spin w [rad s-1] in
// the inertial frame: R I^-1 R^T L.
inline Vec3 spin(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments) {
  return orientation * Vec3((orientation.conjugate() * momentum).cwiseQuotient(moments));
}

// (orientation, diagonal of a matrix along the principal axes) => the matrix in the inertial frame: R D R^T.
inline Mat3 in_space(const Quaternion& orientation, const Vec3& diagonal) {
  const Mat3 axes = orientation.toRotationMatrix();
  return axes * diagonal.asDiagonal() * axes.transpose();
}

// (orientation, L [N m s], I [kg m2], time h [s]) => orientation after h without torque. With three or two equal
// moments the result is exact: by |w| h about L, or by |L| h / I_equal about L and about the body's axis (Landau &
// Lifshitz, Mechanics, section 33). Otherwise the motion is split into that of such a symmetric top and a remainder
// about one axis. This method (Touma & Wisdom 1994, doi:10.1086/116931) is symplectic and time-reversible; L is kept
// exactly, and the error of the energy is O(h^2) and bounded. docs/theory.md 3.5.
Quaternion turn_by_splitting(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments, double h);

// (orientation, L [N m s], I [kg m2], torque [N m], which is constant in the inertial frame, time h [s], tolerance) =>
// orientation and L after h, from Euler's equations in the body's frame. The integrator is the adaptive Runge-Kutta
// 5(4) of Dormand & Prince 1980, doi:10.1016/0771-050X(80)90013-3. The error per step is at most `tolerance` of the
// spin and of the quaternion's length. L is kept to that tolerance only. The result is NaN for NaN input, or if h needs
// 100,000 steps or more, including rejected ones.
struct Turned {
  Quaternion orientation;
  Vec3 momentum;  // in the inertial frame [N m s]
};
Turned turn_by_runge_kutta(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments, const Vec3& torque,
                           double h, double tolerance);

}  // namespace rubble::motion
