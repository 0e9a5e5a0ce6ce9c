#pragma once
// What every run must keep: finite numbers, small overlaps, balanced ledgers. SanityError says which, when, by how
// much.
#include "app/parameters.hpp"
#include "measure/ledger.hpp"
#include "model/stepper.hpp"

namespace rubble::app {

// (state, report, errors of the ledger, limits) => nothing; throws SanityError.
void require_sane(const State& state, const StepReport& report, const measure::Drift& drift,
                  const SanityLimits& limits);

}  // namespace rubble::app
