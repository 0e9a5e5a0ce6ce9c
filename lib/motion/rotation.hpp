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

// (orientation, L, I, time h [s]) => orientation after h without torque, by rotations about the body's axes in the
// order 1, 2, 3, 2, 1 with h/2, h/2, h, h/2, h/2. Symplectic and time-reversible: L is kept exactly, the energy's error
// is O(h^2) and bounded. Dullweber, Leimkuhler & McLachlan 1997, doi:10.1063/1.474310; equations 5.3 (b).
Quaternion turn_by_splitting(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments, double h);

// The same by Euler's equations in the body's frame and adaptive Runge-Kutta 5(4) of Dormand & Prince 1980
// (doi:10.1016/0771-050X(80)90013-3), error per step at most `tolerance` of the spin and of the quaternion's length.
// L is kept to that tolerance only: (orientation, L after h) come back. Equations 5.2, 5.3 (a). NaN where the input is
// none, or where h takes more than 100,000 steps: the body turns by more radians than numbers tell apart.
struct Turned {
  Quaternion orientation;
  Vec3 momentum;
};
Turned turn_by_runge_kutta(const Quaternion& orientation, const Vec3& momentum, const Vec3& moments, const Vec3& torque,
                           double h, double tolerance);

}  // namespace rubble::motion
