#include "run/scenario.hpp"

#include "base/build_id.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "base/version.hpp"
#include "config/plausible.hpp"
#include "experiment/rigid_motion.hpp"
#include "gravity/gravity.hpp"
#include "measure/ledger/digits.hpp"
#include "model/fixed.hpp"
#include "model/impact.hpp"
#include "run/ledger_series.hpp"
#include "run/meshes_at_start.hpp"
#include "run/planet_series.hpp"
#include "run/probe_series.hpp"
#include "run/run_key.hpp"
#include "run/typical_values.hpp"
#include "run/wall_series.hpp"
#include "setup/read_drive.hpp"
#include "setup/read_external.hpp"
#include "setup/read_frozen.hpp"
#include "setup/read_hill.hpp"
#include "setup/read_planets.hpp"
#include "setup/read_probes.hpp"
#include "store/file_names.hpp"
#include "store/pile_file.hpp"

#include <utility>

#include <fmt/format.h>

namespace rubble::run {
namespace {

// Moves the centre of mass of the pile to the origin and to rest. All results are in these coordinates.
void centre(const Request& request, const External& external, Pile& pile) {
  if (is_fixed(external))
    throw request.config.error(
        {"run.centre", "planet", "external.planet", "box"},
        "'centre' in [run] needs a free pile: set it to false, or remove walls, [[frozen]], [[planet]] and [hill]");
  if (pile.model.space.repeats())
    throw request.config.error({"run.centre", "periodic"},
                               "'centre' in [run] needs a centre of mass, and a periodic box has none: remove it");
  experiment::move_to_centre(pile);
}

// Advice if double precision does not resolve positions or velocities.
std::string cure_of_lost_digits(const Scenario& scenario, const Pile& pile) {
  if (is_fixed(scenario.external))
    return "give all positions, also those of walls and planets, relative to a point within the pile";
  if (pile.model.space.repeats()) return "give all positions and velocities relative to those of one body";
  if (scenario.plan.centre) return "the centre of mass lies outside of the pile: remove the distant heavy bodies";
  return "set run.centre = true, which moves the origin to the centre of mass";
}

// Refuses positions and velocities that double precision does not resolve. Results would consist of rounding errors.
void require_digits(const Request& request, const Scenario& scenario, const Pile& pile) {
  const measure::Digits digits = measure::digits_of(pile, scenario.constant(), is_fixed(scenario.external));
  const std::string lost = measure::unresolved(digits);
  if (lost.empty()) return;
  throw InputError(
      fmt::format("{}: {}: {}", input_name(request.arguments.inputs[0]), lost, cure_of_lost_digits(scenario, pile)));
}

// Refuses times of [run] with too many steps. The error names the place of the key, in the file or in --set.
void require_countable_steps(const Request& request, const Scenario& scenario) {
  const setup::RunPlan& plan = scenario.plan;
  const std::pair<const char*, double> times[] = {
      {"duration", plan.duration}, {"record_every", plan.record_every}, {"frame_every", plan.frame_every}};
  for (const auto& [key, time] : times)
    if (const std::string wrong = too_many_steps(time, scenario.tick); !wrong.empty())
      throw request.config.error({std::string("run.") + key, "step.dt"},
                                 fmt::format("'{}' in [run] is {}", key, wrong));
}

// Refuses a step below the rounding error of the time at the end of the run.
void require_resolved_steps(const Request& request, double end_time, double tick) {
  if (end_time + 0.25 * tick > end_time) return;
  throw request.config.error(
      {"step.dt", "run.duration"},
      fmt::format("a step of {} s is below the rounding error of the time {} s: use a longer step or a shorter run",
                  tick, end_time));
}

// Refuses bodies that are below the surface of a planet at the start.
void require_above_planets(const Request& request, const Scenario& scenario, const Pile& pile) {
  const std::optional<Impact> impact = impact_of_bodies(scenario.external, pile.model, pile.state);
  if (!impact) return;
  throw request.config.error(
      {fmt::format("planet[{}]", impact->planet), "external.planet", "planet"},
      fmt::format("{} at the start, in {}: move the planet or the pile", text_of(*impact, scenario.external.planets),
                  input_name(request.arguments.inputs[0])));
}

// Makes the first state of the run and the external action. `before`: provenance of the pile.
void prepare_pile(const Request& request, const store::Provenance& before, Scenario& scenario, Pile& pile) {
  const auto tell = [&](const std::optional<std::string>& text) {
    if (text) scenario.told.push_back(*text);
  };
  const setup::Protocol& protocol = request.protocol;
  const std::string name = input_name(request.arguments.inputs[0]);
  scenario.method->require_suited(pile, name);
  tell(setup::settle_period(request.config, pile, name, scenario.external, protocol.centred));
  tell(setup::settle_hill(request.config, pile, name, scenario.external, protocol));
  if (scenario.plan.centre) centre(request, scenario.external, pile);
  setup::settle_frozen(request.config, pile, scenario.external, protocol.centred);
  setup::settle_planets(request.config, pile.state.time, scenario.external);
  if (!before.empty()) tell(setup::note_on_planets(request.config, before.back().config, name));
  if (protocol.begin) protocol.begin(pile, scenario.external, scenario.method->gravity().constant);
  for (const std::string& note : setup::lost_poses(pile, scenario.external.meshes)) tell(note);
  tell(setup::settle_walls(request.config, pile, scenario.external));
  for (const std::string& note :
       question_meshes(request.config, pile, frozen_marks(scenario.external.frozen, pile.size())))
    tell(note);
  require_above_planets(request, scenario, pile);
  require_digits(request, scenario, pile);
  scenario.method->prepare(request.config, pile, scenario.external);
  setup::require_short_steps(request.config, scenario.external.hill, scenario.method->tick());
}

// Computes what gravity needs and what the outputs say about it.
void prepare_gravity(Scenario& scenario, const Pile& pile) {
  const gravity::Parameters& parameters = scenario.method->gravity();
  scenario.points = points_of_hulls(pile.model, gravity::multipoles_of(parameters.torque));
  if (scenario.attracts() && !scenario.method->regroups())
    scenario.glued = measure::glued_energy(pile, parameters.constant, scenario.points);
  // A method that glues bodies during the run may need the energy within grains later.
  if (!scenario.method->regroups()) scenario.potential_error = measure::potential_error(parameters);
  const std::size_t attracting = scenario.points ? scenario.points->size() : pile.size();
  scenario.summed_directly =
      parameters.method == gravity::Summation::fmm && gravity::sums_directly(parameters, attracting);
}

void make_schedule(const Request& request, Scenario& scenario, double start) {
  std::optional<double> push_every;
  if (request.protocol.drive) push_every = request.protocol.drive->every();
  scenario.tick = scenario.method->tick();
  require_countable_steps(request, scenario);
  scenario.schedule = request.config.within(
      "run", [&] { return std::make_unique<Schedule>(scenario.plan, scenario.tick, push_every); });
  const double end_time = start + static_cast<double>(scenario.schedule->end()) * scenario.tick;
  require_resolved_steps(request, end_time, scenario.tick);
}

// Questions numbers that were written without a unit and are far from typical values. Those of the experiment come
// first, because they are compared with more specific values. A periodic pile has no radius.
void question_numbers(const Request& request, const Observers& observers, Scenario& scenario, const Pile& pile) {
  if (pile.model.space.repeats()) return;
  std::vector<TypicalValue> typical = observers.typical_values();
  for (TypicalValue& value : typical_values(pile, scenario.external, scenario.constant(), scenario.tick))
    typical.push_back(std::move(value));
  for (const std::string& warning : config::implausible_numbers(request.config, typical))
    scenario.told.push_back(warning);
}

}  // namespace

measure::Ledger Scenario::ledger(const Pile& pile, const Account& account) const {
  return measure::ledger(pile, external, method->gravity().constant, attracts(), account, glued, points,
                         potential_error);
}

Scenario read_scenario(const Request& request, Observers& observers, Pile& pile) {
  config::Document& config = request.config;
  const cli::Arguments& arguments = request.arguments;
  Scenario scenario;
  scenario.plan = config.read<setup::RunPlan>("run");
  scenario.limits = config.read_if<setup::SanityLimits>("sanity").value_or(setup::SanityLimits{});
  scenario.method = request.protocol.method(config);
  observers.read();
  scenario.external = setup::read_external(config);
  const std::vector<setup::ProbeOrder> probes = setup::read_probes(config);
  config.finish();

  store::PileFile input = store::read_pile(arguments.inputs[0]);
  pile = std::move(input.pile);
  prepare_pile(request, input.provenance, scenario, pile);
  scenario.probes = setup::probes_of(config, probes, pile, scenario.external, scenario.method->has_areas(pile));
  if (!probes.empty() && arguments.track.empty())
    scenario.told.push_back("note: [[probe]] has no effect without --track, whose file records the forces");
  if (config.has("packing") && arguments.track.empty())
    scenario.told.push_back("note: [packing] has no effect without --track, whose file records the series");
  prepare_gravity(scenario, pile);
  make_schedule(request, scenario, pile.state.time);
  question_numbers(request, observers, scenario, pile);

  scenario.provenance = std::move(input.provenance);
  std::vector<std::string> hashes{input.hash};
  for (const MeshWall& wall : scenario.external.meshes)
    hashes.insert(hashes.end(), wall.hashes.begin(), wall.hashes.end());
  const std::vector<std::string>& of_planets = scenario.external.planet_hashes;
  hashes.insert(hashes.end(), of_planets.begin(), of_planets.end());
  scenario.provenance.push_back(cli::record(request.tool, arguments, config.effective(), hashes));
  if (scenario.summed_directly) scenario.provenance.back().results.emplace_back("gravity_summed_directly", 1);
  scenario.key =
      checkpoint_key({fmt::format("{} {} ({}), build {:.12}", request.tool.name, kVersion, kCommit, build_id()),
                      store::name_of(arguments.track), fmt::format("{}", fmt::join(hashes, " ")), config.effective()});
  return scenario;
}

std::vector<store::Column> columns_of(const Scenario& scenario, const Observers& observers) {
  std::vector<store::Column> all =
      ledger_columns(scenario.method->channels(), scenario.method->audits(), scenario.method->has_beams());
  for (store::Column& column : observers.columns()) all.push_back(std::move(column));
  for (store::Column& column : probe_columns(scenario.probes.get())) all.push_back(std::move(column));
  for (store::Column& column : wall_columns(scenario.external)) all.push_back(std::move(column));
  for (store::Column& column : planet_columns(scenario.external)) all.push_back(std::move(column));
  return all;
}

void require_own(const Request& request, const Scenario& scenario, const std::string& path,
                 const store::Checkpoint& checkpoint, std::int64_t first_step) {
  if (checkpoint.key != scenario.key)
    throw InputError(fmt::format("{}: checkpoint of another run ({})", path,
                                 difference(checkpoint.key, scenario.key, request.config.units())));
  const State& state = checkpoint.pile.state;
  if (state.step - first_step >= scenario.schedule->end())
    throw InputError(fmt::format(
        "{}: the checkpoint is at {:.6g} s, at or after the end of the run: raise run.duration", path, state.time));
}

}  // namespace rubble::run
