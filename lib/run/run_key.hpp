#pragma once
// Keys that a checkpoint and the run that resumes from it, or an output and the run that made it, must share.
#include <map>
#include <string>

namespace rubble::run {

struct RunKey {
  std::string program;  // name, version, commit, build
  std::string track;    // file name without folder; empty: no track
  std::string input;    // content hash of the pile, then those of the files of [[mesh]], separated by spaces
  std::string config;   // effective TOML
};

// (parts) => text that two runs with the same results share. It omits the time between checkpoints.
std::string run_key(const RunKey& key);
// (parts) => the text that a checkpoint stores. It also omits the duration, which affects no step before the end, so
// that a stopped run may resume with another one.
std::string checkpoint_key(const RunKey& key);

// SI unit of the key with this path, such as "run.duration" or "plane.point".
using Units = std::map<std::string, std::string>;

// (key of a checkpoint, different key of this run, units of the keys) => the part that differs: "[run] duration = 10.0
// s, not 20.0 s". If several parts differ, the first of program, pile, configuration, files,
// track.
std::string difference(const std::string& kept, const std::string& own, const Units& units);

}  // namespace rubble::run
