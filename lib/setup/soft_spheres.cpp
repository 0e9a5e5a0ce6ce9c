#include "setup/soft_spheres.hpp"

#include "base/error.hpp"
#include "config/describe.hpp"
#include "config/key_names.hpp"
#include "setup/check_bonds.hpp"
#include "setup/check_gravity.hpp"
#include "setup/soft_cohesion.hpp"
#include "setup/soft_materials.hpp"
#include "ssdem/history.hpp"
#include "ssdem/stepper.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::setup {

namespace {

using ssdem::Parameters;

// A law in TOML: its word, the key that is present if the table has the alternative set of keys (nullptr for the usual
// set), and the functions that describe and read its table.
struct Law {
  const char* word;
  const char* text;
  const char* told_by;
  config::Tables (*describe)(const config::Heading& heading, const std::string& text);
  void (*read)(config::Document&, const char* section, Parameters&);
};

// (word, ...) => the law whose table is described by `Given`, which is the law or a struct with a function law().
template <auto member, class Given>
Law law(const char* word, const char* text, const char* told_by = nullptr) {
  return {word, text, told_by, config::describe<Given>,
          [](config::Document& config, const char* section, Parameters& p) {
            const Given given = config.read<Given>(section);
            if constexpr (requires { given.law(); })
              p.*member = given.law();
            else
              p.*member = given;
          }};
}

// All laws of the contacts. A new law needs an entry here, a struct in lib/laws, and a place in ssdem::Parameters.
struct Section {
  const char* name;
  std::vector<Law> laws;
};
const Section kSections[] = {
    {"contact.normal",
     {law<&Parameters::normal, laws::LinearSpring>(
          "linear", "Linear spring and dashpot, damped by a coefficient of restitution."),
      law<&Parameters::normal, laws::LinearSpringByRate>("linear", "Linear spring and dashpot, damped by a rate.",
                                                         "damping_rate"),
      law<&Parameters::normal, laws::HertzMindlin>("hertz-mindlin", "Hertz-Mindlin contact; docs/theory.md 2.2."),
      law<&Parameters::normal, laws::Hysteretic>(
          "hysteretic", "Spring that is stiffer in unloading than in loading; docs/theory.md 2.3.")}},
    {"contact.sliding",
     {law<&Parameters::sliding, laws::NoSliding>("none", "No friction."),
      law<&Parameters::sliding, laws::CoulombSliding>(
          "coulomb", "Coulomb friction with a tangential spring, damped by a coefficient of restitution."),
      law<&Parameters::sliding, laws::CoulombSlidingByRate>(
          "coulomb", "Coulomb friction with a tangential spring, damped by a rate.", "damping_rate"),
      law<&Parameters::sliding, laws::KineticSliding>("kinetic",
                                                      "Friction of sliding contacts without a tangential spring.")}},
    {"contact.rolling",
     {law<&Parameters::couple, laws::NoCouple>("none", "No rolling or twisting friction."),
      law<&Parameters::couple, laws::TorqueCouple>("torque",
                                                   "Constant rolling and twisting torques; docs/theory.md 2.6."),
      law<&Parameters::couple, laws::SpringCouple>("spring", "Rolling and twisting springs; docs/theory.md 2.7.")}},
};

void read_law(config::Document& config, const Section& section, Parameters& p) {
  std::vector<std::string> words;
  for (const Law& law : section.laws)
    if (law.told_by == nullptr) words.emplace_back(law.word);
  const std::string word = config.word(section.name, "law", words);
  const Law* chosen = nullptr;
  for (const Law& law : section.laws) {
    if (law.word != word) continue;
    if (law.told_by == nullptr || config.has(fmt::format("{}.{}", section.name, law.told_by))) chosen = &law;
  }
  if (chosen->told_by != nullptr && config.holds(fmt::format("{}.restitution", section.name)))
    throw config.error({config::join(section.name, "restitution"), config::join(section.name, chosen->told_by)},
                       fmt::format("'restitution' and '{}' in [{}] both set the damping: remove one of them",
                                   chosen->told_by, section.name));
  chosen->read(config, section.name, p);
}

config::Tables describe_law(const Section& section, const Law& law) {
  const char* variant = law.told_by == nullptr ? "" : "damping by rate";
  return law.describe({.section = section.name, .key = "law", .word = law.word, .variant = variant}, law.text);
}

// => key of the stiffness of the normal law if it is to be computed, else "".
std::string open_stiffness_of(const Parameters& p) {
  return std::visit(
      [](const auto& law) -> std::string {
        if constexpr (requires { law.stiffness_key; })
          if (!law.stiffness) return law.stiffness_key;
        return "";
      },
      p.normal);
}

// Refuses a ratio of spring constants that the normal law does not use. The default is accepted because outputs record
// it.
void require_use_of_ratio(const config::Document& config, const Parameters& p) {
  const auto* sliding = std::get_if<laws::CoulombSliding>(&p.sliding);
  if (sliding == nullptr || !std::holds_alternative<laws::HertzMindlin>(p.normal)) return;
  if (sliding->stiffness_ratio != laws::CoulombSliding{}.stiffness_ratio)
    throw config.error({"contact.sliding.stiffness_ratio", "contact.normal.law"},
                       "'stiffness_ratio' in [contact.sliding] has no effect with contact.normal.law = "
                       "\"hertz-mindlin\": remove it");
}

}  // namespace

ssdem::Parameters read_soft_spheres(config::Document& config) {
  ssdem::Parameters p;
  p.step = config.read<ssdem::Step>("step");
  p.gravity = config.read<gravity::Parameters>("gravity");
  require_effect(config, p.gravity);
  check_hold(config, p.gravity);
  require_no_multipoles(config, p.gravity);

  if (const auto limits = config.read_if<ssdem::Limits>("sanity")) p.limits = *limits;
  p.bonds = config.read_if<ssdem::BondParameters>("bonds");

  p.contacts = config.has("contact");
  if (!p.contacts) {
    if (!p.step.dt)
      throw config.error(
          {"step.dt"},
          "'dt' in [step] must be a time if [contact] is missing: \"auto\" is a fraction of the contact time");
    return p;
  }
  if (const auto mass = config.read_if<ssdem::ContactMass>("contact")) p.mass = *mass;
  for (const Section& section : kSections) read_law(config, section, p);
  require_use_of_ratio(config, p);
  read_cohesion(config, p);
  p.materials = read_material_laws(config, p.common(), soft_material_keys(gives_attraction(config)));
  return p;
}

config::Tables describe_soft_spheres() {
  config::Tables laws;
  for (const Section& section : kSections)
    for (const Law& law : section.laws) laws = laws + describe_law(section, law);
  return config::describe<ssdem::Step>({.section = "step", .variant = "of soft spheres"},
                                       "Time step, neighbour list and rotation.") +
         config::describe<gravity::Parameters>(
             {.section = "gravity", .variant = "of soft spheres"},
             "Self-gravity. The torque values quadrupole and hexadecapole are refused: they apply only to hulls.") +
         config::describe<ssdem::ContactMass>(
             {.section = "contact", .variant = "of soft spheres", .number = "(optional)"},
             "Contacts; without this table step.dt is required, and bodies that touch end the run.") +
         laws + describe_soft_cohesion() + describe_material_laws(soft_material_keys(true), "of soft spheres") +
         config::describe<ssdem::BondParameters>({.section = "bonds", .number = "(optional)"},
                                                 "Elastic beams between spheres, which break; docs/theory.md 2.15. "
                                                 "Without this table a pile with such bonds "
                                                 "is refused.") +
         config::describe<ssdem::Limits>({.section = "sanity", .variant = "of soft spheres", .number = "(optional)"},
                                         "Largest errors of contacts; a run beyond them ends with exit code 3.");
}

const ssdem::Choice& SoftSpheres::prepare(const Pile& pile, const External& external, double speed) {
  const bool open_dt = !parameters_.step.dt;
  choice_ = ssdem::resolve(parameters_, pile.model, pile.state, external, speed);
  ssdem::resolve_bonds(parameters_, pile, external, open_dt, choice_);
  return choice_;
}

void SoftSpheres::require_stable(const config::Document& config) const {
  if (choice_.dt < choice_.longest_step) return;
  throw config.error({"step.dt", "bonds.young_modulus"},
                     fmt::format("steps of {:g} s are too long for bonds of these moduli: set step.dt to less than "
                                 "{:.3g} s",
                                 choice_.dt, choice_.longest_step));
}

void SoftSpheres::require_suited(const Pile& pile, const std::string& name) const {
  try {
    require_spheres(pile.model, name + ": soft spheres");
  } catch (const InputError& error) {
    throw InputError(std::string(error.what()) + "; set method.kind = \"contact-dynamics\"");
  }
  try {
    ssdem::require_springs(pile.contacts);
  } catch (const InputError& error) {
    throw InputError(name + ": " + error.what());
  }
  if (!parameters_.bonds)
    refuse_beams(pile, name, "a run without [bonds] does", "add the table; bonds = \"kept\" makes no new bonds");
}

void SoftSpheres::prepare(config::Document& config, const Pile& pile, const External& external) {
  const std::string open_stiffness = parameters_.contacts ? open_stiffness_of(parameters_) : "";
  const bool open_dt = !parameters_.step.dt;
  require_known_materials(config, parameters_.materials, pile, external);
  settle_cohesion(config, pile, external, parameters_);
  const auto choose = [&] { prepare(pile, external, 0); };
  parameters_.bonds ? config.within("bonds", choose) : choose();
  require_stable(config);
  if (!open_stiffness.empty()) config.record("contact.normal", open_stiffness, choice_.stiffness);
  if (open_dt) config.record("step", "dt", choice_.dt);
}

std::string SoftSpheres::fineness() const {
  if (!parameters_.contacts) return "no contacts";
  return fmt::format("{:.3g} steps per contact of the lightest pair", choice_.steps_per_contact);
}

std::string SoftSpheres::caution() const {
  if (!parameters_.bonds || std::isfinite(choice_.longest_step)) return "";
  return "note: the run has no bonds: no two spheres lie within bonds.initial_range, and the pile has none";
}

std::string SoftSpheres::expectations() const {
  const std::string bonds = std::isfinite(choice_.longest_step)
                                ? fmt::format("longest stable step of the bonds {:.6g} s", choice_.longest_step)
                                : "";
  if (!parameters_.contacts) return bonds;
  return fmt::format(
      "greatest speed expected {:.6g} m/s: contact time {:.6g} s, overlap {:.3g} of the smaller radius; under the "
      "body's weight {:.3g} of the smallest{}{}",
      choice_.speed, choice_.contact_time, choice_.overlap, choice_.static_overlap, bonds.empty() ? "" : "; ", bonds);
}

std::unique_ptr<Stepper> SoftSpheres::start(const Pile& pile, const External& external, Probes* probes) const {
  return std::make_unique<ssdem::Stepper>(parameters_, pile, external, probes);
}

std::unique_ptr<Stepper> SoftSpheres::go_on(const Pile& pile, const External& external, const Resume& resume,
                                            Probes* probes) const {
  return std::make_unique<ssdem::Stepper>(parameters_, pile, external, resume, probes);
}

}  // namespace rubble::setup
