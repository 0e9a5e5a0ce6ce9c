// rubble-overlaps: which sizes carry the largest overlaps, frame by frame.
#include "measure/overlaps.hpp"

#include "app/frames.hpp"
#include "app/number_option.hpp"
#include "app/summary.hpp"
#include "app/tool.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
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

void add_rows(std::vector<app::Quantities>& rows, const std::string& path, const Choices& choices) {
  const store::Frames frames(path);
  app::require_frames(frames, path);
  if (frames.regroups())
    throw InputError(input_name(path) + ": its bodies stick and break, so that sizes change from frame to frame");
  const measure::SizeClasses sizes = measure::size_classes(frames.model());
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
  const app::Tool tool{
      .name = "rubble-overlaps",
      .summary =
          "Which sizes carry the largest overlaps, at each frame of a track: the share of each size that is among the "
          "grains with the largest overlap, over the share of all grains (1: sizes make no difference), with its "
          "bootstrap error. Where fewer grains touch anything than the top holds, the rest of it is shared by all. "
          "Sizes as in rubble-stress.",
      .example = "rubble-overlaps --top 0.05 --json collide-track.h5",
      .source = "docs/theory.md 5.6",
      .inputs = -1,
      .options =
          [&](app::Options& options) {
            options.add_option("--top", choices.top, "Share of all grains that counts as the top; 0.01 unless given")
                .option_text("SHARE")
                .transform(app::within({1e-9, 1.0}));
            options.add_option("--resamples", choices.resamples, "Of the bootstrap; 200 unless given, 0: no error")
                .option_text("N")
                .check(app::whole_within({0, 1000000}));
            options.add_option("--seed", choices.seed, "Seed of the resamples; 1 unless given")
                .option_text("N")
                .check(app::wrong_seed);
          },
      .files = "TRACK.h5...",
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    std::vector<app::Quantities> rows;
    for (const std::string& path : arguments.inputs) add_rows(rows, path, choices);
    table_of(rows).print(arguments.json);
    return app::kDone;
  });
}
