#pragma once
// Key that a checkpoint and the run that resumes from it must share.
#include <string>

namespace rubble::run {

struct RunKey {
  std::string program;  // name, version, commit, build
  std::string track;    // file name without folder; empty: no track
  std::string input;    // content hash
  std::string config;   // effective TOML
};

// (parts) => the text that a checkpoint stores. It omits the time between checkpoints, which does not affect results.
std::string run_key(const RunKey& key);

// (key of a checkpoint, different key of this run) => the part that differs: "[stop] kinetic_fraction = 1e-12, not
// 1e-06". If several parts differ, the first of program, input, configuration, track.
std::string difference(const std::string& kept, const std::string& own);

}  // namespace rubble::run
