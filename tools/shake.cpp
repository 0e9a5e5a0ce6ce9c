// rubble-shake: a bed of grains in a shaken box, with a body that may rise in it.
#include "run/run.hpp"
#include "setup/run_plan.hpp"

using namespace rubble;

int main(int argc, char** argv) {
  const cli::Tool tool{
      .name = "rubble-shake",
      .summary =
          "Shakes a bed of grains for a number of cycles and follows one body (Brazil-nut effect); exit code 4 "
          "if the duration ends first.\n"
          "The walls follow the amplitude and frequency of [box] or [[plane]], or a table. The track holds "
          "heights above the moving floor, for rubble-critical.",
      .example = "rubble-shake -c configs/shake.toml --track shake-track.h5 bed.h5 shaken.h5",
      .source = "Marohnic et al. 2023, doi:10.3847/PSJ/ad0467, section 4.3; docs/theory.md 7",
      .inputs = 1,
      .output = true,
      .config = true,
      .run = true,
      .describe = [] { return setup::describe_experiment(setup::Experiment::shake) + setup::describe_run(); },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const setup::Protocol protocol = setup::read_protocol(config, setup::Experiment::shake);
    return run::run(tool, arguments, config, protocol);
  });
}
