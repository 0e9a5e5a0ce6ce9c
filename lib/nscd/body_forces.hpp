#pragma once
// Forces on rigid bodies, from everything but contacts.
#include "nscd/gravity_loads.hpp"
#include "nscd/step_view.hpp"

namespace rubble::nscd {

class BodyForces {
 public:
  BodyForces(const gravity::Parameters& p, const Model& model) : gravity_(p, model) {}

  // Evaluates the forces at the prediction, applies them to the velocities for one step, and adds their impulses to the
  // account.
  void kick(const StepView& step, RigidBodies& bodies, Account& account);
  // (number of bodies) Sets all forces to zero.
  void clear(std::size_t bodies);
  const Vec3s& torque() const { return all_.torque; }  // on each body [N m]
  // Work of external fields in a step of the given length [s] [J].
  double work_of_fields(const friction::BodyVelocities& before, const friction::BodyVelocities& after, double dt) const;

  void archive(Archive& archive) { gravity_.archive(archive); }
  // As GravityLoads::require_sound().
  void require_sound(std::int64_t start, std::int64_t now) const { gravity_.require_sound(start, now); }

 private:
  void hold_particle(const StepView& step, std::size_t row, Account& rate) const;
  void add_particle(const StepView& step, std::size_t body, std::size_t row, Account& rate);

  GravityLoads gravity_;
  Loads all_, fields_;  // on each body; the part of external fields
};

}  // namespace rubble::nscd
