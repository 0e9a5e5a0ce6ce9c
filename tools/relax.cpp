// rubble-relax: evolves a pile until it is at rest by a given criterion.
#include "run/run.hpp"
#include "setup/run_plan.hpp"

using namespace rubble;

int main(int argc, char** argv) {
  const cli::Tool tool{
      .name = "rubble-relax",
      .summary = "Evolves a pile until its kinetic energy has decayed; exit code 4 if the duration ends first.",
      .example = "rubble-relax -c configs/relax.toml --track relax-track.h5 cloud.h5 pile.h5",
      .source = "Schwartz, Richardson & Michel 2012, doi:10.1007/s10035-012-0346-z",
      .inputs = 1,
      .output = true,
      .config = true,
      .run = true,
      .describe = [] { return setup::describe_experiment(setup::Experiment::relax) + setup::describe_run(); },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const setup::Protocol protocol = setup::read_protocol(config, setup::Experiment::relax);
    return run::run(tool, arguments, config, protocol);
  });
}
