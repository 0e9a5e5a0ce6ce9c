#include "hsdem/stepper.hpp"

#include "hsdem/engine.hpp"
#include "model/check.hpp"

namespace rubble::hsdem {

Stepper::Stepper(const Parameters& p, const Pile& pile, const External& external, Probes* probes) : limits_(p.limits) {
  check(pile, "hard spheres");
  engine_ = std::make_unique<Engine>(p, pile, external, probes);
}

Stepper::Stepper(const Parameters& p, const Pile& pile, const External& external, const Resume& resume, Probes* probes)
    : Stepper(p, pile, external, probes) {
  Archive archive(resume);
  engine_->archive(archive);
  engine_->step_clock.require_time_of(pile.state, "hsdem");
}

Stepper::~Stepper() = default;

StepReport Stepper::advance(const Model& model, State& state, const External& external, double until) {
  engine_->advance(model, state, external, until);
  const Counts& counts = engine_->records.counts;
  const Work& work = engine_->records.work;
  return {engine_->step_clock.steps(state),
          audits_of(limits_, counts, engine_->records.made.energy()),
          engine_->contacts().size(),
          {{"steps: gravity", "s", work.gravity},
           {"steps: neighbour lists", "s", work.search},
           {"steps: prediction", "s", work.prediction},
           {"steps: events", "s", work.events},
           {"neighbour lists built", "1", static_cast<double>(work.list_builds)},
           {"pairs looked at", "1", static_cast<double>(work.looks)},
           {"pairs predicted again within steps", "1", static_cast<double>(work.predictions)},
           {"impacts", "1", static_cast<double>(counts.impacts.all)},
           {"impacts too slow to lose energy", "1", static_cast<double>(counts.impacts.elastic)},
           {"impacts so frequent that they lose all", "1", static_cast<double>(counts.impacts.plastic)},
           {"impacts without friction that would have made energy", "1", static_cast<double>(counts.impacts.smooth)},
           {"impacts at walls that separate at the least speed", "1", static_cast<double>(counts.impacts.lifted)},
           {"contacts at rest", "1", static_cast<double>(engine_->records.resting_contacts)},
           {"kicks with contacts at rest", "1", static_cast<double>(counts.resting.kicks)},
           {"sweeps over contacts at rest", "1", static_cast<double>(work.resting_sweeps)},
           {"kicks whose impulses of contacts at rest did not converge", "1",
            static_cast<double>(counts.resting.unconverged)},
           {"pairs that met so often that they moved as one", "1", static_cast<double>(counts.bound)},
           {"pairs passed over", "1", static_cast<double>(counts.passed_over)},
           {"pairs that overlapped before they were looked at", "1", static_cast<double>(counts.missed)},
           {"bodies stuck", "1", static_cast<double>(counts.sticks)},
           {"spheres broken off", "1", static_cast<double>(counts.fragments)},
           {"spheres that failed aggregates lost", "1", static_cast<double>(counts.failed)},
           {"failures of spheres that press on their aggregates", "1", static_cast<double>(counts.supported)},
           {"bonds broken", "1", static_cast<double>(counts.bonds.broken)},
           {"spheres without bonds any more", "1", static_cast<double>(counts.bonds.liberated)}},
          engine_->step_clock.impact()};
}

Contacts Stepper::contacts(const Pile&, const External&) const { return engine_->contacts(); }

Bonds Stepper::bonds() const { return engine_->bonds(); }

const Account& Stepper::account() const { return engine_->records.account; }

void Stepper::archive(Archive& archive) { engine_->archive(archive); }

}  // namespace rubble::hsdem
