#pragma once
// The stepper of Contact Dynamics: implicit, with impulses instead of contact forces (Moreau 1999,
// doi:10.1016/S0045-7825(98)00387-9; Jean 1999, doi:10.1016/S0045-7825(98)00383-1). docs/theory.md 11.
#include "model/probes.hpp"
#include "model/stepper.hpp"
#include "nscd/parameters.hpp"

#include <memory>

namespace rubble::nscd {

class Engine;

class Stepper final : public rubble::Stepper {
 public:
  // Starts from a pile: uses the forces of pile.contacts as starting values. InputError if the pile is not sound
  // (model/check.hpp). `probes` must outlive the stepper; nullptr: none.
  Stepper(const Parameters& p, const Pile& pile, const External& external, Probes* probes = nullptr);
  // Resumes from a checkpoint with the same bits. InputError if `resume` does not fit.
  Stepper(const Parameters& p, const Pile& pile, const External& external, const Resume& resume,
          Probes* probes = nullptr);
  ~Stepper() override;

  StepReport advance(const Model& model, State& state, const External& external, double until) override;
  Contacts contacts(const Pile& pile, const External& external) const override;
  const Account& account() const override;
  std::shared_ptr<const friction::Problem> hardest_problem() const override;
  std::string started() const override;
  void archive(Archive& archive) override;

 private:
  std::unique_ptr<Engine> engine_;
  Limits limits_;
};

}  // namespace rubble::nscd
