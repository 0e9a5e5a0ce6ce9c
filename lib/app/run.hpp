#pragma once
// The run loop: what all tools that advance a pile in time have in common. Reads input and [run], [sanity], [step],
// [gravity], [contact.*], [external], [[plane]], [box]; writes pile, track, checkpoints, log and progress.
#include "app/tool.hpp"
#include "config/document.hpp"
#include "drive/drive.hpp"
#include "drive/stop.hpp"
#include "model/pile.hpp"

#include <functional>

namespace rubble::app {

// What distinguishes one run tool from another.
struct Protocol {
  drive::StopRule* stop = nullptr;  // ends the run; without it the duration does
  drive::Drive* drive = nullptr;    // pushes the bodies at its moments, before anything is recorded there
  // Makes the first state and what acts from outside: (pile as read, external as configured, G); the same for a
  // restart.
  std::function<void(Pile&, External&, double)> begin = {};
  std::function<void(const Model&, State&)> finish = {};  // makes the final pile of the final state
};

// (tool, arguments, document from which the tool has read its own tables, protocol) => exit code: kDone, kBudget if the
// duration ended before the stop rule was met, kStopped after a signal. Throws InputError, SystemError, SanityError.
int run(const Tool& tool, const Arguments& arguments, config::Document& config, const Protocol& protocol);

// The table of all parameters that run() reads, for --describe.
std::string describe_run();

}  // namespace rubble::app
