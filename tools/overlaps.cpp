// rubble-overlaps: fraction of each size class among the grains with the largest overlaps, for each frame.
#include "measure/contacts/overlaps.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "cli/track_frames.hpp"
#include "store/track.hpp"

#include <algorithm>

#include <fmt/format.h>

using namespace rubble;

namespace {

struct Choices {
  double top = 0.01;
  int resamples = 200;
  std::uint64_t seed = 1;
};

void add_rows(std::vector<cli::Quantities>& rows, const std::string& path, const Choices& choices) {
  const store::Frames frames(path);
  cli::require_frames(frames, path);
  if (frames.regroups())
    throw InputError(input_name(path) +
                     ": overlaps need grains that stay the same in all frames: the run had [outcome] or [strength]");
  const measure::SizeClasses sizes = measure::size_classes(frames.pile(0));
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const Pile pile = frames.pile(f);
    const Reals overlap = measure::largest_overlaps(pile);
    const auto touching = std::count_if(overlap.begin(), overlap.end(), [](double x) { return x > 0; });
    const measure::TopLoad load = measure::top_load(overlap, sizes, choices.top, choices.resamples, choices.seed, f);
    for (std::size_t k = 0; k < sizes.classes.size(); ++k) {
      const auto& own = sizes.classes[k];
      const measure::ClassLoad& found = load.classes[k];
      rows.push_back({
          {"file", "", path},
          {"frame", "1", static_cast<std::int64_t>(f)},
          {"time", "s", pile.state.time},
          {"sizes", "", fmt::format("class {}", k + 1)},
          {"smallest_radius", "m", own.smallest},
          {"largest_radius", "m", own.largest},
          {"grains", "1", static_cast<std::int64_t>(own.grains)},
          {"touching", "1", static_cast<std::int64_t>(touching)},
          {"top", "1", static_cast<std::int64_t>(load.grains)},
          {"in_top", "1", found.in_top},
          {"load", "1", found.load},
          {"load_error", "1", found.error},
      });
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const cli::Tool tool{
      .name = "rubble-overlaps",
      .summary =
          "Compares grain sizes by their fractions of the largest overlaps, at each frame of a track.\n"
          "Columns:\n"
          "  load: fraction of a size among the grains with the largest overlaps / fraction among all grains "
          "(1: no dependence on size)\n"
          "  load_error: bootstrap standard error of load\n"
          "If fewer grains touch than the top holds, all grains share the rest of the top. Sizes are those of "
          "rubble-stress.",
      .example = "rubble-overlaps --top 0.05 --json collide-track.h5",
      .source = "docs/theory.md 5.6",
      .inputs = -1,
      .options =
          [&](cli::Options& options) {
            options.add_option("--top", choices.top, "Fraction of all grains that counts as the top; default: 0.01")
                .option_text("SHARE")
                .transform(cli::within({1e-9, 1.0}));
            options
                .add_option("--resamples", choices.resamples,
                            "Number of bootstrap resamples; 0: no error; default: 200")
                .option_text("N")
                .check(cli::whole_within({0, 1000000}));
            options.add_option("--seed", choices.seed, "Seed of the resamples; default: 1")
                .option_text("N")
                .check(cli::wrong_seed);
          },
      .files = "TRACK.h5...",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    std::vector<cli::Quantities> rows;
    for (const std::string& path : arguments.inputs) add_rows(rows, path, choices);
    table_of(rows).print(arguments.form);
    return cli::kDone;
  });
}
