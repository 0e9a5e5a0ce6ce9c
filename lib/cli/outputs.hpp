#pragma once
// Output files of a tool. All are known before the tool starts. None may be an input or another output, and no other
// process may be writing it.
#include "store/lock.hpp"

#include <string>
#include <vector>

namespace rubble::cli {

struct Arguments;
struct Tool;

// Files beside an output: the checkpoint from which a stopped run resumes, the log of one execution, the hardest
// friction problem, and the state in which a sanity check failed.
std::string checkpoint_path(const std::string& output);
std::string log_path(const std::string& output);
std::string problem_path(const std::string& output);
std::string failed_path(const std::string& output);

// (arguments of a run) => true if --restart finds the output of a finished run: it exists and has no checkpoint. The
// run then leaves all files as they are.
bool keeps_outputs(const Arguments& arguments);

// (names of files that a tool writes beside its output, its arguments) Checks that they may be written, and removes
// temporary files of killed processes. InputError if a file cannot be written, exists and may not be replaced, or is an
// input.
void prepare_parts(const std::vector<std::string>& names, const Arguments& arguments);

class Outputs {
 public:
  // (tool, its arguments) Reserves the outputs for this process for the lifetime of this object, and removes the
  // temporary files of killed runs. A dry run has no outputs. InputError if an output cannot be written, exists and may
  // not be replaced, is being written by another process, or is another output or an input under any name.
  Outputs(const Tool& tool, const Arguments& arguments);
  // (one additional output of a tool that prints a table, its role in messages, the tool's arguments) Reserves this
  // output. InputError if it cannot be written, exists and may not be replaced, is being written by another process, or
  // is an input.
  Outputs(const std::string& output, const std::string& role, const Arguments& arguments);

 private:
  std::vector<store::OutputLock> locks_;
};

}  // namespace rubble::cli
