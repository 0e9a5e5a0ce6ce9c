#pragma once
// The run loop, shared by all tools that advance a pile in time. Reads the input and [run], [sanity], [overlap],
// [packing], [[probe]], [external], [[plane]], [box], [periodic] and the tables of the method; writes pile, track,
// checkpoints, log and progress.
#include "cli/tool.hpp"
#include "setup/read_experiment.hpp"

namespace rubble::run {

// (tool, arguments, document from which the tool has read its own tables, protocol) => exit code: kDone, kBudget if the
// duration ended before the stop rule was met, kStopped after a signal. Throws InputError, SystemError, SanityError,
// and Stopped if a signal ends a long step before the first checkpoint exists.
int run(const cli::Tool& tool, const cli::Arguments& arguments, config::Document& config,
        const setup::Protocol& protocol);

}  // namespace rubble::run
