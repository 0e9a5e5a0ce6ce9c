#pragma once
// The output files of a tool. All are known before it starts. None may be another output or an input, and no other
// process may be writing it.
#include "store/lock.hpp"

#include <string>
#include <vector>

namespace rubble::app {

struct Arguments;
struct Tool;

// Files beside an output: the checkpoint from which a stopped run resumes, the log of one execution, the hardest
// friction problem, and the state in which the physics failed.
std::string checkpoint_path(const std::string& output);
std::string log_path(const std::string& output);
std::string problem_path(const std::string& output);
std::string failed_path(const std::string& output);

// (names of files that a tool writes beside its output, its arguments) => checks that they may be written. InputError
// if one cannot be written, exists and may not be replaced, or is an input. Removes temporary files of killed
// processes.
void prepare_parts(const std::vector<std::string>& names, const Arguments& arguments);

class Outputs {
 public:
  // (tool, its arguments) => reserves the outputs for this process for the lifetime of this object, and removes the
  // temporary files of killed runs. InputError if an output cannot be written, exists and may not be replaced, is being
  // written by another process, or is another output or an input under any name. A dry run has no outputs.
  Outputs(const Tool& tool, const Arguments& arguments);
  // (one additional output of a tool that prints a table, its role in messages, the tool's arguments). The conditions
  // are those above.
  Outputs(const std::string& output, const std::string& role, const Arguments& arguments);

 private:
  std::vector<store::OutputLock> locks_;
};

}  // namespace rubble::app
