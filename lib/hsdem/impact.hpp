#pragma once
// Two rigid bodies that meet in a point: the impulse, and what it costs. docs/theory.md 13.2.
#include "base/vec.hpp"

#include <limits>

namespace rubble::hsdem {

// One of the two; a wall has neither inverse mass nor inverse inertia.
struct Side {
  double inverse_mass = 0;              // [kg-1]
  Mat3 inverse_inertia = Mat3::Zero();  // about the centre of mass, along the inertial axes [kg-1 m-2]
  Vec3 arm = Vec3::Zero();              // from the centre of mass to the point where they touch [m]
  Vec3 velocity = Vec3::Zero();         // of the centre of mass [m s-1]
  Vec3 spin = Vec3::Zero();             // [rad s-1]

  Vec3 point_velocity() const { return velocity + spin.cross(arm); }
};

// Coefficients of restitution along and across the normal, and of friction.
struct ImpactLaw {
  double normal = 1;   // e_n: u_n' = -e_n u_n; above 1 energy is made
  double sliding = 1;  // e_t: u_t' = e_t u_t as far as friction allows it; 1: smooth bodies
  double friction = std::numeric_limits<double>::infinity();  // mu: |J_t| <= mu J_n
};

struct Impact {
  Vec3 impulse = Vec3::Zero();  // on b; a gets the opposite [N s]
  double normal_loss = 0;       // energy lost along the normal [J] >= 0 unless e_n > 1
  double sliding_loss = 0;      // and across it [J] >= 0
  bool smooth = false;          // friction would have made energy, and was left out
};

// (a, b, normal: unit vector from a to b, law) => the impact of sides that approach each other along the normal.
//   smooth bodies   J = -(1 + e_n) u_n / (n . K n) along the normal: Richardson et al. 2009, appendix B
//   rough bodies    K J = (-(1 + e_n) u_n, (e_t - 1) u_t) if friction allows it, else the bodies slide in the direction
//                   -u_t: Kane's impulse. Of spheres it is that of Richardson 1994, doi:10.1093/mnras/269.2.493.
// K = sum (1 / M - [c] J^-1 [c]): what a unit impulse changes of u, the velocity of b's point against a's.
Impact impact(const Side& a, const Side& b, const Vec3& normal, const ImpactLaw& law);

// Impact of two smooth spheres, whose arms lie along the normal, without the matrices. (inverse masses [kg-1], speed
// of approach [m s-1], e_n) => impulse along the normal on b [N s] and the energy lost [J].
struct CentralImpact {
  double impulse, loss;
};
inline CentralImpact central_impact(double inverse_mass_a, double inverse_mass_b, double approach, double restitution) {
  const double reduced = 1 / (inverse_mass_a + inverse_mass_b);
  return {(1 + restitution) * approach * reduced,
          0.5 * (1 - restitution * restitution) * approach * approach * reduced};
}

// (side, impulse on it) => velocities after it.
void push(Side& side, const Vec3& impulse);

}  // namespace rubble::hsdem
