// rubble-flyby: a pile passes a planet, whose tide may disrupt it.

#include "run/run.hpp"
#include "setup/run_plan.hpp"

using namespace rubble;

int main(int argc, char** argv) {
  const cli::Tool tool{
      .name = "rubble-flyby",
      .summary =
          "Evolves a pile during its passage of a planet on a conic orbit, until it has failed or has reached "
          "the end distance; exit code 4 if the duration ends first.\n"
          "The frame of reference falls with the pile. The track holds bulk radii and the distance to the "
          "planet, for rubble-critical.",
      .example = "rubble-flyby -c configs/flyby.toml --track flyby-track.h5 pile.h5 after.h5",
      .source = "Marohnic et al. 2023, doi:10.3847/PSJ/ad0467, section 4.2; docs/theory.md 7",
      .inputs = 1,
      .output = true,
      .config = true,
      .run = true,
      .describe = [] { return setup::describe_experiment(setup::Experiment::flyby) + setup::describe_run(); },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const setup::Protocol protocol = setup::read_protocol(config, setup::Experiment::flyby);
    return run::run(tool, arguments, config, protocol);
  });
}
