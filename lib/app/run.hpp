#pragma once
// The run loop, shared by all tools that advance a pile in time. Reads the input and [run], [sanity], [overlap],
// [packing], [external], [[plane]], [box], [periodic] and the tables of the method; writes pile, track, checkpoints,
// log and progress.
#include "app/protocol.hpp"
#include "app/tool.hpp"
#include "config/describe.hpp"

namespace rubble::app {

// (tool, arguments, document from which the tool has read its own tables, protocol) => exit code: kDone, kBudget if the
// duration ended before the stop rule was met, kStopped after a signal. Throws InputError, SystemError, SanityError,
// and Stopped if a signal ends a long step before the first checkpoint exists.
int run(const Tool& tool, const Arguments& arguments, config::Document& config, const Protocol& protocol);

// Tables of all parameters that run() reads, for --describe.
config::Tables describe_run();

}  // namespace rubble::app
