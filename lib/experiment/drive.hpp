#pragma once
// Drives change the velocities of bodies at regular intervals during a run.
#include "experiment/observer.hpp"
#include "model/account.hpp"

namespace rubble::experiment {

class Drive : public Observer {
 public:
  // Interval between two pushes [s]. The run rounds it to whole steps, at least one.
  virtual double every() const = 0;
  // (pile with its present bonds, time since the last push or the start [s], account) Changes velocities and spins, but
  // not positions. Members of a grain move as a rigid body. Energy, momentum and angular momentum of the push are added
  // to the account. The contacts of the pile may be older than its state.
  virtual void push(Pile& pile, double interval, Account& given) = 0;
};

}  // namespace rubble::experiment
