#pragma once
// The records of probes as columns of a track. docs/formats.md, Time series.
#include "model/probes.hpp"
#include "store/track.hpp"

#include <vector>

namespace rubble::run {

// (probes or nullptr) => columns of all probes.
std::vector<store::Column> probe_columns(const Probes* probes);

// (probes or nullptr, pile) => values of these columns for one record; a new interval of
// the probes begins.
Reals probe_row(Probes* probes, const Pile& pile);

// (state of a checkpoint, probes or nullptr) Restores the probes. If it throws InputError, they have not changed.
void restore_probes(const Resume& resume, Probes* probes);

}  // namespace rubble::run
