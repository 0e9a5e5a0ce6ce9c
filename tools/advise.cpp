// rubble-advise: what stiffness and time step mean for a pile at a speed, and what a run would cost.
#include "app/experiment.hpp"
#include "app/parameters.hpp"
#include "app/summary.hpp"
#include "app/tool.hpp"
#include "base/units.hpp"
#include "drive/stop.hpp"
#include "measure/mass.hpp"
#include "ssdem/resolve.hpp"
#include "store/pile_file.hpp"

#include <cmath>
#include <cstdio>

using namespace rubble;

namespace {

// What the estimate of the cost on standard error assumes; rubble-evolve --dry-run and a short run tell the truth.
constexpr double kParticleStepsPerCoreSecond = 1e6;

// As if the config said "auto" for stiffness and time step.
ssdem::Parameters with_autos(ssdem::Parameters p) {
  std::visit(
      [](auto& law) {
        if constexpr (requires { law.stiffness; }) law.stiffness.reset();
      },
      p.normal);
  p.step.dt.reset();
  return p;
}

// (...) => one row of advice; resolves p.
app::Quantities advice(const std::string& name, ssdem::Parameters p, const Pile& pile, const External& external,
                       double speed, double duration) {
  const ssdem::Choice choice = ssdem::resolve(p, pile.model, pile.state, external, speed);
  const double G = p.gravity.method == "none" ? 0 : p.gravity.constant;
  const double density = measure::total_mass(pile) / measure::grain_volume(pile);
  const double dynamical_time = 1 / std::sqrt(G * density);  // infinite without gravity
  const double steps = std::ceil(duration / choice.dt);
  return {
      {"choice", "", name},
      {"speed", "m s-1", choice.speed},
      {"stiffness", "N m-1", choice.stiffness},
      {"dt", "s", choice.dt},
      {"contact_time", "s", choice.contact_time},
      {"steps_per_contact", "1", choice.steps_per_contact},
      {"overlap", "1", choice.overlap},
      {"static_overlap", "1", choice.static_overlap},
      {"dynamical_time", "s", dynamical_time},
      {"steps_per_dynamical_time", "1", dynamical_time / choice.dt},
      {"steps", "1", steps},
      {"particle_steps", "1", steps * static_cast<double>(pile.size())},
  };
}

}  // namespace

int main(int argc, char** argv) {
  std::string speed_text;
  const app::Tool tool{
      .name = "rubble-advise",
      .summary =
          "Stiffness, time step, overlaps and cost of a run: as the config has it, and with stiffness and dt "
          "\"auto\". Overlaps are in radii of the smallest sphere: at that speed, and under the pile's own "
          "weight. Dynamical time: 1 / sqrt(G x density of the grains).",
      .example = "rubble-advise -c configs/relax.toml --speed \"0.2 m/s\" cloud.h5",
      .source = "docs/theory.md 2.9",
      .config = true,
      .options =
          [&](CLI::App& app) {
            app.add_option("--speed", speed_text,
                           "Greatest relative speed expected, such as \"5 m/s\"; else estimated from the pile");
          },
      .describe =
          [] { return app::describe<app::RunPlan>("[run]") + app::describe_soft_spheres() + app::describe_external(); },
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    double speed = 0;
    if (!speed_text.empty()) {
      try {
        speed = in_si(speed_text, "m/s");
      } catch (const InputError& error) {
        throw InputError(std::string("--speed ") + error.what());
      }
      if (!(speed > 0)) throw InputError("--speed must be > 0");
    }
    auto config = config::Document::load(arguments.config, arguments.set);
    const auto plan = config.read<app::RunPlan>("run");
    const ssdem::Parameters given = app::read_soft_spheres(config);
    const External external = app::read_external(config);
    config.read_if<app::SanityLimits>("sanity");
    config.read_if<drive::QuietRule>("stop");
    config.finish();

    const Pile pile = store::read_pile(arguments.inputs[0]).pile;
    const std::vector<app::Quantities> rows = {
        advice("config", given, pile, external, speed, plan.duration),
        advice("auto", with_autos(given), pile, external, speed, plan.duration),
    };
    app::table_of(rows).print(arguments.json);
    for (const app::Quantities& row : rows) {
      const double hours = std::get<double>(row.back().value) / kParticleStepsPerCoreSecond / 3600;
      std::fprintf(stderr, "rubble-advise: %s: about %.2g core hours at %g particle-steps per second and core\n",
                   std::get<std::string>(row.front().value).c_str(), hours, kParticleStepsPerCoreSecond);
    }
    return app::kDone;
  });
}
