#pragma once
// Drives: what an experiment does to the bodies between two steps, again and again.
#include "base/account.hpp"
#include "drive/observer.hpp"

namespace rubble::drive {

class Drive : public Observer {
 public:
  // Time between two pushes [s]; rounded to whole steps, at least one.
  virtual double every() const = 0;
  // One push: changes velocities and spins, never positions; members of a grain as a rigid body. interval: since the
  // last push, or the start [s]. The push is added to `given`: energy, momentum, angular momentum.
  virtual void push(const Model& model, State& state, double interval, Account& given) = 0;
};

}  // namespace rubble::drive
