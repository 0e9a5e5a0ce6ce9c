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
          "What is left of piles after a collision, by three searches side by side. three_step: peak of the smoothed "
          "mass, what touches, what is bound; contacts: what touches; friends: what is nearer than the linking factor "
          "times the sum of radii. A glued grain is never cut; bodies: spheres, grains: glued ones and free spheres. "
          "largest, second: share of the mass; clusters: those of at least `least` grains; "
          "agreement: mass in both largest / mass in either; ejecta: all outside the largest; "
          "number_mean_radius_noise: "
          "what chance alone would do to the change. With --json also: the clusters, pairs bound to each other "
          "(binaries), sizes in the largest, and how much of the ejecta is slower than which speed.",
      .example = "rubble-clusters --json --labels clusters.csv pile.h5",
      .source = "Guidos, Kolanz & Lazzati 2025, doi:10.33232/001c.143461, section 2.7; docs/theory.md 5.7",
      .inputs = -1,
      .side_output = true,
      .options =
          [&](app::Options& options) {
            options
                .add_option(
                    "--least", choices.least,
                    "Fewest grains of a cluster; 0.5 % of the pile's, but 5 or more, unless given. Spheres that "
                    "have stuck together are one grain: 1 for these")
                .option_text("N")
                .check(app::whole_within(app::kCount));
            options.add_option("--linking", choices.linking, "Linking factor of friends; 1.1 unless given")
                .option_text("FACTOR")
                .transform(app::within({1.0, 100.0}));
            options
                .add_option("--tries", choices.tries,
                            "Peaks in a row that may yield too few grains before three_step ends; 1000 unless given")
                .option_text("N")
                .check(app::whole_within(app::kCount));
            options
                .add_option("--labels", labels,
                            "Write the bodies with the number of their cluster by each search (0: none) as CSV")
                .option_text("OUT.csv");
            app::add_gravitational_constant(options, choices.G);
          },
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    if (!labels.empty()) {
      if (arguments.inputs.size() != 1) throw InputError("--labels is for one pile at a time");
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
