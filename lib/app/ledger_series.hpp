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

void save(const measure::Drift& drift, Resume& resume);
// What a drive has given: energy, impulse, angular impulse.
void save(const Account& given, Resume& resume);
// InputError if `resume` holds none.
void load(measure::Drift& drift, const Resume& resume);
void load(Account& given, const Resume& resume);

}  // namespace rubble::app
