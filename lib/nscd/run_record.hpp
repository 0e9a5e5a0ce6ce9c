#pragma once
// Account, quality and statistics of a run so far.
#include "model/account.hpp"
#include "model/probes.hpp"
#include "nscd/parameters.hpp"

#include <string>

namespace rubble::nscd {

// Wall time of the parts of all steps of this process [s]; not part of results.
struct Phases {
  double search = 0, touching = 0, gravity = 0, solver = 0, motion = 0;
};

struct RunRecord {
  Account account;
  Quality quality;
  MadeEnergy made{kHeatOfImpulses};
  std::size_t touching = 0;      // number of contacts with an impulse in the last step
  std::int64_t list_builds = 0;  // number of neighbour lists made by this process
  std::int64_t most_listed = 0;  // number of pairs in the longest of these lists
  Phases seconds;
  Probes* probes = nullptr;  // nullptr: none
  std::string started;       // description of the changes to the pile before the first step; empty if there are none

  void archive(Archive& archive);
  // (number of steps; number of impulses of the last step) InputError for loaded values that no run can have.
  void require_sound(std::int64_t steps, std::size_t impulses) const;
};

}  // namespace rubble::nscd
