#pragma once
// Coulomb's cone in the solvers of stored problems, which are the reference for the sweeps of Contact Dynamics:
// projections onto it, and dual velocities. The sweeps have their cone in sweep_kernels.hpp.
#include "base/vec.hpp"
#include "friction/problem.hpp"

#include <cmath>

namespace rubble::friction {

inline double tangential_norm(const Vec3& v) { return std::sqrt(v[1] * v[1] + v[2] * v[2]); }

// (point, mu) => nearest point of the cone |v_t| <= mu v_n; docs/theory.md 10.1.
inline Vec3 project(const Vec3& v, double friction) {
  const double t = tangential_norm(v);
  if (t <= friction * v[0]) return v;
  if (friction * t <= -v[0]) return Vec3::Zero();
  const double normal = (v[0] + friction * t) / (1 + friction * friction);
  const double share = friction * normal / t;
  return {normal, share * v[1], share * v[2]};
}

// (relative velocity, mu, law) => velocity dual to the impulse. For Coulomb's law this is u + mu |u_t| normal (De Saxce
// & Feng 1998, doi:10.1016/S0895-7177(98)00119-8). For the relaxed law it is u itself.
inline Vec3 dual_velocity(const Vec3& u, double friction, Cone cone) {
  if (cone == Cone::ccp) return u;
  return {u[0] + friction * tangential_norm(u), u[1], u[2]};
}

}  // namespace rubble::friction
