#pragma once
// The ledger as columns of a track, and its errors as the numbers that a checkpoint keeps.
#include "measure/ledger.hpp"
#include "model/stepper.hpp"
#include "store/track.hpp"

#include <vector>

namespace rubble::app {

// (ways of losing energy and audits that the method has)
std::vector<store::Column> ledger_columns(const std::vector<Channel>& channels, const std::vector<Audit>& audits);

// One row of these columns.
Reals ledger_row(const measure::Ledger& now, const measure::Drift& drift, const Pile& pile,
                 const std::vector<Channel>& channels, const std::vector<Audit>& audits);

void archive_drift(Archive& archive, measure::Drift& drift);

}  // namespace rubble::app
