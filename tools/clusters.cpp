// rubble-clusters: remnants of a collision: clusters by three searches side by side, binaries, ejecta.
#include "measure/clusters.hpp"

#include "app/cluster_tables.hpp"
#include "app/number_option.hpp"
#include "app/outputs.hpp"
#include "app/tool.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "store/disk.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"

#include <optional>

using namespace rubble;

int main(int argc, char** argv) {
  measure::SearchParameters choices;
  std::string labels;
  const app::Tool tool{
      .name = "rubble-clusters",
      .summary =
          "Finds the remnants of a collision in piles by three searches.\n"
          "Searches: three_step (peaks of the smoothed mass, then touching grains, then bound grains), "
          "contacts (touching grains) and friends (grains closer than the linking factor times the sum of "
          "radii). Glued grains are never divided.\n"
          "Columns:\n"
          "  bodies: number of spheres\n"
          "  grains: number of grains, glued grains and free spheres\n"
          "  largest, second: mass fractions of the largest and the second-largest cluster\n"
          "  clusters: number of clusters with at least `least` grains\n"
          "  agreement: mass in the largest clusters of both searches / mass in either of them\n"
          "  ejecta: mass fraction outside the largest cluster\n"
          "  number_mean_radius_noise: standard deviation of the change of the mean radius if sizes were "
          "random\n"
          "With --json also: clusters, pairs bound to each other (binaries), sizes in the largest cluster, and "
          "speed distribution of the ejecta.",
      .example = "rubble-clusters --json --labels clusters.csv pile.h5",
      .source = "Guidos, Kolanz & Lazzati 2025, doi:10.33232/001c.143461, section 2.7; docs/theory.md 5.7",
      .inputs = -1,
      .side_output = true,
      .options =
          [&](app::Options& options) {
            options
                .add_option("--least", choices.least,
                            "Minimum number of grains of a cluster; default: 0.5 % of all grains, at least 5. Spheres "
                            "that stick together are one grain: use 1 for them")
                .option_text("N")
                .check(app::whole_within(app::kCount));
            options.add_option("--linking", choices.linking, "Linking factor of friends; default: 1.1")
                .option_text("FACTOR")
                .transform(app::within({1.0, 100.0}));
            options
                .add_option("--tries", choices.tries,
                            "Number of successive peaks with too few grains after which three_step ends; default: 1000")
                .option_text("N")
                .check(app::whole_within(app::kCount));
            options
                .add_option(
                    "--labels", labels,
                    "Output file of the bodies with the number of their cluster in each search (0: no cluster) as CSV")
                .option_text("OUT.csv");
            app::add_gravitational_constant(options, choices.G);
          },
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    if (!labels.empty()) {
      if (arguments.inputs.size() != 1) throw InputError("--labels needs one input, found several");
      if (labels == "-") throw InputError("--labels needs a file: standard output carries the table");
    }
    std::optional<app::Outputs> output;
    if (!labels.empty()) output.emplace(labels, "--labels", arguments);
    app::ClusterTables tables;
    for (const std::string& path : arguments.inputs) {
      const Pile pile = store::read_pile(path).pile;
      if (pile.size() == 0) throw InputError(input_name(path) + ": the pile has no bodies");
      const measure::Searches searches = measure::search_all(pile, choices);
      tables.add(path, pile, searches);
      if (labels.empty()) continue;
      std::vector<store::Labels> columns;
      for (const measure::Found& found : searches.found)
        columns.push_back({found.finder, measure::labels(pile.model, found.clusters, searches.least)});
      store::write_bytes(labels, store::to_csv(pile, columns));
    }
    tables.print(arguments.json);
    return app::kDone;
  });
}
