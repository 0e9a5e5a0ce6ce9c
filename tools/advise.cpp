// rubble-advise: consequences of stiffness and time step for a pile at a given speed, and the cost of a run.
#include "advise/speed.hpp"
#include "base/system.hpp"
#include "cli/message.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "measure/ledger/masses.hpp"
#include "model/bodies.hpp"
#include "run/schedule.hpp"
#include "setup/read_external.hpp"
#include "setup/read_frozen.hpp"
#include "setup/read_hill.hpp"
#include "setup/read_materials.hpp"
#include "setup/read_planets.hpp"
#include "setup/soft_choices.hpp"
#include "setup/soft_cohesion.hpp"
#include "setup/soft_run.hpp"
#include "setup/soft_spheres.hpp"
#include "store/pile_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

using namespace rubble;

namespace {

constexpr double kTrial = 0.6;  // minimum wall time of the trial of each choice [s]

struct Cost {
  std::string choice;
  cli::Quantities row;
  double hours = 0;  // wall time
  double hold = 0, steps_per_contact = 0, overlap = 0;
  double spread = 0;  // relative spread of the times of equal trials
  std::string broke;  // reason and time of a failed trial; empty if it did not fail
};

// Measures the speed of a short trial. The speed is NaN if the trial fails as a run would; `broke` then has the reason
// and the time.
tools::Speed trial(const setup::Method& method, const Pile& pile, const External& external, std::string& broke) {
  try {
    return tools::measured_speed(method, pile, external, kTrial);
  } catch (const SanityError& broken) {
    broke = broken.what();
    return {std::numeric_limits<double>::quiet_NaN(), 0};
  }
}

// (...) => one row of advice.
Cost advice(const config::Document& config, const setup::RunPlan& plan, const setup::SoftChoice& choice,
            const Pile& pile, const External& external, double speed, double strength) {
  setup::SoftSpheres method(choice.parameters);
  const ssdem::Choice& found = method.prepare(pile, external, speed);
  method.require_stable(config);
  config.within("run", [&] { return run::Schedule(plan, found.dt); });  // refuses a step that is too long
  const ssdem::Parameters& p = method.parameters();
  std::string broke;
  const tools::Speed tried = trial(method, pile, external, broke);
  const double G = p.gravity.method == gravity::Summation::none ? 0 : p.gravity.constant;
  const double density = measure::total_mass(pile) / measure::grain_volume(pile);
  const double dynamical_time = 1 / std::sqrt(G * density);  // infinite if there is no gravity
  const double steps = std::ceil(plan.duration / found.dt);
  const double particle_steps = steps * static_cast<double>(pile.size());
  const double hours = particle_steps / tried.particle_steps / 3600;
  return {choice.name,
          {
              {"choice", "", choice.name},
              {"speed", "m s-1", found.speed},
              {"stiffness", "N m-1", found.stiffness},
              {"dt", "s", found.dt},
              {"hold", "1", p.gravity.hold},
              {"contact_time", "s", found.contact_time},
              {"steps_per_contact", "1", found.steps_per_contact},
              {"overlap", "1", found.overlap},
              {"static_overlap", "1", found.static_overlap},
              {"tensile_strength", "Pa", strength},
              {"dynamical_time", "s", dynamical_time},
              {"steps_per_dynamical_time", "1", dynamical_time / found.dt},
              {"steps", "1", steps},
              {"particle_steps", "1", particle_steps},
              {"particle_steps_rate", "s-1", tried.particle_steps},
              {"wall_time", "h", hours},
          },
          hours,
          p.gravity.hold,
          found.steps_per_contact,
          found.overlap,
          tried.spread,
          broke};
}

// Prints the conclusions from the table as sentences.
void tell(const std::vector<Cost>& costs, double duration, bool stops) {
  const std::string tool = "rubble-advise";
  if (costs[0].broke.empty())
    cli::say(tool, fmt::format("{:.6g} s of simulated time{} take {:.2g} h of wall time as configured", duration,
                               stops ? ", at most," : "", costs[0].hours));
  for (const Cost& cost : costs)
    if (cost.choice != "config" && !cost.broke.empty())
      cli::say(tool, fmt::format("note: the trial of \"{}\" fails, and a run with it would fail, too: {}", cost.choice,
                                 cost.broke));
  constexpr double kFewSteps = 10, kDeep = 0.1, kWide = 0.2;
  for (const Cost& cost : costs)
    if (cost.spread > kWide)
      cli::say(tool, fmt::format("note: equal trials of \"{}\" took times that differ by {:.0f} %, probably due to "
                                 "other work on the machine; the shortest is used",
                                 cost.choice, 100 * cost.spread));
  if (costs[0].steps_per_contact < kFewSteps || costs[0].overlap > kDeep)
    cli::say(tool, fmt::format("note: {:.2g} steps per contact, overlaps of {:.2g} radii: the run may fail; use the "
                               "step and stiffness of the row \"auto\"",
                               costs[0].steps_per_contact, costs[0].overlap));
  const Cost& last = costs.back();
  if (last.choice != "held") return;
  const double gain = costs[0].hours / last.hours;
  if (gain > 1.2)  // false if a trial failed
    cli::say(tool,
             fmt::format("with hold = {:g} in [gravity] {:.2g} h, {:.2g} times as fast", last.hold, last.hours, gain));
}

}  // namespace

int main(int argc, char** argv) {
  double speed = 0;  // 0: estimated
  const cli::Tool tool{
      .name = "rubble-advise",
      .summary =
          "Recommends stiffness and time step of a run of soft spheres and measures its cost, from the TOML "
          "file of any simulation. The key experiment in [run] names the tool that runs it.\n"
          "Rows: settings of the file (config), automatic stiffness and dt (auto), and gravity extrapolated "
          "between its evaluations (held). The tool times some steps of each on the pile, several times. A "
          "pile that becomes denser later takes longer. A trial that breaks has no speed; if the settings of "
          "the file break, the exit code is 3.\n"
          "Columns:\n"
          "  overlap: overlap at the expected speed / radius of the smallest sphere\n"
          "  static_overlap: overlap under the weight of the pile and by cohesion / radius of the smaller sphere\n"
          "  tensile_strength: by Rumpf's relation, over the alpha shape or the periodic cell; nan without cohesion, "
          "or if it depends on materials\n"
          "  dynamical_time: 1 / sqrt(G x density of the grains)",
      .example = "rubble-advise -c configs/relax.toml --speed \"0.2 m/s\" cloud.h5",
      .source = "docs/theory.md 2.9 and 5.19",
      .config = true,
      .options =
          [&](cli::Options& options) {
            options
                .add_option("--speed", speed,
                            "Largest expected relative speed, such as \"5 m/s\"; default: estimate from the pile")
                .option_text("SPEED")
                .transform(cli::within(kPositive, "m s-1"));
          },
      .describe = setup::describe_contact_run,
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    setup::ContactRun run = setup::read_contact_run(config, tool.name);

    Pile pile = store::read_pile(arguments.inputs[0]).pile;
    External external = run.external;
    const std::string name = input_name(arguments.inputs[0]);
    setup::SoftSpheres(run.parameters).require_suited(pile, name);
    const std::optional<std::string> told = setup::settle_period(config, pile, name, external, run.protocol.centred);
    setup::settle_hill(config, pile, name, external, run.protocol);
    setup::settle_frozen(config, pile, external, run.protocol.centred);
    setup::settle_planets(config, pile.state.time, external);
    if (run.protocol.begin) run.protocol.begin(pile, external, run.parameters.gravity.constant);
    setup::settle_walls(config, pile, external);
    setup::require_known_materials(config, run.parameters.materials, pile, external);
    setup::settle_cohesion(config, pile, external, run.parameters);
    const double strength = setup::tensile_strength(pile, run.parameters);
    std::vector<Cost> costs;
    std::vector<cli::Quantities> rows;
    for (const setup::SoftChoice& choice : setup::soft_choices(run.parameters)) {
      costs.push_back(advice(config, run.plan, choice, pile, external, speed, strength));
      rows.push_back(costs.back().row);
    }
    cli::table_of(rows).print(arguments.form);
    if (told && !arguments.quiet) cli::say(tool.name, *told);
    if (!arguments.quiet) tell(costs, run.plan.duration, run.protocol.stop != nullptr);
    if (!costs[0].broke.empty())
      throw SanityError("the trial with the present settings fails, and the run would fail, too: " + costs[0].broke);
    return cli::kDone;
  });
}
