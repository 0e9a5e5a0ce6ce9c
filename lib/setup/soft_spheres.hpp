#pragma once
// Soft spheres, free or glued into grains, set up from a configuration.
#include "model/bodies.hpp"
#include "setup/method.hpp"
#include "ssdem/cohesive_scales.hpp"
#include "ssdem/resolve.hpp"

namespace rubble::setup {

class SoftSpheres final : public Method {
 public:
  explicit SoftSpheres(const ssdem::Parameters& parameters) : parameters_(parameters) {}

  const gravity::Parameters& gravity() const override { return parameters_.gravity; }
  std::vector<Channel> channels() const override {
    return channels_of(parameters_, ssdem::attraction_sets_in(parameters_));
  }
  std::vector<Audit> audits() const override { return ssdem::audits_of(parameters_); }
  bool regroups() const override { return false; }
  void require_suited(const Pile& pile, const std::string& name) const override;
  void prepare(config::Document& config, const Pile& pile, const External& external) override;
  double tick() const override { return choice_.dt; }
  std::string fineness() const override;
  std::string expectations() const override;
  std::string caution() const override;
  bool has_beams() const override { return parameters_.bonds.has_value(); }
  bool has_areas(const Pile&) const override { return true; }
  std::unique_ptr<Stepper> start(const Pile& pile, const External& external, Probes* probes) const override;
  std::unique_ptr<Stepper> go_on(const Pile& pile, const External& external, const Resume& resume,
                                 Probes* probes) const override;

  // Prepares without a configuration, for a given greatest speed [m s-1] (0: estimated). => the chosen values.
  const ssdem::Choice& prepare(const Pile& pile, const External& external, double speed);
  // InputError at step.dt if the prepared step is too long for the bonds.
  void require_stable(const config::Document& config) const;
  const ssdem::Parameters& parameters() const { return parameters_; }

 private:
  ssdem::Parameters parameters_;
  ssdem::Choice choice_;
};

// Reads [step], [gravity], [contact.*], and the keys that the method adds to [sanity]. => parameters in which "auto" is
// not yet replaced by a value. InputError for invalid values, and if [contact] is missing and the time step is "auto".
ssdem::Parameters read_soft_spheres(config::Document& config);

// Tables that read_soft_spheres() reads, for --describe.
config::Tables describe_soft_spheres();

}  // namespace rubble::setup
