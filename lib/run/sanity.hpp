#pragma once
// Invariants of every run: finite numbers, small overlaps, balanced ledgers. SanityError names the quantity, its value,
// its limit and the time.
#include "measure/ledger/ledger.hpp"
#include "model/stepper.hpp"
#include "setup/run_plan.hpp"

namespace rubble::run {

// (audits of a method, energy scale of the ledger [J]) => the audits with energies relative to that scale.
std::vector<Audit> relative_to(std::vector<Audit> audits, double energy_scale);

// (audit, relative to the energy scale) => true if the audit is worth printing during the run. Audits of energy are
// printed only from 1 % of their limit on.
bool is_told(const Audit& audit);

// (audits, relative to the energy scale) => text of each audit that is printed at the end of a run. The largest energy
// created is always one of them, whatever its limit.
std::vector<std::string> texts_of_audits(const std::vector<Audit>& audits);

// (state, report as the method gives it, errors of the ledger, limits) SanityError if an invariant is violated.
void require_sane(const State& state, const StepReport& report, const measure::Drift& drift,
                  const setup::SanityLimits& limits);

}  // namespace rubble::run
