#pragma once
// Numbers that an experiment computes during a run. They become columns of the track.
#include <string>

namespace rubble::experiment {

struct Finding {
  std::string name, unit;
  double value = 0;
};

}  // namespace rubble::experiment
