#pragma once
// Restart of a run that has finished: its outputs stay as they are.
#include "run/request.hpp"
#include "store/provenance.hpp"

#include <optional>

namespace rubble::run {

// (request, record that this run would add to its outputs) => exit code of the finished run whose outputs --restart
// finds, after a message; nothing if there are none. InputError if the output is that of another run, or if the track
// is missing.
std::optional<int> code_of_finished_run(const Request& request, const store::Record& own);

}  // namespace rubble::run
