#pragma once
// The narrow door to every method: plain data in, advanced state out. One virtual call per control interval.
#include "base/work.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"

#include <map>
#include <string>

namespace rubble {

// All that a stepper must remember, beyond the State, to go on with the same bits. Saved in checkpoints only.
struct Resume {
  std::map<std::string, Reals> reals;
  std::map<std::string, std::vector<std::int64_t>> integers;
};

// Wall time that went into the parts of all steps of this process [s]; not part of results.
struct Phases {
  double search = 0;    // neighbour lists
  double gravity = 0;   // self-gravity
  double contacts = 0;  // with the motion of all bodies
  double grains = 0;    // motion of grains and their members: part of contacts, but for grains at the edges of chunks
};

struct StepReport {
  std::int64_t steps = 0;        // done since the run's start
  double worst_overlap = 0;      // largest overlap / smaller radius since the run's start
  std::size_t contacts = 0;      // touching now
  std::int64_t list_builds = 0;  // neighbour lists built by this process (not part of results)
  Phases seconds = {};
};

class Stepper {
 public:
  virtual ~Stepper() = default;

  // Advances state to the first step boundary at or after `until` [s].
  virtual StepReport advance(const Model& model, State& state, const External& external, double until) = 0;

  // (model, state, external) => the touching pairs with forces, histories and energies at state.time.
  virtual Contacts contacts(const Model& model, const State& state, const External& external) const = 0;

  // Where energy and momentum went since the start of the run.
  virtual const Work& work() const = 0;

  virtual Resume resume() const = 0;
};

}  // namespace rubble
