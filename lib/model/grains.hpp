#pragma once
// Grains of a pile: conversions between members and rigid bodies.
#include "base/archive.hpp"
#include "model/pile.hpp"

namespace rubble {

// Motion of a rigid body; the angular momentum is about its centre of mass.
struct GrainMotion {
  Vec3 position = Vec3::Zero(), velocity = Vec3::Zero();  // of the centre of mass [m], [m s-1]
  Vec3 momentum = Vec3::Zero();                           // angular momentum [kg m2 s-1]
  Quaternion orientation = Quaternion::Identity();        // rotation from the principal frame to inertial axes
};

// => the name of the first unusable quantity, or nullptr if all are usable. Unusable are a position that is not finite
// or too far from the origin, a velocity or angular momentum that is not finite, and an orientation that is no
// rotation.
const char* fault_of(const GrainMotion& motion);

// Saves or loads the motion of bodies, 13 numbers each. Positions of members determine it only up to rounding.
void archive(Archive& archive, const std::string& name, std::vector<GrainMotion>& motion);

// (model, state, grain) => its motion, computed from its members.
GrainMotion motion_of(const Model& model, const State& state, std::size_t grain);

// (grain, motion) => writes its members' positions, velocities and spins and its orientation to `state`.
void place_members(std::size_t grain, const GrainMotion& motion, State& state);

// (state, grain, motion) => true if its members and its orientation have exactly the bits that place_members() computes
// from that motion.
bool stand_as_placed(const State& state, std::size_t grain, const GrainMotion& motion);

// Moments of inertia that differ by less than this part of the largest one are equal.
inline constexpr double kMomentRounding = 1e-9;

// (model, member, its place relative to a point [m], columns: axes of a hull) => its inertia about that point [kg m2].
Mat3 inertia_about(const Model& model, std::size_t body, const Vec3& place, const Mat3& axes);

// (model, grouping with the grain's members, grain) => Grain::excess [kg m2], from its moments and its members; 0 if it
// is only rounding.
Mat3 excess_of(const Model& model, const Grouping& grouping, const Grain& grain);

// (state, grain) => Grain::excess along the inertial axes [kg m2].
Mat3 excess_in_space(const State& state, std::size_t grain);

// (grouping, body) => true if it represents its grain in sums over grains, that is, if it is free or the first member.
bool leads(const Grouping& grouping, std::size_t body);

// (grouping, contact) => true if both sides are members of one grain.
bool glued(const Grouping& grouping, const ContactKey& key);

// (model, state, body) => inertia about the body's centre [kg m2]. The first member's inertia includes the excess of
// its grain. Multiplied by a spin, it gives the angular momentum, so that sums over bodies are sums over grains.
Mat3 own_inertia(const Model& model, const State& state, std::size_t body);
// (model, state, body, spin [rad s-1]) => own_inertia() times the spin [kg m2 s-1].
inline Vec3 spin_momentum(const Model& model, const State& state, std::size_t body, const Vec3& spin) {
  if (state.grouping.grain_of(body) < 0) return model.inertia(body) * spin;
  return own_inertia(model, state, body) * spin;
}

// (model, grouping with the grain of each body and an entry for each grain) => sets Grouping::member, and begin and
// count of each grain. Arrays that only grains or hulls need are filled if there are any, and emptied if there are
// none.
void link_members(const Model& model, Grouping& grouping);
// (pile whose bodies have changed) => fills or empties Model::shape, and calls link_members().
void link_grains(Pile& pile);

// Adds a grain of glued spheres after the bodies of the pile; ids continue from the last body. Arguments for each
// member: its offset from the centre of mass in principal axes [m], its radius [m], and its share of the grain's volume
// [m3], which gives its mass. Arguments for the grain: index of the material, principal moments [kg m2], centre [m],
// orientation, velocity [m s-1], spin [rad s-1], and index of its shape or -1.
void add_grain(Pile& pile, const Vec3s& offset, const Reals& radius, const Reals& volume, std::int32_t material,
               const Vec3& moments, const Vec3& centre, const Quaternion& orientation, const Vec3& velocity,
               const Vec3& spin, Index shape = -1);

// Adds a hull after the bodies of the pile, as a separate grain; its id follows that of the last body. Arguments are
// the index of its shape in the pile's model, placement and size, index of the material, velocity [m s-1], spin [rad
// s-1].
void add_hull(Pile& pile, Index shape, const shape::Placement& place, std::int32_t material, const Vec3& velocity,
              const Vec3& spin);

// Adds a compound of hulls after the bodies of the pile, as one grain; ids of the parts follow that of the last body.
// Arguments for each part: index of its shape in the pile's model, and its placement in the grain's principal frame,
// about the centre of mass. Arguments for the grain are those of add_grain().
void add_compound(Pile& pile, const std::vector<Index>& part, const std::vector<shape::Placement>& place,
                  std::int32_t material, const Vec3& moments, const Vec3& centre, const Quaternion& orientation,
                  const Vec3& velocity, const Vec3& spin, Index shape = -1);

// (model, shape) => its index in the model's table. The shape is added if the table has no equal shape.
Index add_shape(Model& model, const shape::Shape& shape);

// (pile, another pile, `shift`) => appends the grains of the other pile's bodies. The bodies must already be in `pile`,
// from index `shift` on, with the grain and shape indices that they have in `from`.
void append_grains(Pile& pile, const Pile& from, std::size_t shift);

}  // namespace rubble
