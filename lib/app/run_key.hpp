#pragma once
// Key that a checkpoint and the run that resumes from it must share.
#include <string>

namespace rubble::app {

struct RunKey {
  std::string program;  // name, version, commit, build
  std::string track;    // its name without folder, empty: none
  std::string input;    // content hash
  std::string config;   // effective TOML
};

// (parts) => the text that a checkpoint keeps. The time between checkpoints is left out: it decides on no result.
std::string run_key(const RunKey& key);

// (text that a checkpoint kept, this run's; they differ) => which part differs: "[stop] kinetic_fraction = 1e-12, not
// 1e-06"; of several the first of program, input, configuration, track
std::string difference(const std::string& kept, const std::string& own);

}  // namespace rubble::app
