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

// (model, state, grain, motion) => true if its members and its orientation are, to the last bit, those that
// place_members computes from that motion.
bool stand_as_placed(const Model& model, const State& state, std::size_t grain, const GrainMotion& motion);

// (model, grain) => Grain::excess, from its moments and its members; 0 where that is rounding.
Mat3 excess_of(const Model& model, const Grain& grain);

// (model, state, grain) => Grain::excess along the inertial axes [kg m2].
Mat3 excess_in_space(const Model& model, const State& state, std::size_t grain);

// (model, body) => true if it represents its grain in sums over grains: it is free or the first member.
bool leads(const Model& model, std::size_t body);

// (model, contact) => true if both sides are members of one grain.
bool glued(const Model& model, const ContactKey& key);

// (model, state, body) => inertia about the body's centre [kg m2]: its own, with a grain's excess at its first member.
// Times a spin: its angular momentum; so that sums over bodies are sums over grains.
Mat3 own_inertia(const Model& model, const State& state, std::size_t body);
// Likewise => that inertia times a spin [rad s-1].
inline Vec3 spin_momentum(const Model& model, const State& state, std::size_t body, const Vec3& spin) {
  if (model.grain_of(body) < 0) return model.inertia(body) * spin;
  return own_inertia(model, state, body) * spin;
}

// (model with the grain of each body and an entry for each grain) => Model::member, and begin and count of each grain.
// Arrays that only grains or hulls need are filled up where there are some, and emptied where there are none.
void link_grains(Model& model);

// Adds spheres that are glued together. (pile, members' offsets from the centre of mass in principal axes [m], radii
// [m], volume that each stands for [m3], number of the material, principal moments of the whole [kg m2], centre [m],
// orientation, velocity [m s-1], spin [rad s-1], row of its shape or -1) => the pile with them behind its bodies; ids
// follow the last body's.
void add_grain(Pile& pile, const Vec3s& offset, const Reals& radius, const Reals& volume, std::int32_t material,
               const Vec3& moments, const Vec3& centre, const Quaternion& orientation, const Vec3& velocity,
               const Vec3& spin, Index shape = -1);

// Adds a hull. (pile, row of its shape in the pile's model, where it is and how large, number of the material, velocity
// [m s-1], spin [rad s-1]) => the pile with it behind its bodies, a grain of its own; its id follows the last body's.
void add_hull(Pile& pile, Index shape, const shape::Placement& place, std::int32_t material, const Vec3& velocity,
              const Vec3& spin);

// (model, shape) => its row in the model's table, added if an equal one is not there yet.
Index add_shape(Model& model, const shape::Shape& shape);

// Glues spheres where they are. (pile of free spheres, number of each one's grain: 0, 1, ... or -1; excess of each
// grain along the inertial axes [kg m2]) => `pile` with these grains: masses, moments, orientations and the members'
// offsets follow from the spheres; their motion is left as it is.
void glue_bodies(Pile& pile, const std::vector<Index>& grain, const std::vector<Mat3>& excess);

// Bodies stick together or come apart. (pile, number of each body's grain from now on: 0, 1, ... or -1, a free sphere)
// => `pile` with these grains. A grain that keeps its members stays as it was, to the last bit; of others masses,
// moments, orientations and offsets follow from the members, and the motion of the members is left as it is: after
// gluing bodies that move apart, place them again (place_members). std::logic_error for a free hull, for numbers that
// leave one out, and for a change to a grain with an excess, which belongs to no member.
void regroup(Pile& pile, const std::vector<Index>& grain);

// (pile, another one) => `pile` with the grains of the other's bodies behind its own; its bodies, whose numbers of
// grains and shapes are still those of `from`, are there already, from row `shift` on.
void append_grains(Pile& pile, const Pile& from, std::size_t shift);

}  // namespace rubble
