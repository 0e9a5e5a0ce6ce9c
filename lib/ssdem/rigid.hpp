#pragma once
// Grains in motion, four side by side. Contact torques have the full arm from the grain's centre,
// gravity acts on each member, rotation is split or integrated by Runge and Kutta's method. docs/theory.md 8.
#include "base/rotor.hpp"
#include "model/external.hpp"
#include "model/grains.hpp"
#include "ssdem/chunk.hpp"
#include "ssdem/motion.hpp"

#include <array>
#include <vector>

namespace rubble::ssdem {

// Four grains between two steps: their motion is half a step ahead, like that of free bodies. Empty lanes have count 0.
// Fields that each step reads come first.
struct alignas(64) GrainQuad {
  Pack3 position, velocity, momentum;  // momentum: angular
  Rotor<Pack> turn{all(1), {}, {}, {}};
  Pack3 inverse_moments{all(1), all(1), all(1)};
  Pack inverse_mass = all(1), mass{};
  Pack reach{};                                      // distance of the farthest member from the centre [m]
  std::array<std::size_t, kLanes> first{}, count{};  // places of the members

  Pack3 acceleration, torque;                // where a step has ended and none has begun
  Pack3 predicted_velocity, predicted_spin;  // that contact laws see; kept for forces that jump
  Pack3 moments{all(1), all(1), all(1)};
  std::array<std::size_t, kLanes> grain{};  // row in the model

  GrainMotion motion(std::size_t lane) const;
  void put(std::size_t lane, const GrainMotion& motion);
};

void put_lane(Pack3& t, std::size_t lane, const Vec3& v);
Vec3 lane_of(const Pack3& t, std::size_t lane);

// Members of a quad's grains, by place: offset in the principal frame [m], and loads by contacts, which begin with that
// of place `first_load`.
struct MemberLoads {
  const Xyzw* offset = nullptr;
  const Load* load = nullptr;
  std::size_t first_load = 0;
};

// finish: the end of the step whose loads were just found. open: the beginning of the next. Members in `spheres`
// follow.
template <bool finish, bool open>
void move_quad(GrainQuad& quad, const MotionContext& context, const MemberLoads& members, Spheres& spheres,
               MotionSums& sums);

// (model, state, body) => contribution of the rotation of its grain to the inverse mass of a push through its centre.
RotationalInverseMass rotational_inverse_mass_of(const Model& model, const State& state, std::size_t body);

}  // namespace rubble::ssdem
