#pragma once
// Rows of rubble-critical for a track of rubble-shake.
#include "critical/critical_tables.hpp"
#include "store/track.hpp"

namespace rubble::tools {

// (rows of the summary, rows of the means of each cycle, track, its series, choices) Appends the rows of the track.
// InputError if it lacks a column or a complete cycle of shaking.
void add_shaking(std::vector<cli::Quantities>& rows, std::vector<cli::Quantities>& means, const std::string& path,
                 const store::Series& series, const CriticalChoices& choices);

}  // namespace rubble::tools
