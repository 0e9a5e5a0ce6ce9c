#include "run/finished.hpp"

#include "base/error.hpp"
#include "cli/message.hpp"
#include "cli/outputs.hpp"
#include "run/run_key.hpp"
#include "run/run_messages.hpp"
#include "store/pile_file.hpp"
#include "store/track.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>

#include <fmt/format.h>

namespace rubble::run {
namespace {

// The parts of a record that determine the results, without the version of the program. An output of a version with
// other recorded defaults is therefore one of another run.
std::string key_of(const store::Record& record) {
  return run_key({record.tool, "", record.inputs.empty() ? "" : record.inputs.front(), record.config});
}

store::Provenance provenance_of_pile(const std::string& path) { return store::read_pile(path).provenance; }

// (path, function that reads its provenance) => its newest record. InputError for a file of another kind or without
// records; the advice to use --force is only given for files that --force replaces.
store::Record newest_record(const std::string& path, const std::function<store::Provenance(const std::string&)>& read) {
  store::require_replaceable(path);
  try {
    const store::Provenance provenance = read(path);
    if (!provenance.empty()) return provenance.back();
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}; use --force to replace the file", error.what()));
  }
  throw InputError(path + ": the file exists already and has no provenance: use --force to replace it");
}

void require_same_run(const std::string& path, const store::Record& found, const store::Record& own,
                      const Units& units) {
  const std::string kept = key_of(found), wanted = key_of(own);
  if (kept == wanted) return;
  throw InputError(
      fmt::format("{}: the file exists already and is the output of another run ({}): choose another name, "
                  "or use --force to replace it",
                  path, difference(kept, wanted, units)));
}

// Pile and track of one run have the same record.
void require_track_of(const cli::Arguments& arguments, const store::Record& found) {
  std::error_code ignored;
  if (!std::filesystem::exists(arguments.track, ignored))
    throw InputError(fmt::format("{}: no such file, but {} is complete: use --force to run again with the track",
                                 arguments.track, arguments.output));
  if (newest_record(arguments.track, store::read_track_provenance) != found)
    throw InputError(
        fmt::format("{}: the file exists already and is not the track of the run that wrote {}: use "
                    "--force to run again and replace both",
                    arguments.track, arguments.output));
}

// (path of an output, its record) => the exit code of its run. InputError if the record has no such number.
int recorded_exit_code(const std::string& path, const store::Record& record) {
  for (const int code : {cli::kDone, cli::kBudget})
    if (std::ranges::count(record.results, std::pair<std::string, double>(kExitCode, code)) > 0) return code;
  throw InputError(path +
                   ": the file exists already and does not record the exit code of its run: use --force to run "
                   "again and replace it");
}

void say_finished(const Request& request, const setup::RunPlan& plan, int code) {
  if (request.arguments.quiet) return;
  cli::say(request.tool.name, request.arguments.output + " is finished already; nothing was changed");
  // The event that the stop rule awaited is not recorded.
  if (code == cli::kBudget) cli::say(request.tool.name, more_time(request, plan, ""));
}

}  // namespace

std::optional<int> code_of_finished_run(const Request& request, const setup::RunPlan& plan, const store::Record& own) {
  const cli::Arguments& arguments = request.arguments;
  if (!cli::keeps_outputs(arguments)) return {};
  const store::Record found = newest_record(arguments.output, provenance_of_pile);
  require_same_run(arguments.output, found, own, request.config.units());
  if (!arguments.track.empty()) require_track_of(arguments, found);
  const int code = recorded_exit_code(arguments.output, found);
  say_finished(request, plan, code);
  return code;
}

}  // namespace rubble::run
