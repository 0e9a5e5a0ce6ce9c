#pragma once
// Observers of a run compute numbers at its records, which become columns of the track.
#include "base/typical_value.hpp"
#include "experiment/finding.hpp"
#include "model/pile.hpp"
#include "model/stepper.hpp"

#include <vector>

namespace rubble::experiment {

// Data for an observer at a record.
struct Look {
  const Pile& pile;          // including contacts
  double gravitational = 0;  // energy of self-gravity between grains [J]; 0 without self-gravity or for a single grain
  double constant = 0;       // G, 0 if there is no self-gravity
  bool first = false;        // true for the first state of the run
};

class Observer {
 public:
  virtual ~Observer() = default;

  virtual void observe(const Look& look) = 0;
  // Findings of the last observation, always with the same names in the same order.
  virtual std::vector<Finding> findings() const = 0;
  // Typical values of the keys of its tables, once the first state of the run is known.
  virtual std::vector<TypicalValue> typical_values() const { return {}; }

  // Passes the state of the observer to or from a checkpoint.
  virtual void archive(Archive& archive) = 0;
};

}  // namespace rubble::experiment
