#pragma once
// The configuration of any run of soft spheres, for tools that report on a run without doing it.
#include "app/parameters.hpp"
#include "app/protocol.hpp"
#include "ssdem/parameters.hpp"

namespace rubble::app {

struct ContactRun {
  Protocol protocol;
  RunPlan plan;
  ssdem::Parameters parameters;  // their autos are open
  External external;
};

// (document, name of the tool that reads it) InputError for a document of another tool, and for what is wrong.
ContactRun read_contact_run(config::Document& config, const std::string& tool);

// The tables that it reads, for --describe.
config::Tables describe_contact_run();

}  // namespace rubble::app
