#pragma once
// Velocities of the rigid bodies in a step.
#include "nscd/path_pairs.hpp"

namespace rubble::nscd {

struct StepVelocities {
  friction::BodyVelocities before;      // at the start of the step
  friction::BodyVelocities free;        // after the kick of the step, without impulses
  friction::BodyVelocities at_impacts;  // at the time of impacts; set with restitution only

  // (bodies at the first touch of the pairs, torque of the step's kick [N m], step [s]) Sets the spins of the moved
  // bodies for their new inertia: the free spins, and those without the kick.
  void turn_pairs(const RigidBodies& bodies, const PathPairs& pairs, const Vec3s& torque, double dt);
  // Sets the velocities at the time of impacts: those with a part of the step's kick. docs/theory.md 11.8
  void find_at_impacts(const PathPairs& pairs, double dt);
  // (velocities at the end of the step) => velocities just after impacts by Newton's law: without the rest of the kick.
  friction::BodyVelocities after_impacts(const friction::BodyVelocities& after, const PathPairs& pairs,
                                         double dt) const;
};

}  // namespace rubble::nscd
