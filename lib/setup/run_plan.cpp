#include "setup/run_plan.hpp"

#include "experiment/overlap_observer.hpp"
#include "experiment/packing_observer.hpp"
#include "setup/method.hpp"
#include "setup/read_external.hpp"

namespace rubble::setup {

config::Tables describe_run() {
  return config::describe<RunPlan>("[run]",
                                   "Duration of the run and intervals of its outputs, rounded to whole steps. Use "
                                   "centre for piles far from the origin or in fast motion.") +
         config::describe<SanityLimits>(
             "[sanity] (optional)",
             "Largest errors of the ledger (docs/theory.md 3.6); a run beyond them ends with exit code 3.") +
         config::describe<experiment::OverlapRule>(
             "[overlap] (optional)",
             "Series of overlaps in the track: overlap/mean, overlap/deep and overlap/ever_deep.") +
         config::describe<experiment::PackingRule>("[packing] (optional)",
                                                   "Series of the packing in the track: packing/all/... of all bodies, "
                                                   "packing/largest/... of the heaviest group.") +
         describe_method() + describe_external();
}

}  // namespace rubble::setup
