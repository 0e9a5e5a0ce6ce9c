#pragma once
// The narrow door to every method: plain data in, advanced state out. One virtual call per control interval.
#include "base/account.hpp"
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

// What a method watches in its own steps, and the limit that it is held to: beyond it the run is broken.
struct Audit {
  const char* name;  // of the column of a track
  const char* unit;
  const char* text;  // what it is, for messages
  const char* key;   // of its limit in [sanity]
  double limit;
  double worst = 0;  // since the run's start

  bool kept() const { return worst <= limit; }  // not if it is no number
};

struct StepReport {
  std::int64_t steps = 0;        // done since the run's start
  std::vector<Audit> audits;     // those of the method
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
  virtual const Account& account() const = 0;
  // The ways of losing energy that it accounts for.
  virtual std::vector<Channel> channels() const = 0;

  virtual Resume resume() const = 0;
};

}  // namespace rubble
