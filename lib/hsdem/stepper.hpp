#pragma once
// Stepper of hard spheres: collisions are events in the drift of a leapfrog (Richardson et al. 2009,
// doi:10.1016/j.pss.2008.04.015). docs/theory.md 13.
#include "hsdem/parameters.hpp"
#include "model/probes.hpp"
#include "model/stepper.hpp"

#include <memory>

namespace rubble::hsdem {

class Engine;

class Stepper final : public rubble::Stepper {
 public:
  // InputError if the pile is not suitable for the method. `probes` must outlive the stepper; nullptr: none.
  Stepper(const Parameters& p, const Pile& pile, const External& external, Probes* probes = nullptr);
  Stepper(const Parameters& p, const Pile& pile, const External& external, const Resume& resume,
          Probes* probes = nullptr);
  ~Stepper() override;

  StepReport advance(const Model& model, State& state, const External& external, double until) override;
  Contacts contacts(const Pile& pile, const External& external) const override;
  Bonds bonds() const override;
  const Account& account() const override;
  void archive(Archive& archive) override;

 private:
  std::unique_ptr<Engine> engine_;
  Limits limits_;
};

}  // namespace rubble::hsdem
