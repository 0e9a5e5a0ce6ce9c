#include "setup/run_plan.hpp"

#include "experiment/overlap_observer.hpp"
#include "experiment/packing_observer.hpp"
#include "setup/method.hpp"
#include "setup/read_experiment.hpp"
#include "setup/read_external.hpp"
#include "setup/read_probes.hpp"

namespace rubble::setup {
namespace {

// [run]: `experiment`, which read_protocol() reads, and the keys of RunPlan.
config::Tables describe_run_table() {
  std::string unset;
  RunPlan plan;
  std::vector<config::Slot> slots = {{
      .key = "experiment",
      .text = "name of the program that runs the file, without rubble-; rubble-advise and rubble-bounce need it, the "
              "program itself does not",
      .target = &unset,
      .choices = names_of(kExperiments),
      .required = false,
  }};
  for (const config::Slot& slot : config::slots_of(plan)) slots.push_back(slot);
  return config::describe_slots({.section = "run"},
                                "Duration of the run and intervals of its outputs, rounded to whole steps. Use "
                                "centre for piles far from the origin or in fast motion.",
                                slots);
}

}  // namespace

config::Tables describe_run() {
  return describe_run_table() +
         config::describe<SanityLimits>(
             {.section = "sanity", .number = "(optional)"},
             "Largest errors of the ledger (docs/theory.md 3.6); a run beyond them ends with exit code 3.") +
         config::describe<experiment::OverlapRule>(
             {.section = "overlap", .number = "(optional)"},
             "Series of overlaps in the track: overlap/mean, overlap/deep and overlap/ever_deep.") +
         config::describe<experiment::PackingRule>({.section = "packing", .number = "(optional)"},
                                                   "Series of the packing in the track: packing/all/... of all bodies, "
                                                   "packing/largest/... of the heaviest group.") +
         describe_probes() + describe_method() + describe_external();
}

}  // namespace rubble::setup
