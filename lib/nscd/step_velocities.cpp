#include "nscd/step_velocities.hpp"

#include "base/parallel.hpp"

namespace rubble::nscd {

void StepVelocities::turn_pairs(const RigidBodies& bodies, const PathPairs& pairs, const Vec3s& torque, double dt) {
  bodies.give(free);
  before.inverse_inertia = free.inverse_inertia;
  if (free.inverse_inertia.empty()) return;
  for (std::size_t m = 0; m < bodies.size(); ++m)
    if (pairs.of_body(static_cast<Index>(m)) != nullptr)
      before.spin[m] = free.spin[m] - dt * free.inverse_inertia[m] * torque[m];
}

void StepVelocities::find_at_impacts(const PathPairs& pairs, double dt) {
  at_impacts = before;
  parallel_for(before.size(), [&](std::size_t m) {
    const double share = pairs.share_of_kick(static_cast<Index>(m), dt);
    at_impacts.velocity[m] += share * (free.velocity[m] - before.velocity[m]);
    at_impacts.spin[m] += share * (free.spin[m] - before.spin[m]);
  });
}

friction::BodyVelocities StepVelocities::after_impacts(const friction::BodyVelocities& after, const PathPairs& pairs,
                                                       double dt) const {
  friction::BodyVelocities bodies = after;
  parallel_for(bodies.size(), [&](std::size_t m) {
    const double rest = 1 - pairs.share_of_kick(static_cast<Index>(m), dt);
    bodies.velocity[m] -= rest * (free.velocity[m] - before.velocity[m]);
    bodies.spin[m] -= rest * (free.spin[m] - before.spin[m]);
  });
  return bodies;
}

}  // namespace rubble::nscd
