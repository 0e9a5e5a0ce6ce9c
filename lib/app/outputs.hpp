#pragma once
// The files that a tool writes. All are known before it starts: none of them may be another one or an input, and nobody
// else may be writing them.
#include "store/lock.hpp"

#include <string>
#include <vector>

namespace rubble::app {

struct Arguments;
struct Tool;

// Beside an output: what a stopped run goes on from, what is true of one execution only, the state that broke.
std::string checkpoint_path(const std::string& output);
std::string log_path(const std::string& output);
std::string problem_path(const std::string& output);
std::string failed_path(const std::string& output);

// (names of files that a tool makes beside its output, its arguments) => they may be written, like the output itself:
// InputError if one cannot be, exists and may not be replaced, or is an input; what killed writers left of them is
// removed.
void prepare_parts(const std::vector<std::string>& names, const Arguments& arguments);

class Outputs {
 public:
  // (tool, its arguments) => the outputs are this process's until the end of this object, and free of what a killed run
  // left. InputError if one cannot be written, exists and may not be replaced, is written by somebody else, or is
  // another output or an input by whatever name. A dry run has no outputs.
  Outputs(const Tool& tool, const Arguments& arguments);
  // (one more output of a tool that prints a table, its role in messages, the tool's arguments) => the same for that
  // one
  Outputs(const std::string& output, const std::string& role, const Arguments& arguments);

 private:
  std::vector<store::OutputLock> locks_;
};

}  // namespace rubble::app
