#include "nscd/body_forces.hpp"

#include "base/parallel.hpp"

namespace rubble::nscd {

void BodyForces::clear(std::size_t bodies) {
  for (Loads* loads : {&all_, &fields_}) {
    loads->force.assign(bodies, Vec3::Zero());
    loads->torque.assign(bodies, Vec3::Zero());
  }
}

// Adds what holds a particle of a frozen body against self-gravity to the rates (docs/theory.md 3.11).
void BodyForces::hold_particle(const StepView& step, std::size_t row, Account& rate) const {
  const State& state = step.predicted.state;
  const Vec3& x = state.position[row];
  const Vec3& force = gravity_.self.force[row];
  const Vec3 torque = gravity_.self.torque_on(row);
  rate.impulse -= force;
  rate.angular_impulse -= x.cross(force) + torque;
  rate.walls -= force.dot(state.velocity[row]) + torque.dot(state.spin[row]);
  rate.gravity_torque += x.cross(force) + torque;
  rate.exchanged += force.norm();
  rate.exchanged_angular += force.norm() * x.norm() + torque.norm();
}

// Adds the forces on a particle of a body, and their rates.
void BodyForces::add_particle(const StepView& step, std::size_t body, std::size_t row, Account& rate) {
  const Vec3& x = step.predicted.state.position[row];
  const Vec3 arm = x - step.bodies.position(body);
  const Vec3& outer = gravity_.outer.force[row];
  const Vec3& self = gravity_.self.force[row];
  const Vec3 outer_torque = gravity_.outer.torque_on(row);
  const Vec3 self_torque = gravity_.self.torque_on(row);
  all_.force[body] += outer + self;
  all_.torque[body] += arm.cross(outer + self) + outer_torque + self_torque;
  fields_.force[body] += outer;
  fields_.torque[body] += arm.cross(outer) + outer_torque;
  rate.impulse += outer;
  rate.angular_impulse += x.cross(outer) + outer_torque;
  rate.gravity_torque += x.cross(self) + self_torque;
  rate.exchanged += outer.norm() + self.norm();
  rate.exchanged_angular += (outer.norm() + self.norm()) * x.norm() + outer_torque.norm() + self_torque.norm();
}

void BodyForces::kick(const StepView& step, RigidBodies& bodies, Account& account) {
  const State& state = step.predicted.state;
  const double dt = step.p.step.dt;
  const FieldAt field = step.external.field_at(step.p.gravity.constant, state.time);
  account.held += gravity_.find(step.model, state, field, dt);
  clear(bodies.size());
  Account rate = blocked_fold(bodies.size(), Account{}, [&](Account& sum, std::size_t m) {
    const bool held = bodies.frozen().is(m);
    for (const Index particle : bodies.rows(step.predicted.state.grouping, m)) {
      const auto row = static_cast<std::size_t>(particle);
      held ? hold_particle(step, row, sum) : add_particle(step, m, row, sum);
    }
    bodies.kick(m, all_.force[m], all_.torque[m], dt);
  });
  rate.exchanged += gravity_.within().force;
  rate.exchanged_angular += gravity_.within().torque;
  account.add(rate, dt);
}

double BodyForces::work_of_fields(const friction::BodyVelocities& before, const friction::BodyVelocities& after,
                                  double dt) const {
  const double twice = blocked_sum(before.velocity.size(), 0.0, [&](std::size_t m) {
    return fields_.force[m].dot(before.velocity[m] + after.velocity[m]) +
           fields_.torque[m].dot(before.spin[m] + after.spin[m]);
  });
  return 0.5 * dt * twice;
}

}  // namespace rubble::nscd
