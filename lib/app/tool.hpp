#pragma once
// The grammar that all tools share: options, exit codes, messages. A tool is a Tool (what --help says) and a body.
#include "app/options.hpp"
#include "config/describe.hpp"
#include "store/provenance.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rubble::app {

inline constexpr int kDone = 0, kSystem = 1, kUsage = 2, kInsane = 3, kBudget = 4, kStopped = 75;

struct Arguments {
  std::vector<std::string> inputs;
  std::string output;  // empty for reading tools
  std::string config;
  std::vector<std::string> set;
  std::optional<std::int64_t> seed;
  std::string track;
  int threads = 0;  // 0: as OMP_NUM_THREADS says, else all cores
  bool restart = false, force = false, quiet = false, verbose = false, dry_run = false, json = false;
  std::string line;  // the arguments as provenance keeps them
};

struct ExitCode {
  int code;
  std::string text;
};

struct Tool {
  std::string name;          // "rubble-relax"
  std::string summary;       // one line
  std::string example;       // one worked command line
  std::string source;        // paper or standard, with DOI
  int inputs = 1;            // positional IN files (-1: one or more)
  bool output = false;       // positional OUT file
  bool text = false;         // which is text, not HDF5
  bool may_output = false;   // takes a positional OUT file, or none; prints unless that is -
  bool side_output = false;  // an option of its own names a file to write: takes --force
  bool config = false;       // takes -c/--config (required) and --set, --describe
  bool random = false;       // takes --seed as well
  bool run = false;          // takes --track, --restart, --dry-run as well
  // Takes -c/--config, --set, --describe in place of its input files.
  bool numbers = false;
  std::function<void(Options&)> options = {};     // the tool's own options
  std::function<config::Tables()> describe = {};  // its parameters, for --describe and --reference
  std::string required = {};                      // options of its own that it cannot do without, as usage shows them
  std::string files = {};                         // the files as usage names them, if not "IN.h5 OUT.h5" and the like
  std::vector<ExitCode> exit_codes = {};          // of its own, or said otherwise than for all tools
};

// Parses, checks that the outputs can be written, sets threads, runs body, maps exceptions to one line on stderr and an
// exit code. body returns an exit code.
int main(int argc, char** argv, const Tool& tool, const std::function<int(const Arguments&)>& body);

// (path, "csv") => true if its name ends in .csv, in lower or upper case.
bool has_ending(const std::string& path, const std::string& ending);

// The record this tool adds to its output's provenance.
store::Record record(const Tool& tool, const Arguments& arguments, const std::string& effective_config,
                     const std::vector<std::string>& input_hashes);

}  // namespace rubble::app
