#pragma once
// Rates and impulses of the contacts of two bodies, for the solver of contacts at rest.
#include "hsdem/resting.hpp"

#include <vector>

namespace rubble::hsdem {

// Quantities of a link that each sweep needs: torques of a unit impulse on both sides, resulting spins, and resulting
// change of the rate of the gap.
struct Lever {
  Vec3 torque_a = Vec3::Zero(), torque_b = Vec3::Zero();
  Vec3 spin_a = Vec3::Zero(), spin_b = Vec3::Zero();
  double yields = 0;  // [kg-1]
};

inline Lever lever_of(const std::vector<RestingBody>& bodies, const RestingLink& link) {
  Lever out;
  const RestingBody& a = bodies[link.a];
  out.yields = a.inverse_mass;
  if (a.turns) {
    out.torque_a = link.arm_a.cross(link.normal);
    out.spin_a = a.inverse_inertia * out.torque_a;
    out.yields += out.torque_a.dot(out.spin_a);
  }
  if (link.b == kNoBody) return out;
  const RestingBody& b = bodies[link.b];
  out.yields += b.inverse_mass;
  if (b.turns) {
    out.torque_b = link.arm_b.cross(link.normal);
    out.spin_b = b.inverse_inertia * out.torque_b;
    out.yields += out.torque_b.dot(out.spin_b);
  }
  return out;
}

// (bodies, link, its lever) => rate of the gap [m s-1].
inline double rate(const std::vector<RestingBody>& bodies, const RestingLink& link, const Lever& lever) {
  const RestingBody& a = bodies[link.a];
  double out = -link.normal.dot(a.velocity);
  if (a.turns) out -= lever.torque_a.dot(a.spin);
  if (link.b == kNoBody) return out;
  const RestingBody& b = bodies[link.b];
  out += link.normal.dot(b.velocity);
  if (b.turns) out += lever.torque_b.dot(b.spin);
  return out;
}

// (bodies, link, its lever, impulse on b along the normal [N s]) Applies the impulse to both bodies.
inline void push(std::vector<RestingBody>& bodies, const RestingLink& link, const Lever& lever, double impulse) {
  RestingBody& a = bodies[link.a];
  a.velocity -= impulse * a.inverse_mass * link.normal;
  if (a.turns) a.spin -= impulse * lever.spin_a;
  if (link.b == kNoBody) return;
  RestingBody& b = bodies[link.b];
  b.velocity += impulse * b.inverse_mass * link.normal;
  if (b.turns) b.spin += impulse * lever.spin_b;
}

}  // namespace rubble::hsdem
