#include "method/contact_dynamics.hpp"

#include "config/describe.hpp"
#include "method/hold.hpp"
#include "nscd/stepper.hpp"

#include <fmt/format.h>

namespace rubble::method {

nscd::Parameters read_contact_dynamics(config::Document& config) {
  nscd::Parameters p;
  p.step = config.read<nscd::Step>("step");
  p.gravity = config.read<gravity::Parameters>("gravity");
  check_hold(config, p.gravity);
  p.contact = config.read<nscd::ContactLaw>("contact");
  if (const auto cohesion = config.read_if<nscd::Cohesion>("contact.cohesion")) p.cohesion = *cohesion;
  if (const auto solver = config.read_if<nscd::Solver>("solver")) p.solver = *solver;
  if (const auto limits = config.read_if<nscd::Limits>("sanity")) p.limits = *limits;
  return p;
}

config::Tables describe_contact_dynamics() {
  const std::string of = "of contact dynamics";
  return config::describe<nscd::Step>(fmt::format("[step] {}", of), "Time step, neighbour list and rotation.") +
         config::describe<gravity::Parameters>(fmt::format("[gravity] {}", of), "Self-gravity.") +
         config::describe<nscd::ContactLaw>(fmt::format("[contact] {}", of), "Contact law and overlaps.") +
         config::describe<nscd::Cohesion>(fmt::format("[contact.cohesion] {} (optional)", of),
                                          "Attractive force between near bodies; docs/theory.md 11.3.") +
         config::describe<nscd::Solver>(fmt::format("[solver] {} (optional)", of),
                                        "Solver of the friction problem; docs/theory.md 10.6.") +
         config::describe<nscd::Limits>(fmt::format("[sanity] {} (optional)", of),
                                        "Largest errors of contacts; a run beyond them ends with exit code 3.");
}

std::string ContactDynamics::fineness() const {
  return fmt::format("impulses to {:.3g} of their mean", parameters_.solver.tolerance);
}

std::unique_ptr<Stepper> ContactDynamics::start(const Pile& pile, const External& external) const {
  return std::make_unique<nscd::Stepper>(parameters_, pile, external);
}

std::unique_ptr<Stepper> ContactDynamics::go_on(const Pile& pile, const External& external,
                                                const Resume& resume) const {
  return std::make_unique<nscd::Stepper>(parameters_, pile, external, resume);
}

}  // namespace rubble::method
