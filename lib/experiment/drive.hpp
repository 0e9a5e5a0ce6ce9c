#pragma once
// Drives change the velocities of bodies at regular intervals during a run.
#include "experiment/observer.hpp"
#include "model/account.hpp"

namespace rubble::experiment {

class Drive : public Observer {
 public:
  // Interval between two pushes [s]. The run rounds it to whole steps, at least one.
  virtual double every() const = 0;
  // (model, state, time since the last push or the start [s], account) Changes velocities and spins, but not positions.
  // Members of a grain move as a rigid body. Energy, momentum and angular momentum of the push are added to the
  // account.
  virtual void push(const Model& model, State& state, double interval, Account& given) = 0;
};

}  // namespace rubble::experiment
