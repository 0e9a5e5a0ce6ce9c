#pragma once
// A run of soft spheres with its ledger.
#include "base/error.hpp"
#include "measure/ledger/ledger.hpp"
#include "run/sanity.hpp"
#include "scene.hpp"

#include <string>

namespace rubble::test {

// A run with its ledger, checked as by a tool.
class Watched {
 public:
  Watched(const ssdem::Parameters& p, const Pile& pile, const External& external = {}) : run(p, pile, external) {
    look({});
  }
  // Checks the ledger `looks` times in `time`; disturb() is called after each step.
  void go(double time, int looks, const std::function<void()>& disturb = {}) {
    for (int k = 0; k < looks; ++k) {
      const double until = run.time() + time / looks;
      if (disturb)
        run.each_step(until, [&] {
          disturb();
          return true;
        });
      report_ = run.until(until);
      look({});
    }
  }
  void look(const Account& wrong) {
    Pile now = run.pile();
    now.contacts = run.contacts();
    Account account = run.stepper().account();
    account.add(wrong, 1);
    const gravity::Parameters& gravity = run.parameters().gravity;
    drift.update(
        measure::ledger(now, run.external(), gravity.constant, gravity.method != gravity::Summation::none, account),
        now.model, now.state, false, run.external().frozen);
  }
  // Message of a tool, with the default limits.
  std::string verdict() const {
    try {
      run::require_sane(state(), report_, drift, {});
    } catch (const SanityError& error) {
      return error.what();
    }
    return "sane";
  }
  const State& state() const { return const_cast<Motion&>(run).pile().state; }

  Motion run;
  measure::Drift drift;

 private:
  StepReport report_;
};

}  // namespace rubble::test
