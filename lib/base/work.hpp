#pragma once
// Where energy and momentum went, summed since the start of a run: the stepper's side of the ledger.
#include "base/vec.hpp"

namespace rubble {

// Dissipated energies are >= 0 for every sound law; all in J.
struct Work {
  double normal = 0;   // dashpot or hysteresis along the normal
  double sliding = 0;  // tangential dashpot and Coulomb sliding
  double rolling = 0;
  double twisting = 0;
  double walls = 0;                     // work done on the bodies by moving walls
  double driven = 0;                    // by drives, and by fields from outside that change with time
  Vec3 impulse = Vec3::Zero();          // given by walls and external fields [N s]
  Vec3 angular_impulse = Vec3::Zero();  // of the same about the origin [N m s]
  // Of self-gravity, whose torque and work are only as good as its sums and their holding.
  Vec3 gravity_torque = Vec3::Zero();  // torque times time about the origin; 0 if it were exact [N m s]
  double held = 0;                     // energy made by holding it between evaluations, estimated [J]
  // Sizes of all that bodies got from contacts, walls and fields, however much of it cancels: rounding is in proportion
  // to these, and to what moves. docs/theory.md 3.6.
  double exchanged = 0;          // sum over bodies and forces of |F| dt [N s]
  double exchanged_angular = 0;  // of |F| dt times the distance of the body's far side from the origin [N m s]

  double dissipated() const { return normal + sliding + rolling + twisting; }
  // Adds `other` times `factor` (a rate times a time, or an amount times one).
  void add(const Work& other, double factor) {
    normal += factor * other.normal, sliding += factor * other.sliding;
    rolling += factor * other.rolling, twisting += factor * other.twisting, walls += factor * other.walls;
    driven += factor * other.driven;
    impulse += factor * other.impulse, angular_impulse += factor * other.angular_impulse;
    gravity_torque += factor * other.gravity_torque, held += factor * other.held;
    exchanged += factor * other.exchanged, exchanged_angular += factor * other.exchanged_angular;
  }
};

}  // namespace rubble
