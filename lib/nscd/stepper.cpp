#include "nscd/stepper.hpp"

#include "base/error.hpp"
#include "model/check.hpp"
#include "nscd/engine.hpp"

#include <cmath>

#include <fmt/format.h>

namespace rubble::nscd {
namespace {

// InputError for numbers that no run can have: the file is damaged.
void require_finite(const Resume& resume) {
  for (const auto& [name, numbers] : resume.reals) {
    if (!name.starts_with("nscd/")) continue;
    for (const double number : numbers)
      if (!std::isfinite(number))
        throw InputError(fmt::format("expected finite numbers in {}, found {}", name, number));
  }
}

}  // namespace

Stepper::Stepper(const Parameters& p, const Pile& pile, const External& external, Probes* probes) : limits_(p.limits) {
  check(pile, "contact dynamics");
  engine_ = std::make_unique<Engine>(p, pile.model, pile.state, external, probes);
  engine_->take_up(pile.contacts);
}

Stepper::Stepper(const Parameters& p, const Pile& pile, const External& external, const Resume& resume, Probes* probes)
    : limits_(p.limits) {
  check(pile, "contact dynamics");
  engine_ = std::make_unique<Engine>(p, pile.model, pile.state, external, probes);
  require_finite(resume);
  Archive archive(resume);
  engine_->archive(archive, pile.model, external.walls());
  engine_->clock().require_time_of(pile.state, "nscd");
  engine_->require_sound(pile.state);
}

Stepper::~Stepper() = default;

StepReport Stepper::advance(const Model& model, State& state, const External& external, double until) {
  engine_->advance(model, state, external, until);
  const RunRecord& record = engine_->record();
  const Phases& seconds = record.seconds;
  return {engine_->clock().steps(state),
          audits_of(limits_, record.quality, record.made.energy()),
          record.touching,
          {{"steps: solver", "s", seconds.solver},
           {"steps: touching pairs", "s", seconds.touching},
           {"steps: gravity", "s", seconds.gravity},
           {"steps: neighbour lists", "s", seconds.search},
           {"steps: motion", "s", seconds.motion},
           {"neighbour lists built", "1", static_cast<double>(record.list_builds)},
           {"pairs in the longest neighbour list", "1", static_cast<double>(record.most_listed)},
           {"solver iterations", "1", static_cast<double>(engine_->solver().iterations())},
           {"steps with contacts", "1", static_cast<double>(record.quality.steps)},
           {"steps whose impulses did not converge", "1", static_cast<double>(record.quality.unconverged)},
           {"worst residual of converged steps", "1", record.quality.worst_residual()},
           {"impacts with restitution", "1", static_cast<double>(record.quality.impacts)},
           {"impacts that made energy", "1", static_cast<double>(record.quality.impacts_made)}},
          engine_->clock().impact()};
}

Contacts Stepper::contacts(const Pile& pile, const External& external) const {
  return engine_->contacts(pile.model, pile.state, external);
}

const Account& Stepper::account() const { return engine_->record().account; }

std::shared_ptr<const friction::Problem> Stepper::hardest_problem() const {
  return engine_->solver().hardest_problem();
}

std::string Stepper::started() const { return engine_->record().started; }

void Stepper::archive(Archive& archive) { engine_->archive(archive, {}, 0); }

}  // namespace rubble::nscd
