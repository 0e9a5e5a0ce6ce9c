#pragma once
// Motion of free spheres: velocities are stored half a step ahead. Forces and torques kick them, and positions drift.
// docs/theory.md 3.1. Members of grains move with their grains (rigid_grains.hpp).
#include "model/pile.hpp"
#include "ssdem/chunk.hpp"
#include "ssdem/motion_sums.hpp"
#include "ssdem/rigid_grains.hpp"

namespace rubble::ssdem {

// Arrays by place; entries of members of grains are unused.
class SphereMotion {
 public:
  // (model, state, body at each place) => velocities and spins at the state; accelerations are not changed.
  void load(const Model& model, const State& state, const std::vector<Index>& order);
  // Writes positions, velocities and spins of free spheres.
  void save(const std::vector<Index>& order, const Spheres& spheres, const RigidGrains& grains, State& state) const;

  // Velocity of a free sphere during the drift of the current step [m s-1].
  Vec3 drift(std::size_t place) const { return vec(half_velocity_[place]); }

  // Values by body [m s-2], [rad s-2].
  void put_accelerations(const std::vector<Index>& order, const Vec3s& linear, const Vec3s& angular);
  void get_accelerations(const std::vector<Index>& order, Vec3s& linear, Vec3s& angular) const;

  // Moves the free spheres of a chunk using their loads. finish: completes the step whose forces were just evaluated.
  // open: begins the next. hill: in the rotating frame of the context. Loads on members of grains that two chunks share
  // are passed to `grains`.
  template <bool finish, bool open, bool hill>
  void move(const Chunk& chunk, const MotionContext& context, Spheres& spheres, RigidGrains& grains, MotionSums& sums);

 private:
  // Values in the middle of the step or, between steps, those of the state; fourth components: inverse mass and inverse
  // moment of inertia.
  std::vector<Xyzw> half_velocity_, half_spin_;
  std::vector<Xyzw> acceleration_, angular_acceleration_;  // valid between steps
};

}  // namespace rubble::ssdem
