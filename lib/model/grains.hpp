#pragma once
// Grains of a pile: from members to rigid bodies and back.
#include "model/pile.hpp"

namespace rubble {

// A rigid body's motion; angular momentum about its centre of mass.
struct GrainMotion {
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero();  // of the centre of mass [m], [m s-1]
  Vec3 momentum = Vec3::Zero();                           // angular [kg m2 s-1]
  Quaternion orientation = Quaternion::Identity();
};

// (pile's model and state, grain) => its motion, from its members.
GrainMotion motion_of(const Model& model, const State& state, std::size_t grain);

// (model, grain, motion) => its members' positions, velocities, spins and its orientation in `state`.
void place_members(const Model& model, std::size_t grain, const GrainMotion& motion, State& state);

// (model, state, grain, motion) => whether its members and its orientation are, to the last bit, what place_members
// makes of that motion.
bool stand_as_placed(const Model& model, const State& state, std::size_t grain, const GrainMotion& motion);

// Adds spheres that are glued together. (pile, members' offsets from the centre of mass in principal axes [m], radii
// [m], density [kg m-3] of material number `material`, principal moments of the sum of spheres [kg m2], centre [m],
// orientation, velocity [m s-1], spin [rad s-1]) => the pile with them behind its bodies; ids follow the last body's.
void add_grain(Pile& pile, const Vec3s& offset, const Reals& radius, std::int32_t material, const Vec3& moments,
               const Vec3& centre, const Quaternion& orientation, const Vec3& velocity, const Vec3& spin);

}  // namespace rubble
