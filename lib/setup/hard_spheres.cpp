#include "setup/hard_spheres.hpp"

#include "base/error.hpp"
#include "config/describe.hpp"
#include "hsdem/elastic_bonds.hpp"
#include "hsdem/stepper.hpp"
#include "model/bodies.hpp"
#include "setup/check_bonds.hpp"
#include "setup/check_gravity.hpp"
#include "setup/read_drive.hpp"
#include "setup/read_frozen.hpp"
#include "setup/read_materials.hpp"
#include "setup/read_meshes.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

// Refuses keys of [strength] without effect. The defaults are accepted because outputs record them.
void require_effect(const config::Document& config, const hsdem::RigidStrength& strength) {
  const hsdem::RigidStrength initial;
  if (strength.tensile || strength.shear) return;
  for (const auto& [key, differs] : {std::pair{"reference_radius", strength.radius != initial.radius},
                                     std::pair{"exponent", strength.exponent != initial.exponent}})
    if (differs)
      throw config.error({std::string("strength.") + key},
                         fmt::format("'{0}' in [strength] has no effect without 'tensile_strength' and "
                                     "'shear_strength': set one of them, or remove '{0}'",
                                     key));
}
void require_effect(const config::Document& config, const hsdem::ElasticStrength& strength) {
  const hsdem::ElasticStrength initial;
  const bool nearest = strength.bonds == hsdem::BondRule::nearest;
  if (nearest && strength.reach != initial.reach)
    throw config.error({"strength.initial_range", "strength.bonds"},
                       "'initial_range' in [strength] has no effect with bonds = \"nearest\": remove it, or set bonds "
                       "= \"initial\"");
  if (!nearest && strength.neighbours != initial.neighbours)
    throw config.error({"strength.neighbours", "strength.bonds"},
                       "'neighbours' in [strength] has no effect with bonds = \"initial\": remove it, or set bonds = "
                       "\"nearest\"");
}

template <class P>
hsdem::Strength read_as(config::Document& config) {
  const P strength = config.read<P>("strength");
  require_effect(config, strength);
  return strength;
}
constexpr Word<hsdem::Strength (*)(config::Document&)> kStrengths[] = {{"rigid", read_as<hsdem::RigidStrength>},
                                                                       {"elastic", read_as<hsdem::ElasticStrength>}};

hsdem::Strength read_strength(config::Document& config) {
  if (!config.has("strength")) return {};
  return config.word("strength", "model", kStrengths)(config);
}

const std::vector<LawKey<hsdem::ImpactLaw>>& material_keys() {
  using hsdem::ImpactLaw;
  static const std::vector<LawKey<ImpactLaw>> keys = {
      {{"restitution", "1", "normal coefficient of restitution e_n", kFraction},
       [](ImpactLaw& law, double value) { law.normal = value; },
       {}},
      {{"sliding_restitution", "1", "tangential coefficient of restitution e_t; 1: smooth spheres", {-1, 1}},
       [](ImpactLaw& law, double value) { law.sliding = value; },
       {}},
      {{"friction", "1", "Coulomb friction coefficient, which limits the tangential impulse", kNotNegative},
       [](ImpactLaw& law, double value) { law.friction = value; },
       {}},
  };
  return keys;
}

// Refuses values that are valid individually but not in combination.
void require_consistent(const config::Document& config, const hsdem::Parameters& p) {
  const std::vector<hsdem::ImpactLaw> laws = table_of(p.materials, p.common(), hsdem::mixed);
  const bool smooth = std::ranges::all_of(laws, [](const hsdem::ImpactLaw& law) { return law.sliding == 1; });
  const bool limited =
      std::ranges::any_of(laws, [](const hsdem::ImpactLaw& law) { return std::isfinite(law.friction); });
  if (limited && smooth)
    throw config.error(
        {"contact.friction", "contact.material", "contact.pair", "contact.sliding_restitution"},
        "'friction' has no effect on smooth spheres: lower sliding_restitution below 1, or remove 'friction'");
  if (p.outcome.fragment && *p.outcome.fragment < p.outcome.stick)
    throw config.error({"outcome.fragment", "outcome.stick"},
                       fmt::format("'fragment' in [outcome] must be at least stick = {:g}", p.outcome.stick));
  const bool regroups = p.outcome.stick > 0 || p.outcome.fragment;
  if (!regroups && p.outcome.speed != hsdem::Outcome{}.speed)
    throw config.error({"outcome.speed", "outcome.stick", "outcome.fragment"},
                       "'speed' in [outcome] has no effect without 'stick' and 'fragment': set one of them, or remove "
                       "'speed'");
  if (regroups && std::holds_alternative<hsdem::ElasticStrength>(p.strength))
    throw config.error({"strength.model", "outcome"},
                       "elastic bonds do not support [outcome]: remove it, or set strength.model = \"rigid\"");
}

bool all_glued(const Grouping& grouping) {
  const std::vector<Index>& grain = grouping.grain;
  return !grain.empty() && std::none_of(grain.begin(), grain.end(), [](Index g) { return g < 0; });
}

}  // namespace

hsdem::Parameters read_hard_spheres(config::Document& config) {
  hsdem::Parameters p;
  p.step = config.read<hsdem::Step>("step");
  p.gravity = config.read<gravity::Parameters>("gravity");
  require_effect(config, p.gravity);
  if (p.gravity.hold > 0)
    throw config.error({"gravity.hold", "method.kind"}, "hard spheres do not support 'hold' in [gravity]: remove it");
  require_no_multipoles(config, p.gravity);
  p.contact = config.read<hsdem::ContactLaw>("contact");
  p.materials = read_material_laws(config, p.common(), material_keys());
  if (const auto outcome = config.read_if<hsdem::Outcome>("outcome")) p.outcome = *outcome;
  p.strength = read_strength(config);
  if (const auto limits = config.read_if<hsdem::Limits>("sanity")) p.limits = *limits;
  require_consistent(config, p);
  return p;
}

config::Tables describe_hard_spheres() {
  const std::string of = "of hard spheres";
  return config::describe<hsdem::Step>({.section = "step", .variant = of}, "Time step.") +
         config::describe<gravity::Parameters>(
             {.section = "gravity", .variant = of},
             "Self-gravity. Other values than hold = 0 and torque = \"none\" are refused.") +
         config::describe<hsdem::ContactLaw>({.section = "contact", .variant = of}, "Impacts; docs/theory.md 13.2.") +
         describe_material_laws(material_keys(), of) +
         config::describe<hsdem::Outcome>(
             {.section = "outcome", .variant = of, .number = "(optional)"},
             "Sticking and fragmentation by impact speed; without this table all impacts bounce.") +
         config::describe<hsdem::RigidStrength>(
             {.section = "strength", .key = "model", .word = "rigid", .number = "(optional)"},
             "Strength of rigid aggregates, which otherwise never fail; docs/theory.md 13.4.") +
         config::describe<hsdem::ElasticStrength>(
             {.section = "strength", .key = "model", .word = "elastic", .number = "(optional)"},
             "Elastic bonds between spheres; docs/theory.md 13.5.") +
         config::describe<hsdem::Limits>(
             {.section = "sanity", .variant = of, .number = "(optional)"},
             "Largest errors of impacts and contacts; a run beyond them ends with exit code 3.");
}

void HardSpheres::require_suited(const Pile& pile, const std::string& name) const {
  try {
    require_spheres(pile.model, name + ": hard spheres");
  } catch (const InputError& error) {
    throw InputError(std::string(error.what()) + "; set method.kind = \"contact-dynamics\"");
  }
  for (const Grain& grain : pile.state.grouping.grains)
    if (!grain.excess.isZero(0))
      throw InputError(
          fmt::format("{}: hard spheres do not support grains made with overlap = \"union\": make them with overlap = "
                      "\"sum\" in [grains]",
                      name));
  refuse_beams(pile, name, "hard spheres do", "set method.kind = \"soft-spheres\" with a table [bonds]");
  if (!std::holds_alternative<hsdem::ElasticStrength>(parameters_.strength)) return;
  if (all_glued(pile.state.grouping))
    throw InputError(fmt::format("{}: elastic bonds need free spheres, found only glued ones", name));
}

// Refuses steps that are too long for the bonds of the pile.
void HardSpheres::prepare(config::Document& config, const Pile& pile, const External& external) {
  require_no_drive(config, external, "hard spheres do", "use [[plane]] or [box]");
  require_no_mesh(config, external, "hard spheres do");
  require_no_frozen(config, external, "hard spheres");
  if (external.hill.turns() && parameters_.gravity.method != gravity::Summation::none)
    throw config.error({"gravity.method", "hill"},
                       "hard spheres in Hill's frame do not support self-gravity, under which bodies rest on each "
                       "other: set gravity.method = \"none\", or method.kind = \"soft-spheres\"");
  require_known_materials(config, parameters_.materials, pile, external);
  hsdem::resolve_materials(parameters_, pile.model, external);
  const auto* elastic = std::get_if<hsdem::ElasticStrength>(&parameters_.strength);
  if (!elastic) return;
  const hsdem::ElasticBonds bonds(*elastic, pile, external.period);
  const double dt = parameters_.step.dt, longest = bonds.longest_step(pile.model, pile.state.grouping);
  if (dt < longest) return;
  throw config.error(
      {"step.dt", "strength.young_modulus"},
      fmt::format("steps of {:g} s are too long for bonds of this Young's modulus: set step.dt to less than {:.3g} s",
                  dt, longest));
}

std::string HardSpheres::fineness() const { return fmt::format("events in steps of {:.6g} s", parameters_.step.dt); }

std::unique_ptr<Stepper> HardSpheres::start(const Pile& pile, const External& external, Probes* probes) const {
  return std::make_unique<hsdem::Stepper>(parameters_, pile, external, probes);
}

std::unique_ptr<Stepper> HardSpheres::go_on(const Pile& pile, const External& external, const Resume& resume,
                                            Probes* probes) const {
  return std::make_unique<hsdem::Stepper>(parameters_, pile, external, resume, probes);
}

}  // namespace rubble::setup
