// rubble-generate: a cloud of free spheres, glued grains or convex hulls, placed without overlap.
#include "app/cloud.hpp"
#include "app/message.hpp"
#include "app/slow.hpp"
#include "app/tool.hpp"
#include "store/pile_file.hpp"

#include <algorithm>

#include <fmt/format.h>

using namespace rubble;

namespace {

void report(const std::string& name, const app::NewPile& made) {
  const std::size_t grains = made.pile.model.grains.size();
  std::string text = fmt::format("{} bodies", made.pile.size());
  const auto hulls = static_cast<std::size_t>(
      std::count_if(made.pile.model.shape.begin(), made.pile.model.shape.end(), [](Index row) { return row >= 0; }));
  if (hulls > 0) text += fmt::format(", {} hulls among them", hulls);
  if (grains > hulls) text += fmt::format(", {} glued grains among them", grains - hulls);
  text += fmt::format(", {} passes to remove overlaps", made.cloud.passes);
  if (made.cloud.radius > 0)
    text +=
        fmt::format(", sphere of radius {:.6g} m after {} enlargements", made.cloud.radius, made.cloud.enlargements);
  if (made.speed > 0) text += fmt::format(", ejecta at {:.6g} m/s one radius from their source", made.speed);
  app::say(name, text);
}

}  // namespace

int main(int argc, char** argv) {
  const app::Tool tool{
      .name = "rubble-generate",
      .summary =
          "Creates a cloud of free spheres, glued grains or convex hulls.\n"
          "Free spheres follow a size law. Hulls come from recipes (random, regular, box, cylinder, ellipsoid) "
          "or from meshes. Bodies lie on a lattice, in layers, close packed, or at random without overlap. "
          "They are at rest without [motion] and [ejecta].",
      .example = "rubble-generate -c configs/cloud.toml cloud.h5",
      .source =
          "Random numbers: Salmon et al. 2011, doi:10.1145/2063384.2063405; grains are pushed apart as in Mueller "
          "et al. 2020, doi:10.1111/cgf.14105",
      .inputs = 0,
      .output = true,
      .config = true,
      .random = true,
      .describe = app::describe_cloud,
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const app::CloudPlan plan = [&] {
      const app::Slow slow(tool.name, arguments.quiet ? "" : app::slow_hulls(arguments.config));
      return app::read_cloud(config, arguments.seed);
    }();
    config.finish();
    const app::NewPile made = app::make_cloud(plan, config);

    app::Arguments recorded = arguments;
    recorded.seed = static_cast<std::int64_t>(plan.seed);
    store::write_pile(arguments.output, made.pile, {app::record(tool, recorded, config.effective(), plan.own.hashes)});
    if (!arguments.quiet) report(tool.name, made);
    return app::kDone;
  });
}
