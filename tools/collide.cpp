// rubble-collide: a collision, until the largest remnant has settled.
#include "app/run.hpp"

using namespace rubble;

int main(int argc, char** argv) {
  const app::Tool tool{
      .name = "rubble-collide",
      .summary =
          "Evolves colliding piles until the largest remnant has settled; exit code 4 if the duration ends first.",
      .example = "rubble-collide -c configs/collide.toml --track collide-track.h5 encounter.h5 remnants.h5",
      .source = "docs/theory.md 6.4",
      .inputs = 1,
      .output = true,
      .config = true,
      .run = true,
      .describe = [] { return app::describe_collide() + app::describe_run(); },
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const app::Protocol protocol = app::read_collide(config);
    return app::run(tool, arguments, config, protocol);
  });
}
