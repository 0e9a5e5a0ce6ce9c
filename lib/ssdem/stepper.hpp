#pragma once
// The soft-sphere stepper: explicit leapfrog (kick, drift, predict, force, kick) with contact histories.
// docs/theory.md 3.
#include "model/probes.hpp"
#include "model/stepper.hpp"
#include "ssdem/parameters.hpp"

#include <memory>

namespace rubble::ssdem {

class Stepper final : public rubble::Stepper {
 public:
  // Starts from a pile: uses the histories of pile.contacts and evaluates the forces at its state. p must be resolved.
  // InputError if the pile is not sound (model/check.hpp). `probes` must outlive the stepper; nullptr: none.
  Stepper(const Parameters& p, const Pile& pile, const External& external, Probes* probes = nullptr);
  // Resumes from a checkpoint with the same bits. InputError if `resume` does not fit.
  Stepper(const Parameters& p, const Pile& pile, const External& external, const Resume& resume,
          Probes* probes = nullptr);
  ~Stepper() override;

  StepReport advance(const Model& model, State& state, const External& external, double until) override;
  Contacts contacts(const Pile& pile, const External& external) const override;
  Bonds bonds() const override;
  std::string started() const override;
  const Account& account() const override;
  void archive(Archive& archive) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::string started_;  // text on the bonds at the start of the run; empty without bonds
};

}  // namespace rubble::ssdem
