#pragma once
// Restart of a run that has finished: its outputs stay as they are.
#include "model/stepper.hpp"
#include "run/request.hpp"
#include "setup/run_plan.hpp"
#include "store/provenance.hpp"

#include <optional>

namespace rubble::run {

// Name of the exit code among the results that a run records in its outputs.
inline constexpr const char* kExitCode = "exit_code";

// (last report of the method, time at the end [s], true for exit code 4, record of the run) Adds the exit code to the
// record, and the impact that ended the run, if any.
void record_end(const StepReport& report, double time, bool out_of_budget, store::Record& record);

// (request, plan, record that this run would add to its outputs) => exit code of the finished run whose outputs
// --restart finds, after a message; nothing if there are none. InputError if the output is that of another run or does
// not record its exit code, or if the track is missing, damaged or not that of the output.
std::optional<int> code_of_finished_run(const Request& request, const setup::RunPlan& plan, const store::Record& own);

}  // namespace rubble::run
