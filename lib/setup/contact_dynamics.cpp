#include "setup/contact_dynamics.hpp"

#include "config/describe.hpp"
#include "model/bodies.hpp"
#include "nscd/particle_sizes.hpp"
#include "nscd/stepper.hpp"
#include "setup/bulk_strength.hpp"
#include "setup/check_bonds.hpp"
#include "setup/check_gravity.hpp"
#include "setup/read_drive.hpp"
#include "setup/read_hill.hpp"
#include "setup/read_materials.hpp"
#include "ssdem/resolve.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace rubble::setup {

namespace {

// Refuses keys of [contact] without effect. The defaults are accepted because outputs record them.
void require_effect(const config::Document& config, const nscd::ContactLaw& contact) {
  if (contact.recovery == 0 && contact.recovery_speed)
    throw config.error({"contact.recovery_speed", "contact.recovery"},
                       "'recovery_speed' in [contact] has no effect with recovery = 0: remove it, or raise recovery");
}

// (true if the run has the table [contact.cohesion]) => keys of materials.
std::vector<LawKey<nscd::PairContact>> material_keys(bool cohesive) {
  using Pair = nscd::PairContact;
  return {
      {{"friction", "1", "Coulomb friction coefficient", {0, friction::kMostFriction}},
       [](Pair& pair, double value) { pair.friction = value; },
       {}},
      {{"restitution", "1", "normal coefficient of restitution", kFraction},
       [](Pair& pair, double value) { pair.restitution = value; },
       {}},
      {{"cohesive_force", "N", "attractive force between two bodies", kNotNegative, "contact.cohesion.cohesive_force"},
       [](Pair& pair, double value) { pair.attraction = value; },
       [cohesive](const Pair&) { return cohesive; }},
  };
}

}  // namespace

nscd::Parameters read_contact_dynamics(config::Document& config) {
  nscd::Parameters p;
  p.step = config.read<nscd::Step>("step");
  p.gravity = config.read<gravity::Parameters>("gravity");
  require_effect(config, p.gravity);
  check_hold(config, p.gravity);
  p.contact = config.read<nscd::ContactLaw>("contact");
  require_effect(config, p.contact);
  if (gives_bulk_strength(config, {"cohesive_force"})) {
    p.cohesion.distance = config.read<BulkStrengthInRange>("contact.cohesion").distance;
  } else if (const auto cohesion = config.read_if<laws::RangeCohesion>("contact.cohesion")) {
    p.cohesion = *cohesion;
  }
  const bool cohesive = config.has("contact.cohesion") && !gives_bulk_strength(config, {"cohesive_force"});
  p.materials = read_material_laws(config, p.common(), material_keys(cohesive));
  if (const auto solver = config.read_if<nscd::SolverOptions>("solver")) p.solver = *solver;
  if (const auto limits = config.read_if<nscd::Limits>("sanity")) p.limits = *limits;
  return p;
}

config::Tables describe_contact_dynamics() {
  const std::string of = "of contact dynamics";
  return config::describe<nscd::Step>({.section = "step", .variant = of}, "Time step, neighbour list and rotation.") +
         config::describe<gravity::Parameters>({.section = "gravity", .variant = of}, "Self-gravity.") +
         config::describe<nscd::ContactLaw>({.section = "contact", .variant = of}, "Contact law and overlaps.") +
         config::describe<laws::RangeCohesion>({.section = "contact.cohesion", .variant = of, .number = "(optional)"},
                                               "Attractive force between near bodies; docs/theory.md 11.3.") +
         config::describe<BulkStrengthInRange>({.section = "contact.cohesion", .variant = of + ", by bulk strength"},
                                               "Attractive force between near bodies that gives the pile a strength.") +
         describe_material_laws(material_keys(true), of) +
         config::describe<nscd::SolverOptions>({.section = "solver", .variant = of, .number = "(optional)"},
                                               "Solver of the friction problem; docs/theory.md 10.6.") +
         config::describe<nscd::Limits>({.section = "sanity", .variant = of, .number = "(optional)"},
                                        "Largest errors of contacts; a run beyond them ends with exit code 3.");
}

std::string ContactDynamics::fineness() const {
  return fmt::format("solver tolerance {:.3g} of the mean impulse", parameters_.solver.tolerance);
}

namespace {

// => the id of a body of the first grain with several hulls, or nothing
std::optional<std::int64_t> first_compound(const Pile& pile) {
  const Grouping& grouping = pile.state.grouping;
  for (std::size_t g = 0; g < grouping.grains.size(); ++g) {
    const auto is_hull = [&](Index i) { return is_oriented(pile.model, static_cast<std::size_t>(i)); };
    const std::span<const Index> members = grouping.members(g);
    if (std::ranges::count_if(members, is_hull) > 1) return pile.model.id[static_cast<std::size_t>(members[0])];
  }
  return {};
}

// Cohesion acts along the normals of contact points, which are turned at the seams of compounds.
void refuse_cohesion_of_compounds(const config::Document& config, const Pile& pile) {
  if (const auto id = first_compound(pile))
    throw config.error({"contact.cohesion"},
                       fmt::format("[contact.cohesion] does not support compounds of hulls: body {} belongs to one: "
                                   "remove the table",
                                   *id));
}

}  // namespace

void ContactDynamics::require_suited(const Pile& pile, const std::string& name) const {
  refuse_beams(pile, name, "Contact Dynamics does", "set method.kind = \"soft-spheres\" with a table [bonds]");
}

void ContactDynamics::prepare(config::Document& config, const Pile& pile, const External& external) {
  require_no_drive(config, external, "Contact Dynamics does", "give the wall a motion ('velocity', 'spin', 'poses')");
  require_no_hill(config, external, "Contact Dynamics does");
  require_known_materials(config, parameters_.materials, pile, external);
  if (gives_bulk_strength(config, {"cohesive_force"})) {
    refuse_cohesion_of_compounds(config, pile);
    parameters_.cohesion = with_bulk_strength(config, pile, parameters_.cohesion);
    for (auto& material : parameters_.materials.materials) material.laws.attraction = parameters_.cohesion.force;
  }
  nscd::resolve_materials(parameters_, pile.model, external);
  if (parameters_.greatest().attraction > 0) refuse_cohesion_of_compounds(config, pile);
  speed_ = ssdem::greatest_speed(pile.model, pile.state, external, parameters_.gravity);
  const Reals half = nscd::half_thicknesses(pile.model);
  half_thickness_ = *std::min_element(half.begin(), half.end());
}

std::string ContactDynamics::expectations() const {
  return fmt::format(
      "greatest speed expected {:.6g} m/s; in a step a body moves by up to {:.3g} of half the thickness of the "
      "thinnest body",
      speed_, speed_ * parameters_.step.dt / half_thickness_);
}

std::string ContactDynamics::caution() const {
  if (!(parameters_.step.dt > sufficient_step())) return "";
  return fmt::format(
      "note: overlaps may exceed sanity.penetration = {:g}: at the greatest speed expected, {:.3g} m/s, a body moves "
      "by {:.3g} of half the thickness of the thinnest body in a step of {:g} s; step.dt = {:.2g} s keeps within the "
      "limit",
      parameters_.limits.penetration, speed_, speed_ * parameters_.step.dt / half_thickness_, parameters_.step.dt,
      sufficient_step());
}

std::unique_ptr<Stepper> ContactDynamics::start(const Pile& pile, const External& external, Probes* probes) const {
  return std::make_unique<nscd::Stepper>(parameters_, pile, external, probes);
}

std::unique_ptr<Stepper> ContactDynamics::go_on(const Pile& pile, const External& external, const Resume& resume,
                                                Probes* probes) const {
  return std::make_unique<nscd::Stepper>(parameters_, pile, external, resume, probes);
}

}  // namespace rubble::setup
