#pragma once
// Impact of two rigid bodies at a point: impulse and energy loss. docs/theory.md 13.2.
#include "base/vec.hpp"

#include <limits>

namespace rubble::laws {

// One of the two bodies. For a wall, inverse mass and inverse inertia are 0.
struct Side {
  double inverse_mass = 0;              // [kg-1]
  Mat3 inverse_inertia = Mat3::Zero();  // about the centre of mass, along the inertial axes [kg-1 m-2]
  Vec3 arm = Vec3::Zero();              // from the centre of mass to the contact point [m]
  Vec3 velocity = Vec3::Zero();         // of the centre of mass [m s-1]
  Vec3 spin = Vec3::Zero();             // [rad s-1]

  Vec3 point_velocity() const { return velocity + spin.cross(arm); }
};

// Coefficients of restitution, normal and tangential, and of friction.
struct ImpactLaw {
  double normal = 1;   // e_n: u_n' = -e_n u_n; values above 1 create energy
  double sliding = 1;  // e_t: u_t' = e_t u_t if friction allows it; 1: smooth bodies
  double friction = std::numeric_limits<double>::infinity();  // mu: |J_t| <= mu J_n

  bool operator==(const ImpactLaw&) const = default;
};

struct ImpactImpulse {
  Vec3 impulse = Vec3::Zero();  // on b; a receives the opposite [N s]
  double normal_loss = 0;       // energy lost along the normal [J] >= 0 unless e_n > 1
  double sliding_loss = 0;      // energy lost in the tangential direction [J] >= 0
  bool smooth = false;          // true if friction was left out: it would have created energy, or has no solution
};

// (a, b, unit vector from a to b, law) => impact of two bodies that approach each other along the normal.
//   smooth bodies   J = -(1 + e_n) u_n / (n . K n) along the normal
//   rough bodies    K J = (-(1 + e_n) u_n, (e_t - 1) u_t) if friction allows it, else the bodies slide along u_t, and
//                   friction acts along -u_t.
// The matrix K = sum (1 / M - [c] I^-1 [c]), with the lever arm c and the inertia I of each body, maps an impulse to
// the change of u, the velocity of b's point relative to a's point. In Richardson et al. 2009,
// doi:10.1016/j.pss.2008.04.015, appendix B has the law of smooth bodies. The law with friction is from Kane & Levinson
// 1985; for spheres its impulse is that of Richardson 1994, doi:10.1093/mnras/269.2.493.
ImpactImpulse impact(const Side& a, const Side& b, const Vec3& normal, const ImpactLaw& law);

// (inverse masses [kg-1], speed of approach [m s-1], e_n) => impact of two smooth spheres, whose lever arms lie along
// the normal: impulse along the normal on b [N s] and energy loss [J]. It needs no matrices.
struct CentralImpact {
  double impulse, loss;
};
inline CentralImpact central_impact(double inverse_mass_a, double inverse_mass_b, double approach, double restitution) {
  const double reduced = 1 / (inverse_mass_a + inverse_mass_b);
  return {(1 + restitution) * approach * reduced,
          0.5 * (1 - restitution * restitution) * approach * approach * reduced};
}

// (side, impulse on it [N s]) Applies the impulse to the velocities of the side.
void push(Side& side, const Vec3& impulse);

}  // namespace rubble::laws
