#include "method/soft_spheres.hpp"

#include "config/describe.hpp"
#include "ssdem/stepper.hpp"

#include <fmt/format.h>

namespace rubble::method {

ssdem::Parameters read_soft_spheres(config::Document& config) {
  ssdem::Parameters p;
  p.step = config.read<ssdem::Step>("step");
  p.gravity = config.read<gravity::Parameters>("gravity");
  // The sums' errors change from one to the next: a line through them cannot do better.
  if (p.gravity.method == "fmm" && p.gravity.hold > 0 && p.gravity.hold < p.gravity.error)
    throw config.error("gravity", "hold", "'hold' in [gravity] must not be smaller than 'error'");

  if (const auto limits = config.read_if<ssdem::Limits>("sanity")) p.limits = *limits;

  p.contacts = config.has("contact");
  if (!p.contacts) {
    if (!p.step.dt)
      throw config.error("step", "dt",
                         "\"auto\" is a share of the contact time: without [contact] give 'dt' in [step]");
    return p;
  }
  if (const auto mass = config.read_if<ssdem::ContactMass>("contact")) p.mass = *mass;
  const std::string normal = config.word("contact.normal", "law", {"linear", "hertz-mindlin", "hysteretic"});
  if (normal == "linear") {
    if (config.has("contact.normal.damping_rate"))
      p.normal = config.read<laws::LinearSpringByRate>("contact.normal").law();
    else
      p.normal = config.read<laws::LinearSpring>("contact.normal");
  }
  if (normal == "hertz-mindlin") p.normal = config.read<laws::HertzMindlin>("contact.normal");
  if (normal == "hysteretic") p.normal = config.read<laws::Hysteretic>("contact.normal");

  const std::string sliding = config.word("contact.sliding", "law", {"none", "coulomb", "kinetic"});
  if (sliding == "coulomb") {
    if (config.has("contact.sliding.damping_rate"))
      p.sliding = config.read<laws::CoulombSlidingByRate>("contact.sliding").law();
    else
      p.sliding = config.read<laws::CoulombSliding>("contact.sliding");
  }
  if (sliding == "kinetic") p.sliding = config.read<laws::KineticSliding>("contact.sliding");

  const std::string rolling = config.word("contact.rolling", "law", {"none", "torque", "spring"});
  if (rolling == "torque") p.couple = config.read<laws::TorqueCouple>("contact.rolling");
  if (rolling == "spring") p.couple = config.read<laws::SpringCouple>("contact.rolling");

  if (const auto cohesion = config.read_if<laws::Cohesion>("contact.cohesion")) p.cohesion = *cohesion;
  return p;
}

std::string describe_soft_spheres() {
  return config::describe<ssdem::Step>("[step]") + config::describe<gravity::Parameters>("[gravity]") +
         config::describe<ssdem::ContactMass>(
             "[contact] (optional: without it dt must be given, and bodies that touch end the run)") +
         config::describe<laws::LinearSpring>("[contact.normal] law = \"linear\"") +
         config::describe<laws::LinearSpringByRate>("[contact.normal] law = \"linear\", damping by rate") +
         config::describe<laws::HertzMindlin>("[contact.normal] law = \"hertz-mindlin\"") +
         config::describe<laws::Hysteretic>("[contact.normal] law = \"hysteretic\"") +
         config::describe<laws::NoSliding>("[contact.sliding] law = \"none\"") +
         config::describe<laws::CoulombSliding>("[contact.sliding] law = \"coulomb\"") +
         config::describe<laws::CoulombSlidingByRate>("[contact.sliding] law = \"coulomb\", damping by rate") +
         config::describe<laws::KineticSliding>("[contact.sliding] law = \"kinetic\"") +
         config::describe<laws::NoCouple>("[contact.rolling] law = \"none\"") +
         config::describe<laws::TorqueCouple>("[contact.rolling] law = \"torque\"") +
         config::describe<laws::SpringCouple>("[contact.rolling] law = \"spring\"") +
         config::describe<laws::Cohesion>("[contact.cohesion] (optional)") +
         config::describe<ssdem::Limits>("[sanity] of soft spheres (optional)");
}

const ssdem::Choice& SoftSpheres::prepare(const Pile& pile, const External& external, double speed) {
  choice_ = ssdem::resolve(parameters_, pile.model, pile.state, external, speed);
  return choice_;
}

void SoftSpheres::prepare(config::Document& config, const Pile& pile, const External& external) {
  const bool open_stiffness = parameters_.contacts && std::visit(
                                                          [](const auto& law) {
                                                            if constexpr (requires { law.stiffness; })
                                                              return !law.stiffness;
                                                            return false;
                                                          },
                                                          parameters_.normal);
  const bool open_dt = !parameters_.step.dt;
  prepare(pile, external, 0);
  if (open_stiffness) config.record("contact.normal", "stiffness", choice_.stiffness);
  if (open_dt) config.record("step", "dt", choice_.dt);
}

std::string SoftSpheres::fineness() const {
  if (!parameters_.contacts) return "no contacts";
  return fmt::format("{:.3g} steps per contact of the lightest pair", choice_.steps_per_contact);
}

std::string SoftSpheres::expectations() const {
  if (!parameters_.contacts) return "";
  return fmt::format(
      "greatest speed expected {:.6g} m/s: contact time {:.6g} s, overlap {:.3g} of the smallest radius; under the "
      "body's weight {:.3g}",
      choice_.speed, choice_.contact_time, choice_.overlap, choice_.static_overlap);
}

std::unique_ptr<Stepper> SoftSpheres::start(const Pile& pile, const External& external) const {
  return std::make_unique<ssdem::Stepper>(parameters_, pile, external);
}

std::unique_ptr<Stepper> SoftSpheres::go_on(const Pile& pile, const External& external, const Resume& resume) const {
  return std::make_unique<ssdem::Stepper>(parameters_, pile, external, resume);
}

}  // namespace rubble::method
