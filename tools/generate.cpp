// rubble-generate: a cloud of free spheres, glued grains, convex hulls or compounds of hulls.
#include "cli/message.hpp"
#include "cli/slow.hpp"
#include "cli/tool.hpp"
#include "model/bodies.hpp"
#include "setup/read_cloud.hpp"
#include "store/pile_file.hpp"

#include <algorithm>

#include <fmt/format.h>

using namespace rubble;

namespace {

void report(const std::string& name, const setup::NewPile& made) {
  const std::vector<Grain>& grains = made.pile.state.grouping.grains;
  std::string text = fmt::format("{} bodies", made.pile.size());
  const auto hulls = static_cast<std::size_t>(
      std::count_if(made.pile.model.shape.begin(), made.pile.model.shape.end(), [](Index row) { return row >= 0; }));
  const Grouping& grouping = made.pile.state.grouping;
  std::size_t compounds = 0, glued = 0;
  for (std::size_t g = 0; g < grains.size(); ++g)
    if (grains[g].count > 1) ++(is_oriented(made.pile.model, grouping.first_member(g)) ? compounds : glued);
  if (hulls > 0) text += fmt::format(", {} of them hulls", hulls);
  if (compounds > 0) text += fmt::format(", joined to {} compounds", compounds);
  if (glued > 0) text += fmt::format(", glued to {} grains", glued);
  text += made.cloud.overlaps == generate::CloudOverlaps::keep
              ? ", overlaps kept"
              : fmt::format(", {} passes to remove overlaps", made.cloud.passes);
  if (made.cloud.radius > 0) text += fmt::format(", sphere of radius {:.6g} m", made.cloud.radius);
  if (made.cloud.mesh_volume > 0)
    text += fmt::format(", mesh of volume {:.6g} m3, solid fraction {:.3g}", made.cloud.mesh_volume,
                        made.cloud.solid_fraction);
  if (made.cloud.enlargements > 0) text += fmt::format(" after {} enlargements", made.cloud.enlargements);
  if (made.speed > 0) text += fmt::format(", ejecta at {:.6g} m/s one radius from their source", made.speed);
  cli::say(name, text);
}

}  // namespace

int main(int argc, char** argv) {
  const cli::Tool tool{
      .name = "rubble-generate",
      .summary =
          "Creates a cloud of free spheres, glued grains, convex hulls or compounds of hulls.\n"
          "Free spheres follow a size law. Hulls come from recipes (random, regular, box, cylinder, ellipsoid) "
          "or from meshes, and so do the parts of compounds. Bodies lie on a lattice, in layers, close packed, or at "
          "random in a sphere, a box or a "
          "closed mesh, by default without overlap. They are at rest without [motion] and [ejecta].",
      .example = "rubble-generate -c configs/cloud.toml cloud.h5",
      .source =
          "Random numbers: Salmon et al. 2011, doi:10.1145/2063384.2063405; grains are pushed apart as in Mueller "
          "et al. 2020, doi:10.1111/cgf.14105",
      .inputs = 0,
      .output = true,
      .config = true,
      .random = true,
      .describe = setup::describe_cloud,
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const setup::CloudPlan plan = [&] {
      const cli::Slow slow(tool.name, arguments.quiet ? "" : cli::slow_hulls(arguments.config));
      return setup::read_cloud(config, arguments.seed);
    }();
    config.finish();
    const setup::NewPile made = setup::make_cloud(plan, config);

    cli::Arguments recorded = arguments;
    recorded.seed = static_cast<std::int64_t>(plan.seed);
    store::write_pile(arguments.output, made.pile, {cli::record(tool, recorded, config.effective(), plan.own.hashes)});
    if (!arguments.quiet) report(tool.name, made);
    return cli::kDone;
  });
}
