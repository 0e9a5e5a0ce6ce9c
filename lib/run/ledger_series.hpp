#pragma once
// The ledger as columns of a track, and its errors as numbers in a checkpoint.
#include "measure/ledger/ledger.hpp"
#include "model/stepper.hpp"
#include "store/track.hpp"

#include <vector>

namespace rubble::run {

// (channels of dissipation and audits of the method) => columns of the ledger.
std::vector<store::Column> ledger_columns(const std::vector<Channel>& channels, const std::vector<Audit>& audits,
                                          bool beams = false);

// (ledger, its errors, pile with contacts, channels and audits as for ledger_columns()) => values of these columns for
// one record.
Reals ledger_row(const measure::Ledger& now, const measure::Drift& drift, const Pile& pile,
                 const std::vector<Channel>& channels, const std::vector<Audit>& audits, bool beams = false);

// Passes the errors of the ledger to or from a checkpoint. InputError if a number is not finite.
void archive_drift(Archive& archive, measure::Drift& drift);

}  // namespace rubble::run
