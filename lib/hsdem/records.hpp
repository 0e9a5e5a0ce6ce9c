#pragma once
// Account, counts and audits of a run.
#include "hsdem/pair_impulses.hpp"
#include "hsdem/parameters.hpp"
#include "model/made_energy.hpp"
#include "model/probes.hpp"

#include <cstdint>

namespace rubble::hsdem {

// Work of this process, and wall time of the parts of all steps [s]. They are not part of results.
struct Work {
  std::int64_t looks = 0, predictions = 0, list_builds = 0, resting_sweeps = 0;
  double search = 0, gravity = 0, prediction = 0, events = 0;
};

struct Records {
  Account account;
  Counts counts;
  MadeEnergy made{kHeatOfEvents};
  double first_half_heat = 0;         // heat of contacts at rest in the first half kick of the run [J]
  PairImpulses impulses;              // of the last step
  std::int64_t resting_contacts = 0;  // with an impulse, in the last kick
  Probes* probes = nullptr;           // nullptr: none
  Work work;

  // Saves or loads the numbers that a resumed run continues.
  void archive(Archive& archive);
  // (context, pair at the time of its impulse, impulse on the second side [N s]) Keeps the impulse for the contacts of
  // the pile, and adds it to the probes.
  void add_impulse(const PairContext& context, Index a, Index b, const Vec3& impulse);
};

}  // namespace rubble::hsdem
