#pragma once
// Positions of planets on orbits as columns of a track.
#include "model/external.hpp"
#include "store/track.hpp"

#include <vector>

namespace rubble::run {

// (external action) => a column for each planet on an orbit, named by the number of its [[planet]].
std::vector<store::Column> planet_columns(const External& external);
// (external action, time [s]) => values of these columns.
Reals planet_row(const External& external, double time);

}  // namespace rubble::run
