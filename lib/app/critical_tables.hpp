#pragma once
// Tables of strength from the tracks of rubble-spinup, rubble-flyby and rubble-shake.
#include "app/summary.hpp"

#include <optional>

namespace rubble::app {

struct CriticalChoices {
  Reals thresholds;            // of the radius; empty: 5 % for a spin-up, 0.5, 1 and 5 % for a flyby
  std::optional<double> mean;  // window of a running mean [s]; absent: none for a spin-up, 60 s for a flyby
  double margin = 0.05;        // of the bed's height
  int last_cycles = 5;
  Reals lost = {};                  // shares of the mass outside the largest group that are looked for; empty: none
  std::optional<double> axes = {};  // difference of the semi-axes a and c of a spin-up that is looked for [m]
};

// All tracks must be of one kind.
class CriticalTables {
 public:
  explicit CriticalTables(const CriticalChoices& choices) : choices_(choices) {}
  // (track) => rows added. InputError if it is none of the three, or not of the kind of those before.
  void add(const std::string& path);
  // The summary, or the moments at which axes differ or mass is lost if they are asked for, or with `curves` the means
  // of each cycle of a shaking; with `as_json` all that there is.
  void print(bool as_json, bool curves) const;

 private:
  CriticalChoices choices_;
  std::string kind_;
  std::vector<Quantities> rows_, axes_, lost_, cycles_;
};

}  // namespace rubble::app
