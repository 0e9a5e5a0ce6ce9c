// rubble-generate: a cloud of spheres at rest, placed without overlap.
#include "app/tool.hpp"
#include "base/error.hpp"
#include "make/cloud.hpp"
#include "make/material.hpp"
#include "make/sizes.hpp"
#include "store/pile_file.hpp"

#include <fmt/format.h>

using namespace rubble;

namespace {

std::string describe() {
  return "seed: whole number >= 0, at the top level (or --seed)\n\n" + app::describe<Material>("[material]") +
         app::describe<make::UniformSizes>("[size] law = \"uniform\"") +
         app::describe<make::PowerSizes>("[size] law = \"power\"") +
         app::describe<make::VolumeSizes>("[size] law = \"volume\"") +
         app::describe<make::ClassSizes>("[size] law = \"classes\"") +
         app::describe<make::LatticeCloud>("[cloud] form = \"lattice\"") +
         app::describe<make::SphereCloud>("[cloud] form = \"sphere\"") +
         app::describe<make::BoxCloud>("[cloud] form = \"box\"");
}

std::int64_t read_seed(config::Document& config, const app::Arguments& arguments) {
  const auto in_file = config.integer_if("", "seed", kNotNegative);
  if (!arguments.seed && !in_file) throw config.error("", "seed", "'seed' is missing; --seed gives one as well");
  const std::int64_t seed = arguments.seed.value_or(in_file.value_or(0));
  config.record("", "seed", seed);
  return seed;
}

make::Sizes read_sizes(config::Document& config) {
  const std::string law = config.word("size", "law", {"uniform", "power", "volume", "classes"});
  if (law == "uniform") return config.read<make::UniformSizes>("size");
  if (law == "power") return config.read<make::PowerSizes>("size");
  if (law == "volume") return config.read<make::VolumeSizes>("size");
  return config.read<make::ClassSizes>("size");
}

make::Form read_form(config::Document& config) {
  const std::string form = config.word("cloud", "form", {"lattice", "sphere", "box"});
  if (form == "lattice") return config.read<make::LatticeCloud>("cloud");
  if (form == "sphere") return config.read<make::SphereCloud>("cloud");
  return config.read<make::BoxCloud>("cloud");
}

// Calls work(); what it finds wrong is told with the place of its section.
template <class Work>
auto within(const config::Document& config, const char* section, Work&& work) {
  try {
    return work();
  } catch (const InputError& error) {
    throw config.error(section, "", error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const app::Tool tool{
      .name = "rubble-generate",
      .summary = "Makes a cloud of spheres at rest: sizes by a law, places by a lattice or at random without overlap.",
      .example = "rubble-generate -c configs/cloud.toml cloud.h5",
      .source = "Random numbers: Salmon et al. 2011, doi:10.1145/2063384.2063405",
      .inputs = 0,
      .output = true,
      .config = true,
      .describe = describe,
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const std::int64_t seed = read_seed(config, arguments);
    const auto material = config.read<Material>("material");
    const make::Sizes sizes = read_sizes(config);
    const make::Form form = read_form(config);
    config.finish();

    const auto key = static_cast<std::uint64_t>(seed);
    const Reals radius = within(config, "size", [&] { return make::radii(sizes, make::count(form), key); });
    const make::Cloud cloud = within(config, "cloud", [&] { return make::place(form, radius, key); });
    const Pile pile = make::pile_of_spheres(material, radius, cloud.position);

    app::Arguments recorded = arguments;
    recorded.seed = seed;
    store::write_pile(arguments.output, pile, {app::record(tool, recorded, config.effective(), {})});
    if (!arguments.quiet) {
      fmt::print(stderr, "{}: {} bodies, {} passes against overlap", tool.name, pile.size(), cloud.passes);
      if (cloud.radius > 0)
        fmt::print(stderr, ", sphere of radius {:.6g} m after {} enlargements", cloud.radius, cloud.enlargements);
      fmt::print(stderr, "\n");
    }
    return app::kDone;
  });
}
