#include "run/run_files.hpp"

#include "base/error.hpp"
#include "cli/outputs.hpp"
#include "store/disk.hpp"
#include "store/fclib.hpp"
#include "store/file_names.hpp"
#include "store/pile_file.hpp"
#include "store/xdmf.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace rubble::run {

RunFiles::RunFiles(const Request& request) : request_(request), to_file_(store::is_file(request.arguments.output)) {}

std::string RunFiles::checkpoint_path() const { return cli::checkpoint_path(request_.arguments.output); }
bool RunFiles::has_checkpoint() const {
  std::error_code ignored;
  return writes_beside() && std::filesystem::exists(checkpoint_path(), ignored);
}
std::string RunFiles::log_path() const { return to_file_ ? cli::log_path(request_.arguments.output) : ""; }

std::string RunFiles::keep_broken_state(const Pile& pile, store::Track& track, const store::Provenance& provenance,
                                        Stepper* stepper) {
  if (!writes_beside()) return "";
  const cli::Arguments& arguments = request_.arguments;
  std::string lost;
  const auto keep = [&](const char* what, auto&& write) {
    try {
      write();
    } catch (const SystemError& error) {
      lost += fmt::format("; the {} was not saved: {}", what, error.what());
    }
  };
  keep("state", [&] { store::write_pile(cli::failed_path(arguments.output), pile, provenance); });
  if (!lost.empty()) return lost;
  if (!arguments.track.empty())
    keep("track", [&] { track.finish(cli::failed_path(arguments.track), pile, provenance); });
  store::remove_checkpoint(checkpoint_path());
  write_hardest_problem(stepper);
  return "; state saved in " + cli::failed_path(arguments.output) + lost;
}

// Writes the hardest friction problem, if it was requested. A file of an earlier run with this name is removed.
void RunFiles::write_hardest_problem(Stepper* stepper) const {
  if (!writes_beside()) return;
  const std::string path = cli::problem_path(request_.arguments.output);
  if (const auto problem = stepper ? stepper->hardest_problem() : nullptr)
    store::write_bytes(path, store::fclib_image(friction::in_natural_units(*problem), {}));
  else
    store::remove_file(path);
}

// Removes files of an earlier failed run with these names: they are out of date once the outputs are complete.
void RunFiles::remove_broken_state() {
  store::remove_file(cli::failed_path(request_.arguments.output));
  if (request_.arguments.track.empty()) return;
  const std::string track = cli::failed_path(request_.arguments.track);
  store::remove_file(store::xdmf_path(track));
  store::remove_file(track);
}

void RunFiles::write_results(const Pile& pile, store::Track& track, const store::Provenance& provenance,
                             Stepper& stepper) {
  const cli::Arguments& arguments = request_.arguments;
  std::string trouble;
  const auto attempt = [&](auto&& write) {
    try {
      write();
    } catch (const SystemError& error) {
      trouble += (trouble.empty() ? "" : "; ") + std::string(error.what());
    }
  };
  if (!arguments.track.empty()) attempt([&] { track.finish(arguments.track, pile, provenance); });
  attempt([&] { store::write_pile(arguments.output, pile, provenance); });
  if (!trouble.empty()) throw SystemError(trouble);
  write_hardest_problem(&stepper);
  if (!to_file_) return;
  store::remove_checkpoint(checkpoint_path());
  remove_broken_state();
}

}  // namespace rubble::run
