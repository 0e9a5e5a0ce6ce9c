#include "cli/outputs.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/message.hpp"
#include "cli/tool.hpp"
#include "store/disk.hpp"
#include "store/file_names.hpp"
#include "store/pile_file.hpp"
#include "store/track.hpp"
#include "store/xdmf.hpp"

#include <cerrno>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

namespace rubble::cli {
namespace {

struct Named {
  std::string path, role;
};
using Names = std::vector<Named>;

void add_output(Names& names, const std::string& output, bool run) {
  names.push_back({output, "output"});
  if (!store::is_file(output)) return;
  names.push_back({store::lock_path(output), "lock of the output"});
  if (!run) return;
  names.push_back({checkpoint_path(output), "checkpoint of the output"});
  names.push_back({log_path(output), "log of the output"});
  names.push_back({failed_path(output), "output if physics breaks"});
  names.push_back({problem_path(output), "friction problem of the output"});
}

void add_track(Names& names, const std::string& track) {
  names.push_back({track, "track"});
  names.push_back({store::lock_path(track), "lock of the track"});
  names.push_back({store::xdmf_path(track), "page of the track"});
  names.push_back({failed_path(track), "track if physics breaks"});
  names.push_back({store::xdmf_path(failed_path(track)), "page of the track if physics breaks"});
}

Names outputs_of(const Tool& tool, const Arguments& a) {
  Names names;
  if (!a.output.empty()) add_output(names, a.output, tool.run);
  if (!a.track.empty()) add_track(names, a.track);
  return names;
}

Names inputs_of(const Arguments& a) {
  Names names;
  for (const std::string& input : a.inputs) names.push_back({input, "input"});
  if (!a.config.empty()) names.push_back({a.config, "configuration"});
  return names;
}

// (path, device file of the stream) => the file that is opened for the path.
std::string opened(const std::string& path, const char* stream) { return path == "-" ? stream : path; }

void require_two_files(const Named& output, const Named& other, const char* stream) {
  if (store::same_file(opened(output.path, "/dev/stdout"), opened(other.path, stream)))
    throw InputError(fmt::format("{} ({}) and {} ({}) are the same file", output_name(output.path), output.role,
                                 input_name(other.path), other.role));
}

// Segments of a checkpoint are numbered, and their number is not known in advance. They cannot be listed as outputs.
void require_no_segment(const Arguments& a, const Names& files) {
  if (!store::is_file(a.output)) return;
  for (const Named& file : files)
    if (store::is_segment(checkpoint_path(a.output), file.path))
      throw InputError(fmt::format("{} ({}) has the name of a part of the checkpoint of {}: choose another name",
                                   file.path, file.role, a.output));
}

void require_apart(const Names& outputs, const Names& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) require_two_files(outputs[k], outputs[i], "/dev/stdout");
    for (const Named& input : inputs) require_two_files(outputs[i], input, "/dev/stdin");
  }
}

// A process that was killed between its last two writes leaves a track without a pile.
void require_no_track_alone(const Arguments& a) {
  std::error_code ignored;
  if (a.force || a.track.empty() || std::filesystem::exists(a.output, ignored) ||
      !std::filesystem::exists(a.track, ignored))
    return;
  throw InputError(
      fmt::format("{}: the file exists already, but neither {} nor its checkpoint exists: the run may have been killed "
                  "while it wrote its results; use --force to run again and replace the track",
                  a.track, a.output));
}

// The outputs of a finished run are left as they are, so their folder may be read-only.
void require_writable(const Tool& tool, const Arguments& a) {
  if (keeps_outputs(a)) return;
  std::error_code ignored;
  const bool goes_on = a.restart && std::filesystem::exists(checkpoint_path(a.output), ignored);
  if (a.restart && !goes_on) require_no_track_alone(a);
  for (const std::string& output : {a.output, a.track}) {
    if (output.empty()) continue;
    store::require_writable(output, a.force || goes_on);
    if (!tool.text) store::require_replaceable(output);
  }
}

// If the output does not exist yet, marks it so that a file created under this name meanwhile is not replaced without
// --force.
void protect(const std::string& output, const Arguments& a) {
  std::error_code ignored;
  if (!output.empty() && !a.force && !std::filesystem::exists(output, ignored)) store::protect(output);
}

// The log is the only file that is written in place.
void require_writable_log(const Arguments& a) {
  if (!store::is_file(a.output)) return;
  const std::string log = log_path(a.output);
  if (::access(log.c_str(), W_OK) != 0 && errno == EACCES) throw system_error(log, "write", errno);
}

void require_no_folder(const Names& outputs) {
  std::error_code ignored;
  for (const Named& output : outputs)
    if (std::filesystem::is_directory(output.path, ignored))
      throw InputError(fmt::format("{} ({}): expected a file name, found a folder", output.path, output.role));
}

// (output) => the run whose side file (checkpoint, log, ...) has this name; empty if there is no such run.
std::string run_beside(const std::string& output) {
  for (const std::string_view ending : {".ckpt", ".log", ".failed.h5", ".lock"})
    if (output.ends_with(ending)) return output.substr(0, output.size() - ending.size());
  const std::size_t at = output.rfind(".ckpt.");
  if (at == output.npos || !store::is_segment(checkpoint_path(output.substr(0, at)), output)) return "";
  return output.substr(0, at);
}

// Locks an output and the run whose side file it would replace. In a folder without permission to write, only kept
// outputs get here, and they need no lock.
void lock(std::vector<store::OutputLock>& locks, const std::string& output, bool keeps) {
  const std::string folder = store::folder_of(store::target_of(output));
  if (keeps && ::access(folder.c_str(), W_OK) != 0) return;
  locks.emplace_back(output);
  if (const std::string run = run_beside(output); !run.empty()) locks.emplace_back(run);
}

void clean(const Names& outputs) {
  std::vector<std::string> paths;
  for (const Named& output : outputs)
    if (store::is_file(output.path)) paths.push_back(output.path);
  store::remove_leftovers(paths);
}

}  // namespace

void prepare_parts(const std::vector<std::string>& names, const Arguments& a) {
  for (const std::string& name : names) {
    store::require_writable(name, a.force);
    require_apart({{name, "output"}}, inputs_of(a));
    protect(name, a);
  }
  store::remove_leftovers(names);
}

bool keeps_outputs(const Arguments& a) {
  std::error_code ignored;
  return a.restart && !a.force && !a.dry_run && std::filesystem::exists(a.output, ignored) &&
         !std::filesystem::exists(checkpoint_path(a.output), ignored);
}

std::string checkpoint_path(const std::string& output) { return output + ".ckpt"; }
std::string log_path(const std::string& output) { return output + ".log"; }
std::string problem_path(const std::string& output) { return output + ".problem.hdf5"; }
std::string failed_path(const std::string& output) { return output + ".failed.h5"; }

Outputs::Outputs(const Tool& tool, const Arguments& a) {
  if (a.track == "-") throw InputError("--track needs a file: standard output carries the pile");
  if (a.restart && !store::is_file(a.output))
    throw InputError(fmt::format("--restart needs an output file: {} has no checkpoint", output_name(a.output)));
  if (a.dry_run) return;
  const Names outputs = outputs_of(tool, a);
  require_no_folder(outputs);
  require_apart(outputs, inputs_of(a));
  if (tool.run) require_no_segment(a, outputs), require_no_segment(a, inputs_of(a));
  require_writable(tool, a);
  const bool keeps = keeps_outputs(a);
  if (tool.run && !keeps) require_writable_log(a);
  if (!a.output.empty()) lock(locks_, a.output, keeps);
  if (!a.track.empty()) lock(locks_, a.track, keeps);
  for (const store::OutputLock& lock : locks_)
    if (!lock.good() && !a.quiet)
      say(tool.name,
          "note: the file system does not support locks: a second run with this output would not be detected");
  require_writable(tool, a);  // once more: another program that held the locks may have written these files
  protect(a.output, a);
  protect(a.track, a);
  clean(outputs);
}

Outputs::Outputs(const std::string& output, const std::string& role, const Arguments& a) {
  const Names outputs{{output, role}};
  require_no_folder(outputs);
  require_apart(outputs, inputs_of(a));
  store::require_writable(output, a.force);
  lock(locks_, output, false);
  protect(output, a);
  store::remove_leftovers({output});
}

}  // namespace rubble::cli
