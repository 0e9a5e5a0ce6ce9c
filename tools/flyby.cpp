// rubble-flyby: a pile passes a planet whose tide may tear it.
#include "drive/flyby.hpp"

#include "app/run.hpp"

using namespace rubble;

namespace {

drive::Flyby read_flyby(config::Document& config) {
  const auto plan = config.read<drive::FlybyPlan>("flyby");
  const auto rule = config.read<drive::ExpansionRule>("stop");
  drive::GivenRotation rotation;
  if (plan.rotation == "given") {
    rotation = config.read<drive::GivenRotation>("flyby.spin");
    if (!(rotation.axis.norm() > 0))
      throw config.error("flyby.spin", "axis", "an axis of length zero has no direction");
  }
  if (config.has("external.planet"))
    throw config.error("external.planet", "", "the planet of a flyby stands in [flyby], not in [external.planet]");
  if (config.has("flyby.speed_at_infinity")) return {plan, config.read<drive::BySpeed>("flyby"), rotation, rule};
  return {plan, config.read<drive::ByEccentricity>("flyby"), rotation, rule};
}

std::string describe() {
  return app::describe<drive::FlybyPlan>("[flyby]") +
         app::describe<drive::ByEccentricity>("[flyby] orbit by eccentricity") +
         app::describe<drive::BySpeed>("[flyby] orbit by speed") +
         app::describe<drive::GivenRotation>("[flyby.spin] rotation = \"given\"") +
         app::describe<drive::ExpansionRule>("[stop]") + app::describe_run();
}

}  // namespace

int main(int argc, char** argv) {
  const app::Tool tool{
      .name = "rubble-flyby",
      .summary =
          "Lets a pile pass a planet on a conic orbit, until it has grown or fallen apart, or has come to the end "
          "distance; exit code 4 if the duration ends before. The frame falls with the pile. The track holds bulk "
          "radii and the distance to the planet (rubble-critical reads it).",
      .example = "rubble-flyby -c configs/flyby.toml --track flyby-track.h5 pile.h5 after.h5",
      .source = "Marohnic et al. 2023, doi:10.3847/PSJ/ad0467, section 4.2; docs/theory.md 7",
      .inputs = 1,
      .output = true,
      .config = true,
      .run = true,
      .describe = describe,
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    drive::Flyby flyby = read_flyby(config);
    const auto begin = [&](Pile& pile, External& external, double constant) { flyby.begin(pile, external, constant); };
    return app::run(tool, arguments, config, {.stop = &flyby, .begin = begin});
  });
}
