#include "method/hard_spheres.hpp"

#include "base/error.hpp"
#include "config/describe.hpp"
#include "hsdem/stepper.hpp"
#include "model/bodies.hpp"

#include <fmt/format.h>

namespace rubble::method {
namespace {

hsdem::Strength read_strength(config::Document& config) {
  if (!config.has("strength")) return {};
  const std::string model = config.word("strength", "model", {"rigid", "elastic"});
  if (model == "rigid") return config.read<hsdem::RigidStrength>("strength");
  return config.read<hsdem::ElasticStrength>("strength");
}

}  // namespace

hsdem::Parameters read_hard_spheres(config::Document& config) {
  hsdem::Parameters p;
  p.step = config.read<hsdem::Step>("step");
  p.gravity = config.read<gravity::Parameters>("gravity");
  if (p.gravity.hold > 0)
    throw config.error("gravity", "hold",
                       "'hold' in [gravity] is for soft spheres and contact dynamics: the steps of hard spheres are long enough to sum "
                       "gravity at each");
  p.contact = config.read<hsdem::ContactLaw>("contact");
  if (const auto outcome = config.read_if<hsdem::Outcome>("outcome")) p.outcome = *outcome;
  p.strength = read_strength(config);
  if (const auto limits = config.read_if<hsdem::Limits>("sanity")) p.limits = *limits;
  return p;
}

config::Tables describe_hard_spheres() {
  const std::string of = "of hard spheres";
  return config::describe<hsdem::Step>(fmt::format("[step] {}", of)) +
         config::describe<gravity::Parameters>(fmt::format("[gravity] {} (hold: 0)", of)) +
         config::describe<hsdem::ContactLaw>(fmt::format("[contact] {}", of)) +
         config::describe<hsdem::Outcome>(fmt::format("[outcome] {} (optional: without it all impacts bounce)", of)) +
         config::describe<hsdem::RigidStrength>("[strength] model = \"rigid\" (optional: aggregates never fail)") +
         config::describe<hsdem::ElasticStrength>("[strength] model = \"elastic\" (optional: no bonds)") +
         config::describe<hsdem::Limits>(fmt::format("[sanity] {} (optional)", of));
}

void HardSpheres::require_suited(const Pile& pile, const std::string& name) const {
  try {
    require_spheres(pile.model, name + ": hard spheres");
  } catch (const InputError& error) {
    throw InputError(std::string(error.what()) + "; [method] kind = \"contact-dynamics\" moves hulls");
  }
}

std::string HardSpheres::fineness() const { return fmt::format("events in steps of {:.6g} s", parameters_.step.dt); }

std::unique_ptr<Stepper> HardSpheres::start(const Pile& pile, const External& external) const {
  return std::make_unique<hsdem::Stepper>(parameters_, pile, external);
}

std::unique_ptr<Stepper> HardSpheres::go_on(const Pile& pile, const External& external, const Resume& resume) const {
  return std::make_unique<hsdem::Stepper>(parameters_, pile, external, resume);
}

}  // namespace rubble::method
