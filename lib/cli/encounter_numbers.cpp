#include "cli/encounter_numbers.hpp"

#include "base/error.hpp"
#include "base/system.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::cli {

EncounterNumbers::EncounterNumbers(const std::string& path, const store::Provenance& provenance) : path_(path) {
  const auto last = std::find_if(provenance.rbegin(), provenance.rend(), [](const store::Record& r) {
    return r.tool == "rubble-combine" && !r.results.empty();
  });
  if (last == provenance.rend())
    throw InputError(input_name(path) +
                     ": expected a pile made from the output of rubble-combine, found no record of it");
  results_ = last->results;
}

double EncounterNumbers::operator[](const std::string& name) const {
  const auto found =
      std::find_if(results_.begin(), results_.end(), [&](const auto& result) { return result.first == name; });
  if (found == results_.end())
    throw InputError(
        fmt::format("{}: '{}' is not recorded: the version of rubble-combine that made the pile did not write it",
                    input_name(path_), name));
  return found->second;
}

}  // namespace rubble::cli
