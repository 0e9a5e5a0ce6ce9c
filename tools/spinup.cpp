// rubble-spinup: a pile is spun up until it gives way.
#include "app/run.hpp"
#include "drive/expansion.hpp"
#include "drive/spin_up.hpp"

using namespace rubble;

namespace {

drive::SpinUp read_spin_up(config::Document& config) {
  const auto plan = config.read<drive::SpinUpPlan>("spinup");
  if (config.has("spinup.start_rate") || config.has("spinup.end_rate"))
    return {plan, config.read<drive::SpinRates>("spinup")};
  return {plan, config.read<drive::CriticalRates>("spinup")};
}

std::string describe() {
  return app::describe<drive::SpinUpPlan>("[spinup]") +
         app::describe<drive::CriticalRates>("[spinup] rates as fractions of the critical one") +
         app::describe<drive::SpinRates>("[spinup] rates themselves") + app::describe<drive::ExpansionRule>("[stop]") +
         app::describe_run();
}

}  // namespace

int main(int argc, char** argv) {
  const app::Tool tool{
      .name = "rubble-spinup",
      .summary =
          "Spins a pile up about its axis of largest inertia by small pushes, until it has grown or fallen apart; exit "
          "code 4 if the duration ends before. The track holds bulk radii, spin and shortest period (rubble-critical "
          "reads it).",
      .example = "rubble-spinup -c configs/spinup.toml --track spinup-track.h5 pile.h5 spun.h5",
      .source = "Marohnic et al. 2023, doi:10.3847/PSJ/ad0467, section 4.1; docs/theory.md 7",
      .inputs = 1,
      .output = true,
      .config = true,
      .run = true,
      .describe = describe,
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    drive::SpinUp spin_up = read_spin_up(config);
    drive::Expansion expansion(config.read<drive::ExpansionRule>("stop"));
    const auto begin = [&](Pile& pile, External&, double constant) { spin_up.begin(pile, constant); };
    return app::run(tool, arguments, config, {.stop = &expansion, .drive = &spin_up, .begin = begin});
  });
}
