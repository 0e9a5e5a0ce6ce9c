#pragma once
// A friction problem with its masses kept apart: bodies, levers of the contacts, and velocities without impulses. W of
// problem.hpp is H^T M^-1 H; sweeps through the bodies never need it.
#include "friction/problem.hpp"

#include <cstdint>

namespace rubble::friction {

// n bodies and m contacts. The impulse p [N s] of a contact acts on b at its point, -p on a; the velocity of b's point
// as seen from a's is
//   u = (v_b + w_b x arm_b) - (v_a + w_a x arm_a) + shift.
// Contacts obey the law of problem.hpp, in any tangents.
struct Bodies {
  Vec3s velocity;                     // v of the centres of mass, without impulses [m s-1]
  Vec3s spin;                         // w [rad s-1]
  Reals inverse_mass;                 // [kg-1]
  Reals inverse_moment;               // of a sphere [kg-1 m-2]
  std::vector<Mat3> inverse_inertia;  // of each body along the inertial axes; empty if all are spheres

  std::size_t size() const { return inverse_mass.size(); }
};
struct Links {
  std::vector<Index> a, b;  // two bodies; b < 0: a wall, whose velocity is in the shift
  Vec3s arm_a, arm_b;       // from the centres to the point [m]; along the normal where all bodies are spheres
  Vec3s normal;             // from a to b
  Vec3s shift;              // [m s-1]
  Reals friction;

  std::size_t size() const { return friction.size(); }
  void resize(std::size_t count);
  // Becomes these rows of others, in that order.
  void assign(const Links& from, const std::vector<std::size_t>& rows);
};
struct BodyProblem {
  Bodies bodies;
  Links links;
  // Of each contact: its normal impulse is at least this, and u_n = 0 where it is more [N s]. Empty: 0.
  Reals least;
};

// Unit vectors across the normal; the third is normal x second.
struct Frame {
  Vec3 normal, first, second;

  Vec3 to_local(const Vec3& v) const { return {normal.dot(v), first.dot(v), second.dot(v)}; }
};
Frame frame_of(const Vec3& normal);

// (bodies, links, contact) => its relative velocity as the bodies move now [m s-1].
Vec3 relative_velocity(const Bodies& bodies, const Links& links, std::size_t c);

// (bodies, links, contact) => change of the relative velocity at the contact by an impulse on b, along the inertial
// axes [kg-1].
Mat3 own_response(const Bodies& bodies, const Links& links, std::size_t c);

// (bodies, links, contact, impulse on b [N s]) => the bodies' velocities after it.
void push(Bodies& bodies, const Links& links, std::size_t c, const Vec3& impulse);

// (problem) => the same by W and q, in the frames of frame_of(): for solvers that need W, and for files.
Problem delassus_of(const BodyProblem& problem);

}  // namespace rubble::friction
