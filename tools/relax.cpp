// rubble-relax: evolves a pile until it is at rest by a given criterion.
#include "app/run.hpp"

using namespace rubble;

int main(int argc, char** argv) {
  const app::Tool tool{
      .name = "rubble-relax",
      .summary = "Evolves a pile until its kinetic energy has decayed; exit code 4 if the duration ends first.",
      .example = "rubble-relax -c configs/relax.toml --track relax-track.h5 cloud.h5 pile.h5",
      .source = "Schwartz, Richardson & Michel 2012, doi:10.1007/s10035-012-0346-z",
      .inputs = 1,
      .output = true,
      .config = true,
      .run = true,
      .describe = [] { return app::describe_relax() + app::describe_run(); },
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const app::Protocol protocol = app::read_relax(config);
    return app::run(tool, arguments, config, protocol);
  });
}
