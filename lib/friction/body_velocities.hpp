#pragma once
// Friction problem in terms of masses: bodies, lever arms of the contacts, and velocities without impulses. The matrix
// W of problem.hpp is H^T M^-1 H; sweeps over the bodies do not need it.
#include "friction/problem.hpp"

#include <cstdint>

namespace rubble::friction {

// Bodies and the contacts between them. A contact exerts the impulse p [N s] on body b, and -p on body a, at the
// contact point. The velocity of b relative to a at this point is
//   u = (v_b + w_b x arm_b) - (v_a + w_a x arm_a) + shift,
// where shift is a prescribed velocity, for example that of a wall. Contacts obey the law of problem.hpp, which does
// not depend on the directions of the two tangents.
struct BodyVelocities {
  Vec3s velocity;                     // v of the centres of mass, without impulses [m s-1]
  Vec3s spin;                         // w [rad s-1]
  Reals inverse_mass;                 // [kg-1]
  Reals inverse_moment;               // of spheres [kg-1 m-2]
  std::vector<Mat3> inverse_inertia;  // of each body along the inertial axes; empty if all are spheres

  std::size_t size() const { return inverse_mass.size(); }
};
struct Links {
  std::vector<Index> a, b;  // the two bodies; b < 0 is a wall, whose velocity is part of the shift
  Vec3s arm_a, arm_b;       // lever arms from the centres to the point [m]; along the normal if all bodies are spheres
  Vec3s normal;             // from a to b
  Vec3s shift;              // [m s-1]
  Reals friction;

  std::size_t size() const { return friction.size(); }
  void resize(std::size_t count);
  // Replaces the contacts by those of `from` with the given indices, in that order.
  void assign(const Links& from, const std::vector<std::size_t>& rows);
};
struct BodyProblem {
  BodyVelocities bodies;
  Links links;
  // Lower bound of the normal impulse of each contact [N s]. If the impulse exceeds it, u_n = 0. Empty: all bounds are
  // 0.
  Reals least;
};

// Right-handed orthonormal basis: the contact normal and two tangents.
struct ContactFrame {
  Vec3 normal, first, second;

  Vec3 to_local(const Vec3& v) const { return {normal.dot(v), first.dot(v), second.dot(v)}; }
};
ContactFrame frame_of(const Vec3& normal);

// (bodies, links, contact) => relative velocity at the contact, from the present velocities of the bodies [m s-1].
Vec3 relative_velocity(const BodyVelocities& bodies, const Links& links, std::size_t c);

// (bodies, links, contact) => matrix that maps an impulse on b to the change of the relative velocity at the contact,
// in inertial axes [kg-1].
Mat3 own_response(const BodyVelocities& bodies, const Links& links, std::size_t c);

// (bodies, links, contact, impulse on b [N s]) Applies the impulse to the velocities of the bodies.
void push(BodyVelocities& bodies, const Links& links, std::size_t c, const Vec3& impulse);

// (problem) => the problem with W and q, in the frames of frame_of(), for solvers that need W and for files. The bounds
// `least` are left out.
Problem delassus_of(const BodyProblem& problem);

}  // namespace rubble::friction
