// rubble-evolve: evolves a pile for a given time, with any contact method.
#include "run/run.hpp"
#include "setup/run_plan.hpp"

using namespace rubble;

int main(int argc, char** argv) {
  const cli::Tool tool{
      .name = "rubble-evolve",
      .summary =
          "Evolves a pile for a given time under contacts, gravity and walls, by any of the three contact "
          "methods.",
      .example = "rubble-evolve -c configs/gravel.toml --track gravel-track.h5 pile.h5 later.h5",
      .source =
          "Soft spheres: Schwartz, Richardson & Michel 2012, doi:10.1007/s10035-012-0346-z; Contact Dynamics: Sanchez "
          "et al. 2021, doi:10.1016/j.icarus.2021.114441; hard spheres: Richardson et al. 2009, "
          "doi:10.1016/j.pss.2008.04.015",
      .inputs = 1,
      .output = true,
      .config = true,
      .run = true,
      .describe = setup::describe_run,
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const setup::Protocol protocol = setup::read_protocol(config, setup::Experiment::evolve);
    return run::run(tool, arguments, config, protocol);
  });
}
