#pragma once
// Soft spheres, free or glued into grains, as a configuration asks for them.
#include "method/method.hpp"
#include "model/bodies.hpp"
#include "ssdem/resolve.hpp"

namespace rubble::method {

class SoftSpheres final : public Method {
 public:
  explicit SoftSpheres(const ssdem::Parameters& parameters) : parameters_(parameters) {}

  const gravity::Parameters& gravity() const override { return parameters_.gravity; }
  std::vector<Channel> channels() const override { return ssdem::kSoftSphereChannels; }
  std::vector<Audit> audits() const override { return ssdem::audits_of(parameters_.limits); }
  bool regroups() const override { return false; }
  void require_suited(const Pile& pile, const std::string& name) const override;
  void prepare(config::Document& config, const Pile& pile, const External& external) override;
  double tick() const override { return choice_.dt; }
  std::string fineness() const override;
  std::string expectations() const override;
  std::unique_ptr<Stepper> start(const Pile& pile, const External& external) const override;
  std::unique_ptr<Stepper> go_on(const Pile& pile, const External& external, const Resume& resume) const override;

  // The same without a configuration, for a greatest speed [m s-1] (0: estimated). => what was chosen.
  const ssdem::Choice& prepare(const Pile& pile, const External& external, double speed);
  const ssdem::Parameters& parameters() const { return parameters_; }

 private:
  ssdem::Parameters parameters_;
  ssdem::Choice choice_;
};

// [step], [gravity], [contact.*], overlap in [sanity] => parameters whose autos are still open. Without [contact] the
// time step must be given.
ssdem::Parameters read_soft_spheres(config::Document& config);

// The tables that it reads, for --describe.
config::Tables describe_soft_spheres();

}  // namespace rubble::method
