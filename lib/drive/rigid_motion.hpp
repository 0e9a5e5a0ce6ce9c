#pragma once
// The rigid part of a pile's motion: drift of the centre of mass and rotation about it.
#include "base/account.hpp"
#include "model/pile.hpp"

namespace rubble::drive {

struct RigidMotion {
  double mass = 0;               // [kg]
  Vec3 centre = Vec3::Zero();    // centre of mass [m]
  Vec3 velocity = Vec3::Zero();  // of the centre of mass [m s-1]
  Vec3 spin = Vec3::Zero();      // inverse inertia tensor x angular momentum about it, spins included [rad s-1]
  double kinetic = 0;            // energy of that motion [J]
};

// (pile's model and state) => the rigid motion with the same momentum and angular momentum.
RigidMotion rigid_motion(const Model& model, const State& state);

// (model, state) => kinetic energy of all bodies, rotation included [J]
double kinetic_energy(const Model& model, const State& state);
// (model, state, fraction) => kinetic energy of all bodies, without those with the largest energies [J]. They are the
// given fraction of the grains and free bodies, rounded up.
double kinetic_energy_of_rest(const Model& model, const State& state, double share);

// Removes the rigid part of the motion: v - V - W x (x - X), w - W.
void remove_rigid_motion(const Model& model, State& state);

// Moves the centre of mass to the origin and subtracts its velocity from all bodies.
void move_to_centre(Pile& pile);

// Adds a rotation about `centre`: v + W x (x - X), w + W. (model, state, centre [m], W [rad s-1]) => the added energy,
// momentum, and angular momentum about the origin, computed from the rounded velocities.
Account add_rotation(const Model& model, State& state, const Vec3& centre, const Vec3& spin);

// Rotation of the pile about a line through its centre of mass.
struct AboutAxis {
  double moment = 0;    // of inertia [kg m2]
  double momentum = 0;  // angular, spins included [kg m2 s-1]
  Vec3 centre = Vec3::Zero();

  double rate() const { return momentum / moment; }  // [rad s-1]
};

// (model, state, unit vector) => moment and angular momentum about it.
AboutAxis about_axis(const Model& model, const State& state, const Vec3& axis);

}  // namespace rubble::drive
