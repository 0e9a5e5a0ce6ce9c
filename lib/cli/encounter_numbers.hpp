#pragma once
// Numbers that rubble-combine left in the provenance of an encounter and of all piles made from it.
#include "store/provenance.hpp"

#include <string>
#include <utility>
#include <vector>

namespace rubble::cli {

class EncounterNumbers {
 public:
  // (path, for messages; provenance of the pile) InputError if the provenance has no record of rubble-combine.
  EncounterNumbers(const std::string& path, const store::Provenance& provenance);

  // (column of rubble-combine's table) => its value [SI]; InputError if the record does not have it.
  double operator[](const std::string& name) const;

 private:
  std::string path_;
  std::vector<std::pair<std::string, double>> results_;
};

}  // namespace rubble::cli
