#pragma once
// The motion of free spheres: velocities half a step ahead, kicked by forces and torques, and drifting. docs/theory.md
// 3.1. Grains own the motion of their members (grains.hpp).
#include "model/pile.hpp"
#include "ssdem/chunk.hpp"
#include "ssdem/grains.hpp"
#include "ssdem/motion.hpp"

namespace rubble::ssdem {

// Arrays by place; members of grains have places in them that nobody reads.
class SphereMotion {
 public:
  // (model, state, body at each place) => velocities and spins at the state; accelerations stay.
  void load(const Model& model, const State& state, const std::vector<Index>& order);
  // Puts free spheres where they are.
  void save(const std::vector<Index>& order, const Spheres& spheres, const RigidGrains& grains, State& state) const;

  // Velocity of a free sphere in the drift of a step that has begun [m s-1].
  Vec3 drift(std::size_t place) const { return vec(half_velocity_[place]); }

  // By body [m s-2], [rad s-2].
  void put_accelerations(const std::vector<Index>& order, const Vec3s& linear, const Vec3s& angular);
  void get_accelerations(const std::vector<Index>& order, Vec3s& linear, Vec3s& angular) const;

  // Moves the free spheres of a chunk from their loads. finish: the end of the step whose forces were just found. open:
  // the beginning of the next. Loads of members that wait for other chunks are handed to their grains.
  template <bool finish, bool open>
  void move(const Chunk& chunk, const MotionContext& context, Spheres& spheres, RigidGrains& grains, MotionSums& sums);

 private:
  // Of the middle of the step, or, between steps, the state's; with the inverses of mass and moment of inertia.
  std::vector<Xyzw> half_velocity_, half_spin_;
  std::vector<Xyzw> acceleration_, angular_acceleration_;  // between steps
};

}  // namespace rubble::ssdem
