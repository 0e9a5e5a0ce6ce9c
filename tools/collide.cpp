// rubble-collide: a collision, until the largest remnant has settled.
#include "run/run.hpp"
#include "setup/run_plan.hpp"

using namespace rubble;

int main(int argc, char** argv) {
  const cli::Tool tool{
      .name = "rubble-collide",
      .summary =
          "Evolves colliding piles until the largest remnant has settled; exit code 4 if the duration ends first.",
      .example = "rubble-collide -c configs/collide.toml --track collide-track.h5 encounter.h5 remnants.h5",
      .source = "docs/theory.md 6.4",
      .inputs = 1,
      .output = true,
      .config = true,
      .run = true,
      .describe = [] { return setup::describe_experiment(setup::Experiment::collide) + setup::describe_run(); },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const setup::Protocol protocol = setup::read_protocol(config, setup::Experiment::collide);
    return run::run(tool, arguments, config, protocol);
  });
}
