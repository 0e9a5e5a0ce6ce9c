#include "setup/read_experiment.hpp"

#include "base/words.hpp"
#include "config/describe.hpp"
#include "experiment/expansion_rule.hpp"
#include "experiment/flyby.hpp"
#include "experiment/rigid_motion.hpp"
#include "experiment/settled.hpp"
#include "experiment/shaking.hpp"
#include "experiment/spin_up.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

std::unique_ptr<experiment::SpinUp> read_spin_up(config::Document& config) {
  const auto plan = config.read<experiment::SpinUpPlan>("spinup");
  if (config.has("spinup.start_rate") || config.has("spinup.end_rate"))
    return std::make_unique<experiment::SpinUp>(plan, config.read<experiment::SpinRates>("spinup"));
  return std::make_unique<experiment::SpinUp>(plan, config.read<experiment::CriticalRates>("spinup"));
}

// The group of bodies at the start of the run is known only if its bonds are.
void require_known_bonds(const config::Document& config, const Pile& pile) {
  if (!config.has("bonds") || pile.bonds.beams) return;
  throw config.error(
      {"spinup.bodies", "bonds"},
      "'bodies' in [spinup] is \"largest\", which needs the bonds of the pile before the run: make them in "
      "an earlier run with [bonds], or set bodies = \"all\"");
}

std::unique_ptr<experiment::Flyby> read_pass(config::Document& config) {
  const auto plan = config.read<experiment::FlybyPlan>("flyby");
  if (const std::string wrong = experiment::wrong_pericentre(plan); !wrong.empty())
    throw config.error({"flyby.pericentre", "flyby.planet_radius"}, fmt::format("'pericentre' in [flyby]: {}", wrong));
  const auto rule = config.read<experiment::ExpansionRule>("stop");
  experiment::GivenRotation rotation;
  if (plan.rotation == experiment::StartRotation::given) {
    const config::Cause given(config, "flyby.rotation");
    rotation = config.read<experiment::GivenRotation>("flyby.spin");
    if (!(rotation.axis.norm() > 0)) throw config.error("flyby.spin", "axis", "'axis' must not be zero");
  }
  for (const char* table : {"external.planet", "planet"})
    if (config.holds(table))
      throw config.error(table, "", "rubble-flyby does not accept other planets: describe the planet in [flyby]");
  if (config.has("flyby.speed_at_infinity"))
    return std::make_unique<experiment::Flyby>(plan, config.read<experiment::BySpeed>("flyby"), rotation, rule);
  return std::make_unique<experiment::Flyby>(plan, config.read<experiment::ByEccentricity>("flyby"), rotation, rule);
}

Protocol read_relax(config::Document& config) {
  const auto rule = config.read<experiment::QuietRule>("stop");
  if (rule.remove_rotation && (config.has("plane") || config.has("box")))
    throw config.error({"stop.remove_rotation", "box"},
                       "'remove_rotation' needs a free pile: set it to false, or remove [box] and [[plane]]");
  Protocol protocol;
  protocol.stop = std::make_unique<experiment::Quiet>(rule);
  if (rule.remove_rotation) {
    protocol.finish = experiment::remove_rigid_motion;
    protocol.centred = "stop.remove_rotation";
  }
  return protocol;
}

Protocol read_collide(config::Document& config) {
  Protocol protocol;
  protocol.stop = std::make_unique<experiment::Settled>(config.read<experiment::SettledRule>("stop"));
  protocol.centred = "the stop rule of rubble-collide";
  return protocol;
}

Protocol read_spinup(config::Document& config) {
  Protocol protocol;
  protocol.centred = "[spinup]";
  auto spin_up = read_spin_up(config);
  protocol.begin = [&config, drive = spin_up.get()](Pile& pile, External&, double constant) {
    if (drive->spins_up_the_largest()) require_known_bonds(config, pile);
    config.within("spinup", [&] { drive->begin(pile, constant); });
  };
  protocol.drive = std::move(spin_up);
  protocol.stop = std::make_unique<experiment::Expansion>(config.read<experiment::ExpansionRule>("stop"));
  return protocol;
}

Protocol read_flyby(config::Document& config) {
  Protocol protocol;
  protocol.centred = "[flyby]";
  auto flyby = read_pass(config);
  protocol.begin = [&config, pass = flyby.get()](Pile& pile, External& external, double constant) {
    config.within("flyby", [&] { pass->begin(pile, external, constant); });
  };
  protocol.stop = std::move(flyby);
  return protocol;
}

Protocol read_shake(config::Document& config) {
  const auto plan = config.read<experiment::ShakePlan>("shake");
  const auto table = config.read_if<experiment::ShakeTable>("shake.table");
  Protocol protocol;
  auto shaking = std::make_unique<experiment::Shaking>(plan, table ? table->cycle : 0);
  protocol.begin = [&config, table, rule = shaking.get()](Pile& pile, External& external, double) {
    for (const Plane& plane : external.planes)
      if (table && plane.moves())
        throw config.error({"shake.table", "box.amplitude"},
                           "walls that follow [shake.table] must not have an 'amplitude'");
    if (table && !external.meshes.empty())
      throw config.error({"shake.table", "mesh"},
                         "walls of [[mesh]] do not follow [shake.table]: remove [[mesh]], or use rubble-evolve with "
                         "'poses' in [[mesh]]");
    if (table) config.within("shake.table", [&] { experiment::follow(*table, external.planes); });
    config.within("shake", [&] { rule->begin(pile, external); });
  };
  protocol.stop = std::move(shaking);
  return protocol;
}

config::Tables describe_relax() {
  return config::describe<experiment::QuietRule>({.section = "stop", .variant = "of rubble-relax"},
                                                 "End of the run: the pile is at rest.");
}

config::Tables describe_collide() {
  return config::describe<experiment::SettledRule>(
      {.section = "stop", .variant = "of rubble-collide"},
      "End of the run: the largest remnant has settled after an impact. An impact is a "
      "record at which the remnant is not settled, or at which the mass of its "
      "heaviest group differs from that of the first record. Without one the run "
      "takes its whole duration and ends with exit code 4.");
}

config::Tables describe_expansion() {
  return config::describe<experiment::ExpansionRule>(
      {.section = "stop", .variant = "of rubble-spinup and rubble-flyby"},
      "End of the run: the pile has grown or fallen apart.");
}

config::Tables describe_spinup() {
  return config::describe<experiment::SpinUpPlan>(
             {.section = "spinup"},
             "Spin-up by small increments; docs/theory.md 7.2. Rates are given in one of two ways.") +
         config::describe<experiment::CriticalRates>(
             {.section = "spinup", .variant = "by fractions of the critical rate", .alternative = true},
             "First and last spin rate, in units of the critical rate.") +
         config::describe<experiment::SpinRates>({.section = "spinup", .variant = "by rates", .alternative = true},
                                                 "First and last spin rate, as alternatives to start and end.") +
         describe_expansion();
}

config::Tables describe_flyby() {
  return config::describe<experiment::FlybyPlan>({.section = "flyby"},
                                                 "Passage of a planet on a conic orbit; docs/theory.md 7.3.") +
         config::describe<experiment::ByEccentricity>(
             {.section = "flyby", .variant = "by eccentricity", .alternative = true}, "Shape of the orbit.") +
         config::describe<experiment::BySpeed>({.section = "flyby", .variant = "by speed", .alternative = true},
                                               "Shape of the orbit, as an alternative to eccentricity.") +
         config::describe<experiment::GivenRotation>({.section = "flyby.spin", .key = "rotation", .word = "given"},
                                                     "Rotation of the pile at the start.") +
         describe_expansion();
}

config::Tables describe_shake() {
  return config::describe<experiment::ShakePlan>({.section = "shake"},
                                                 "Duration of the shaking and intruder; docs/theory.md 7.4.") +
         config::describe<experiment::ShakeTable>(
             {.section = "shake.table", .number = "(optional)"},
             "Displacement of the walls from a table, as an alternative to their amplitude and frequency.");
}

Protocol read_evolve(config::Document&) { return {}; }

config::Tables describe_evolve() { return {}; }

struct Functions {
  Experiment experiment;
  Protocol (*read)(config::Document&);
  config::Tables (*describe)();
};
constexpr Functions kFunctions[] = {
    {Experiment::relax, read_relax, describe_relax},    {Experiment::collide, read_collide, describe_collide},
    {Experiment::spinup, read_spinup, describe_spinup}, {Experiment::flyby, read_flyby, describe_flyby},
    {Experiment::shake, read_shake, describe_shake},    {Experiment::evolve, read_evolve, describe_evolve},
};

const Functions& functions_of(Experiment experiment) {
  return *std::ranges::find(kFunctions, experiment, &Functions::experiment);
}

// => the word of `experiment` in [run], which must be present.
Experiment declared(config::Document& config) {
  const std::string cure =
      fmt::format("add experiment = \"NAME\" if rubble-NAME runs the file; NAME is {}", one_of(names_of(kExperiments)));
  return config.word("run", "experiment", kExperiments, cure);
}

void require_own(config::Document& config, Experiment own) {
  const Experiment other = declared(config);
  if (other == own) return;
  throw config.error(
      "run", "experiment",
      fmt::format("'experiment' in [run] is \"{0}\", but rubble-{1} runs \"{1}\": use rubble-{0}, or set "
                  "experiment = \"{1}\"",
                  name_of(kExperiments, other), name_of(kExperiments, own)));
}

}  // namespace

Protocol read_protocol(config::Document& config, Experiment own) {
  config.know_variants(describe_experiments);
  if (config.has("run.experiment")) require_own(config, own);
  config.record("run", "experiment", name_of(kExperiments, own));
  return functions_of(own).read(config);
}

Protocol read_protocol(config::Document& config) {
  config.know_variants(describe_experiments);
  const Experiment experiment = declared(config);
  const config::Cause named(config, "run.experiment");
  return functions_of(experiment).read(config);
}

void require_config_of_a_run(const config::Document& config, const std::string& tool) {
  struct Other {
    const char *table, *shown, *tool;
  };
  constexpr Other kOthers[] = {
      {"cloud", "[cloud]", "rubble-generate"},
      {"encounter", "[encounter]", "rubble-combine"},
      {"spin", "[spin]", "rubble-spin"},
      {"body", "[body]", "rubble-limits"},
      {"impact", "[[impact]]", "rubble-impact-law"},
  };
  if (config.has("run")) return;
  for (const Other& other : kOthers)
    if (config.has(other.table))
      throw config.error(other.table, "",
                         fmt::format("{} configures {}; {} needs the configuration of a run, with a table [run]",
                                     other.shown, other.tool, tool));
}

config::Tables describe_experiment(Experiment experiment) { return functions_of(experiment).describe(); }

config::Tables describe_experiments() {
  config::Tables tables;
  for (const Functions& functions : kFunctions) tables = tables + functions.describe();
  return tables;
}

}  // namespace rubble::setup
