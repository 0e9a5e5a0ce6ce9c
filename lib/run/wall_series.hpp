#pragma once
// Motion of driven walls as columns of a track.
#include "model/external.hpp"
#include "model/pile.hpp"
#include "store/track.hpp"

#include <vector>

namespace rubble::run {

// (external action) => columns for each driven wall, named by the number of the wall.
std::vector<store::Column> wall_columns(const External& external);
// (external action, state) => values of these columns.
Reals wall_row(const External& external, const State& state);

}  // namespace rubble::run
