#include "run/finished.hpp"

#include "base/error.hpp"
#include "cli/message.hpp"
#include "cli/outputs.hpp"
#include "run/log.hpp"
#include "run/run_key.hpp"
#include "run/run_messages.hpp"
#include "store/pile_file.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace rubble::run {
namespace {

// The parts of a record that determine the results, for any version of the program.
std::string key_of(const store::Record& record) {
  return run_key({record.tool, "", record.inputs.empty() ? "" : record.inputs.front(), record.config});
}

// (path of a pile) => its newest record. InputError for a file that is not a pile or has no record.
store::Record newest_record(const std::string& path) {
  try {
    const store::Provenance provenance = store::read_pile(path).provenance;
    if (!provenance.empty()) return provenance.back();
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}; --force replaces the file", error.what()));
  }
  throw InputError(path + ": the file exists already and has no provenance (--force replaces it)");
}

void require_same_run(const std::string& path, const store::Record& own) {
  const std::string kept = key_of(newest_record(path)), wanted = key_of(own);
  if (kept == wanted) return;
  throw InputError(
      fmt::format("{}: the file exists already and is the output of another run ({}): choose another name, "
                  "or use --force to replace it",
                  path, difference(kept, wanted)));
}

}  // namespace

std::optional<int> code_of_finished_run(const Request& request, const store::Record& own) {
  const cli::Arguments& arguments = request.arguments;
  if (!cli::keeps_outputs(arguments)) return {};
  require_same_run(arguments.output, own);
  std::error_code ignored;
  if (!arguments.track.empty() && !std::filesystem::exists(arguments.track, ignored))
    throw InputError(fmt::format("{}: no such file, but {} is complete: use --force to run again with the track",
                                 arguments.track, arguments.output));
  const bool out_of_time = last_end(cli::log_path(arguments.output)) == kOutOfTime;
  if (!arguments.quiet)
    cli::say(request.tool.name, fmt::format("{} is finished already{}; nothing was changed", arguments.output,
                                            out_of_time ? std::string(": ") + kOutOfTime : ""));
  return out_of_time ? cli::kBudget : cli::kDone;
}

}  // namespace rubble::run
