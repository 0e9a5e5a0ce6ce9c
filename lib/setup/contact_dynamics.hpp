#pragma once
// Contact Dynamics, set up from a configuration.
#include "nscd/parameters.hpp"
#include "setup/method.hpp"

namespace rubble::setup {

class ContactDynamics final : public Method {
 public:
  explicit ContactDynamics(const nscd::Parameters& parameters) : parameters_(parameters) {}

  const gravity::Parameters& gravity() const override { return parameters_.gravity; }
  std::vector<Channel> channels() const override { return nscd::kChannelsOfImpulses; }
  std::vector<Audit> audits() const override { return nscd::audits_of(parameters_.limits); }
  bool regroups() const override { return false; }
  void require_suited(const Pile& pile, const std::string& name) const override;
  void prepare(config::Document& config, const Pile& pile, const External& external) override;
  double tick() const override { return parameters_.step.dt; }
  std::string fineness() const override;
  std::string expectations() const override;
  std::string caution() const override;
  bool has_areas(const Pile& pile) const override { return !pile.model.shape.empty(); }
  std::unique_ptr<Stepper> start(const Pile& pile, const External& external, Probes* probes) const override;
  std::unique_ptr<Stepper> go_on(const Pile& pile, const External& external, const Resume& resume,
                                 Probes* probes) const override;

 private:
  // Longest step in which a body that meets another one at speed_ overlaps it by no more than sanity.penetration allows
  // [s].
  double sufficient_step() const { return parameters_.limits.penetration * half_thickness_ / speed_; }

  nscd::Parameters parameters_;
  double speed_ = 0;           // greatest speed expected [m s-1]
  double half_thickness_ = 0;  // half the thickness of the thinnest body [m]
};

// Reads [step], [gravity], [contact], [contact.cohesion], [solver], and the keys that the method adds to [sanity].
// InputError for invalid values.
nscd::Parameters read_contact_dynamics(config::Document& config);

// Tables that read_contact_dynamics() reads, for --describe.
config::Tables describe_contact_dynamics();

}  // namespace rubble::setup
