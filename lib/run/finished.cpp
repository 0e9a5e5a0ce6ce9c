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
  return run_key({record.tool, "", fmt::format("{}", fmt::join(record.inputs, " ")), record.config});
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

// (request, record of the output, record of this run) InputError if the output is that of another run. A run with
// another duration is one: the state of the method is not stored in the output.
void require_same_run(const Request& request, const store::Record& found, const store::Record& own) {
  const std::string kept = key_of(found), wanted = key_of(own);
  if (kept == wanted) return;
  const std::string other = difference(kept, wanted, request.config.units());
  const std::string way = other.starts_with("[run] duration = ") ? continuation(request) : "";
  throw InputError(
      fmt::format("{}: the file exists already and is the output of another run ({}): choose another name, "
                  "or use --force to replace it{}{}",
                  request.arguments.output, other, way.empty() ? "" : "; ", way));
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
  // The state of the stop rule is not recorded.
  const std::string advice = code == cli::kBudget ? out_of_time(request, plan, false) : continuation(request);
  if (!advice.empty()) cli::say(request.tool.name, advice);
}

}  // namespace

void record_end(const StepReport& report, double time, bool out_of_budget, store::Record& record) {
  record.results.emplace_back(kExitCode, out_of_budget ? cli::kBudget : cli::kDone);
  if (!report.impact) return;
  record.results.emplace_back("impact_body", static_cast<double>(report.impact->body));
  record.results.emplace_back("impact_planet", static_cast<double>(report.impact->planet));
  record.results.emplace_back("impact_time", time);
}

std::optional<int> code_of_finished_run(const Request& request, const setup::RunPlan& plan, const store::Record& own) {
  const cli::Arguments& arguments = request.arguments;
  if (!cli::keeps_outputs(arguments)) return {};
  const store::Record found = newest_record(arguments.output, provenance_of_pile);
  require_same_run(request, found, own);
  if (!arguments.track.empty()) require_track_of(arguments, found);
  const int code = recorded_exit_code(arguments.output, found);
  say_finished(request, plan, code);
  return code;
}

}  // namespace rubble::run
