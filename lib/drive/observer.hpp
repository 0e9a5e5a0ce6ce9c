#pragma once
// Observers of a run compute numbers at its records: columns of its track.
#include "drive/finding.hpp"
#include "model/pile.hpp"
#include "model/stepper.hpp"

#include <vector>

namespace rubble::drive {

// Data for an observer at a control interval.
struct Look {
  const Pile& pile;          // contacts included
  double gravitational = 0;  // energy of its self-gravity between grains [J], 0 without one or with a single grain
  double constant = 0;       // G, 0 if there is no self-gravity
  bool first = false;        // the run's first state
};

class Observer {
 public:
  virtual ~Observer() = default;

  virtual void observe(const Look& look) = 0;
  // Findings of the last look: always the same names in the same order.
  virtual std::vector<Finding> findings() const = 0;

  // State of the observer goes through checkpoints.
  virtual void archive(Archive& archive) = 0;
};

}  // namespace rubble::drive
