#pragma once
// Tables of strength from the tracks of rubble-spinup, rubble-flyby and rubble-shake.
#include "cli/summary.hpp"

#include <optional>

namespace rubble::tools {

struct CriticalChoices {
  Reals thresholds;            // relative growths of radii; empty: 5 % for a spin-up, 0.5, 1 and 5 % for a flyby
  std::optional<double> mean;  // window of a running mean [s]; absent: none for a spin-up, 60 s for a flyby
  double margin = 0.05;        // margin of measure::rise(), as a fraction of the bed's height
  // Number of first and of last cycles that define the heights before and after the rise.
  int last_cycles = 5;
  Reals lost = {};                  // mass fractions outside the largest group; the first time of each is a row
  std::optional<double> axes = {};  // difference of the semi-axes a and c of a spin-up [m]; absent: no table
};

// All tracks must be of one kind.
class CriticalTables {
 public:
  explicit CriticalTables(const CriticalChoices& choices) : choices_(choices) {}
  // (track) Adds its rows. InputError if the track is none of the three kinds or of another kind than the earlier
  // tracks, if its kind does not support the choices, or if it lacks a column or a complete cycle of shaking.
  void add(const std::string& path);
  // Notes on the tracks, for people.
  const std::vector<std::string>& notes() const { return notes_; }
  // Prints one table: with `curves` the means of each cycle of a shaking, else the moments at which axes differ or mass
  // is lost if they were requested, else the summary. With JSON it prints all tables. InputError for `curves`
  // without tracks of rubble-shake.
  void print(const cli::TableForm& form, bool curves) const;

 private:
  CriticalChoices choices_;
  std::string kind_;
  std::vector<cli::Quantities> rows_, axes_, lost_, cycles_;
  std::vector<std::string> notes_;
};

}  // namespace rubble::tools
