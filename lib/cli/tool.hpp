#pragma once
// Command line of all tools: options, exit codes, messages. A tool consists of a Tool, which describes it, and a
// function.
#include "cli/options.hpp"
#include "cli/table.hpp"
#include "config/describe.hpp"
#include "store/provenance.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rubble::cli {

inline constexpr int kDone = 0, kSystem = 1, kUsage = 2, kInsane = 3, kBudget = 4, kStopped = 75;

struct Arguments {
  std::vector<std::string> inputs;
  std::string output;  // empty for tools that print
  std::string config;
  std::vector<std::string> set;  // changes of the configuration: "section.key=value", or "!section.key" of --unset
  std::optional<std::int64_t> seed;
  std::string track;
  int threads = 0;  // 0: OMP_NUM_THREADS, else all cores
  bool restart = false, force = false, quiet = false, verbose = false, dry_run = false;
  TableForm form;    // of the printed table
  std::string line;  // arguments as recorded in the provenance
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
  int inputs = 1;            // number of positional IN files (-1: one or more)
  bool output = false;       // positional OUT file
  bool text = false;         // OUT is text, not HDF5
  bool may_output = false;   // OUT is optional; without it, or if it is "-", the tool prints
  bool side_output = false;  // one of its options names a file to write: takes --force
  bool config = false;       // takes -c/--config (required) and --set, --describe
  bool random = false;       // also takes --seed
  bool run = false;          // also takes --track, --restart, --dry-run
  // Takes -c/--config, --set, --describe in place of its input files.
  bool numbers = false;
  std::function<void(Options&)> options = {};     // the tool's own options
  std::function<config::Tables()> describe = {};  // its parameters, for --describe and --reference
  std::string required = {};                      // options that the usage line shows as required
  std::string files = {};                         // files in the usage line; empty: "IN.h5 OUT.h5" or similar
  std::vector<ExitCode> exit_codes = {};          // additional exit codes, and codes with another meaning than usual
};

// Parses, checks that the outputs can be written, sets threads, runs body, maps exceptions to one line on stderr and an
// exit code. body returns an exit code.
int main(int argc, char** argv, const Tool& tool, const std::function<int(const Arguments&)>& body);

// (path, "csv") => true if the path ends in .csv, in lower or upper case.
bool has_ending(const std::string& path, const std::string& ending);

// The record this tool adds to its output's provenance.
store::Record record(const Tool& tool, const Arguments& arguments, const std::string& effective_config,
                     const std::vector<std::string>& input_hashes);

}  // namespace rubble::cli
