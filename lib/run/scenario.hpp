#pragma once
// Constants of a run: configuration, method, external action, schedule, and the origin of the data.
#include "measure/ledger/ledger.hpp"
#include "model/external.hpp"
#include "model/pile.hpp"
#include "model/probes.hpp"
#include "run/observers.hpp"
#include "run/request.hpp"
#include "run/schedule.hpp"
#include "setup/method.hpp"
#include "setup/run_plan.hpp"
#include "store/provenance.hpp"
#include "store/track.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rubble::run {

struct Scenario {
  setup::RunPlan plan;
  setup::SanityLimits limits;
  std::unique_ptr<setup::Method> method;
  External external;
  std::unique_ptr<Schedule> schedule;
  double tick = 0;               // length of a step [s]
  bool summed_directly = false;  // true if "fmm" is configured but gravity is summed directly
  std::optional<double> glued;   // gravitational energy within grains [J]; empty without gravity or if grains change
  double potential_error = measure::kPotentialError;  // of the ledger
  std::unique_ptr<Probes> probes;                     // nullptr: none
  measure::Points points;  // point masses that represent hulls, if gravity uses their multipoles
  std::string key;         // a checkpoint must have the same key
  store::Provenance provenance;
  std::vector<std::string> told;  // messages about values that were computed from the input

  bool attracts() const { return method->gravity().method != gravity::Summation::none; }
  double constant() const { return attracts() ? method->gravity().constant : 0; }  // G [m3 kg-1 s-2], 0: no gravity
  // (pile, account of the stepper and of external actions) => ledger of this run
  measure::Ledger ledger(const Pile& pile, const Account& account) const;
};

// (request, its observers, where to put the pile) => the scenario; reads the tables of a run that no tool has read yet,
// and the input. `pile` becomes the first state of the run. InputError for invalid values and unsuited piles. It writes
// nothing.
Scenario read_scenario(const Request& request, Observers& observers, Pile& pile);

// => columns of the track: of the ledger, of the observers' findings, of the probes and of driven walls.
std::vector<store::Column> columns_of(const Scenario& scenario, const Observers& observers);

// (request, scenario, path of a checkpoint, its content, step of the first state) InputError if the checkpoint belongs
// to another run, or if the run ends at the time of the checkpoint or before.
void require_own(const Request& request, const Scenario& scenario, const std::string& path,
                 const store::Checkpoint& checkpoint, std::int64_t first_step);

}  // namespace rubble::run
