#pragma once
// Rigid part of a pile's motion: drift of the centre of mass and rotation about it.
#include "model/account.hpp"
#include "model/pile.hpp"

namespace rubble::experiment {

struct RigidMotion {
  double mass = 0;               // [kg]
  Vec3 centre = Vec3::Zero();    // centre of mass [m]
  Vec3 velocity = Vec3::Zero();  // of the centre of mass [m s-1]
  Vec3 spin = Vec3::Zero();      // inverse inertia tensor times angular momentum, with the bodies' spins [rad s-1]
  double kinetic = 0;            // energy of the rigid motion [J]
};

// (model, state) => the rigid motion with the momentum and the angular momentum of the pile.
RigidMotion rigid_motion(const Model& model, const State& state);

// (model, state) => kinetic energy of all bodies, including rotation [J]
double kinetic_energy(const Model& model, const State& state);
// (model, state, fraction) => kinetic energy without that of the most energetic grains and free bodies [J]. Their
// number is the given fraction of all grains and free bodies, rounded up.
double kinetic_energy_of_rest(const Model& model, const State& state, double share);

// Removes the rigid motion with velocity V, spin W and centre X: the velocities become v - V - W x (x - X) and the
// spins w - W. Results within rounding errors of 0 become 0.
void remove_rigid_motion(const Model& model, State& state);

// Moves the centre of mass to the origin and subtracts its velocity from the velocities of all bodies.
void move_to_centre(Pile& pile);

// (model, state, centre X [m], spin W [rad s-1]) Adds a rotation about the centre: v + W x (x - X), w + W. => the added
// energy, momentum, and angular momentum about the origin, computed from the rounded velocities.
Account add_rotation(const Model& model, State& state, const Vec3& centre, const Vec3& spin);
// The rotation of some bodies only, which must be whole grains.
Account add_rotation(const Model& model, State& state, const Vec3& centre, const Vec3& spin,
                     const std::vector<Index>& bodies);

// Rotation of the pile about a line through its centre of mass, `centre` [m].
struct AboutAxis {
  double moment = 0;    // moment of inertia [kg m2]
  double momentum = 0;  // angular momentum, including spins [kg m2 s-1]
  Vec3 centre = Vec3::Zero();

  double rate() const { return momentum / moment; }  // [rad s-1]
};

// (model, state, unit vector) => rotation about this axis.
AboutAxis about_axis(const Model& model, const State& state, const Vec3& axis);

}  // namespace rubble::experiment
