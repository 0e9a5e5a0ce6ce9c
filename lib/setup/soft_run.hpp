#pragma once
// Configuration of any run of soft spheres, for tools that report on a run without executing it.
#include "setup/read_experiment.hpp"
#include "setup/run_plan.hpp"
#include "ssdem/parameters.hpp"

namespace rubble::setup {

struct ContactRun {
  Protocol protocol;
  RunPlan plan;
  ssdem::Parameters parameters;  // values "auto" are not yet computed
  External external;
};

// (document, name of the tool that reads it) => the configuration. InputError for a document of another tool, for a
// missing `experiment` in [run], and for invalid values.
ContactRun read_contact_run(config::Document& config, const std::string& tool);

// The tables that it reads, for --describe.
config::Tables describe_contact_run();

}  // namespace rubble::setup
