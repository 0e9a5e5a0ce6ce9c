#pragma once
// Hard spheres that bounce, stick and break, set up from a configuration.
#include "hsdem/parameters.hpp"
#include "setup/method.hpp"

namespace rubble::setup {

class HardSpheres final : public Method {
 public:
  explicit HardSpheres(const hsdem::Parameters& parameters) : parameters_(parameters) {}

  const gravity::Parameters& gravity() const override { return parameters_.gravity; }
  std::vector<Channel> channels() const override { return hsdem::kChannelsOfEvents; }
  std::vector<Audit> audits() const override { return hsdem::audits_of(parameters_.limits); }
  bool regroups() const override { return true; }
  void require_suited(const Pile& pile, const std::string& name) const override;
  void prepare(config::Document& config, const Pile& pile, const External& external) override;
  double tick() const override { return parameters_.step.dt; }
  std::string fineness() const override;
  std::string expectations() const override { return ""; }
  std::unique_ptr<Stepper> start(const Pile& pile, const External& external, Probes* probes) const override;
  std::unique_ptr<Stepper> go_on(const Pile& pile, const External& external, const Resume& resume,
                                 Probes* probes) const override;

 private:
  hsdem::Parameters parameters_;
};

// Reads [step], [gravity], [contact], [outcome], [strength], and the keys that the method adds to [sanity]. InputError
// for invalid values and combinations.
hsdem::Parameters read_hard_spheres(config::Document& config);

// Tables that read_hard_spheres() reads, for --describe.
config::Tables describe_hard_spheres();

}  // namespace rubble::setup
