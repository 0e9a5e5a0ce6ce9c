#pragma once
// Origin of a file (program, input, parameters): copied from input to output, one record added by each tool. It
// contains no volatile data (date, host, wall time, threads), so that equal runs give equal bytes.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rubble::store {

struct Record {
  std::string tool, version, commit, compiler, flags;
  // Without options that cannot change results (--threads, --quiet, --force, ...); files by name only.
  std::string arguments;
  std::string config;  // effective TOML, SI
  std::optional<std::int64_t> seed;
  std::vector<std::string> inputs;                      // SHA-256 content hash of each input pile, in order
  std::vector<std::pair<std::string, double>> results;  // numbers that the tool printed about its output, SI

  bool operator==(const Record& other) const = default;
};

using Provenance = std::vector<Record>;  // oldest first

class Writer;
class Reader;
// The group /provenance of a file.
void write_provenance(Writer& file, const Provenance& provenance);
Provenance read_provenance(const Reader& file);

}  // namespace rubble::store
