#pragma once
// Request for a run: the tool, its arguments, the configuration and the protocol of the experiment.
#include "cli/tool.hpp"
#include "config/describe.hpp"
#include "setup/read_experiment.hpp"

namespace rubble::run {

struct Request {
  const cli::Tool& tool;
  const cli::Arguments& arguments;
  config::Document& config;
  const setup::Protocol& protocol;
};

}  // namespace rubble::run
