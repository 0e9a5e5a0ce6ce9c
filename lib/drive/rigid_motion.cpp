#include "drive/rigid_motion.hpp"

#include "base/parallel.hpp"

namespace rubble::drive {

RigidMotion rigid_motion(const Model& model, const State& state) {
  const std::size_t n = model.size();
  const Vec3 zero = Vec3::Zero();
  RigidMotion whole;
  whole.mass = blocked_sum(n, 0.0, [&](std::size_t i) { return model.mass[i]; });
  whole.centre =
      blocked_sum(n, zero, [&](std::size_t i) -> Vec3 { return model.mass[i] * state.position[i]; }) / whole.mass;
  whole.velocity =
      blocked_sum(n, zero, [&](std::size_t i) -> Vec3 { return model.mass[i] * state.velocity[i]; }) / whole.mass;
  const Vec3 angular = blocked_sum(n, zero, [&](std::size_t i) -> Vec3 {
    return model.mass[i] * (state.position[i] - whole.centre).cross(state.velocity[i] - whole.velocity) +
           model.inertia(i) * state.spin[i];
  });
  const Mat3 inertia = blocked_sum(n, Mat3(Mat3::Zero()), [&](std::size_t i) -> Mat3 {
    const Vec3 d = state.position[i] - whole.centre;
    return (model.mass[i] * d.squaredNorm() + model.inertia(i)) * Mat3::Identity() - model.mass[i] * d * d.transpose();
  });
  // Positive definite, because every sphere has a moment of inertia of its own.
  whole.spin = inertia.ldlt().solve(angular);
  whole.kinetic = 0.5 * whole.mass * whole.velocity.squaredNorm() + 0.5 * angular.dot(whole.spin);
  return whole;
}

double kinetic_energy(const Model& model, const State& state) {
  return blocked_sum(model.size(), 0.0, [&](std::size_t i) {
    return 0.5 * model.mass[i] * state.velocity[i].squaredNorm() + 0.5 * model.inertia(i) * state.spin[i].squaredNorm();
  });
}

void remove_rigid_motion(const Model& model, State& state) {
  const RigidMotion whole = rigid_motion(model, state);
  parallel_for(model.size(), [&](std::size_t i) {
    state.velocity[i] -= whole.velocity + whole.spin.cross(state.position[i] - whole.centre);
    state.spin[i] -= whole.spin;
  });
}

}  // namespace rubble::drive
