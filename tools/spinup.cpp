// rubble-spinup: spins a pile up until it fails.
#include "run/run.hpp"
#include "setup/run_plan.hpp"

using namespace rubble;

int main(int argc, char** argv) {
  const cli::Tool tool{
      .name = "rubble-spinup",
      .summary =
          "Spins up a pile by small increments until it has failed, by default about its axis of largest "
          "inertia; exit code 4 if the duration ends first.\n"
          "The track holds bulk radii, spin and shortest period, for rubble-critical.",
      .example = "rubble-spinup -c configs/spinup.toml --track spinup-track.h5 pile.h5 spun.h5",
      .source = "Marohnic et al. 2023, doi:10.3847/PSJ/ad0467, section 4.1; docs/theory.md 7",
      .inputs = 1,
      .output = true,
      .config = true,
      .run = true,
      .describe = [] { return setup::describe_experiment(setup::Experiment::spinup) + setup::describe_run(); },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const setup::Protocol protocol = setup::read_protocol(config, setup::Experiment::spinup);
    return run::run(tool, arguments, config, protocol);
  });
}
