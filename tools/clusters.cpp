// rubble-clusters: remnants of a collision: clusters by three searches side by side, binaries, ejecta.
#include "measure/clusters/clusters.hpp"

#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/tool.hpp"
#include "clusters/cluster_tables.hpp"
#include "store/disk.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"

#include <optional>

using namespace rubble;

int main(int argc, char** argv) {
  measure::SearchParameters choices;
  std::string labels;
  const cli::Tool tool{
      .name = "rubble-clusters",
      .summary =
          "Finds the remnants of a collision in piles by three searches.\n"
          "Searches: three_step (peaks of the smoothed mass, then touching grains, then bound grains), "
          "contacts (touching grains) and friends (grains closer than the linking factor times the sum of "
          "radii). Glued grains are never divided.\n"
          "Columns, with one row for each search:\n"
          "  file: name of the input\n"
          "  time [s]: time of the pile\n"
          "  finder: name of the search\n"
          "  bodies [1]: number of spheres and hulls\n"
          "  grains [1]: number of grains, glued grains and free bodies\n"
          "  mass [kg]: mass of the pile\n"
          "  least [1]: minimum number of grains of a cluster that counts in clusters and bound_pairs\n"
          "  clusters [1]: number of clusters with at least `least` grains\n"
          "  largest, second [1]: mass fractions of the largest and the second-largest cluster\n"
          "  largest_grains, second_grains [1]: number of their grains\n"
          "  largest_bodies, second_bodies [1]: number of their bodies\n"
          "  bound_pairs [1]: number of clusters that are bound to a heavier cluster\n"
          "  ejecta [1]: mass fraction outside the largest cluster\n"
          "  ejecta_unbound, ejecta_bound [1]: mass fractions of the ejecta that are unbound and bound to the largest "
          "cluster\n"
          "  escape_speed [m s-1]: sqrt(2 G M / R) of the largest cluster, R of the uniform ball of its half-mass "
          "radius\n"
          "  ejecta_median_speed [m s-1]: speed relative to the largest cluster that half of the ejecta's mass does "
          "not exceed\n"
          "  agreement_three_step, agreement_contacts, agreement_friends [1]: mass in the largest clusters of both "
          "searches / mass in either of them\n"
          "  number_mean_radius, mass_mean_radius [m]: mean radius of all grains, weighted by number and by mass\n"
          "  remnant_number_mean_radius, remnant_mass_mean_radius [m]: mean radius of the grains of the largest "
          "cluster\n"
          "  number_mean_radius_change, mass_mean_radius_change [1]: mean radius in the largest cluster / that of all "
          "grains - 1\n"
          "  number_mean_radius_noise [1]: standard deviation of number_mean_radius_change if sizes were random\n"
          "With --json also: clusters, pairs bound to each other (binaries), sizes in the largest cluster, and "
          "speed distribution of the ejecta.",
      .example = "rubble-clusters --json --labels clusters.csv pile.h5",
      .source = "Guidos, Kolanz & Lazzati 2025, doi:10.33232/001c.143461, section 2.7; docs/theory.md 5.7",
      .inputs = -1,
      .side_output = true,
      .options =
          [&](cli::Options& options) {
            options
                .add_option("--least", choices.least,
                            "Minimum number of grains of a cluster; default: 0.5 % of all grains, at least 5. Spheres "
                            "that stick together are one grain: use 1 for them")
                .option_text("N")
                .check(cli::whole_within(cli::kCount));
            options.add_option("--linking", choices.linking, "Linking factor of friends; default: 1.1")
                .option_text("FACTOR")
                .transform(cli::within({1.0, 100.0}));
            options
                .add_option("--tries", choices.tries,
                            "Number of successive peaks with too few grains after which three_step ends; default: 1000")
                .option_text("N")
                .check(cli::whole_within(cli::kCount));
            options
                .add_option(
                    "--labels", labels,
                    "Output file of the bodies with the number of their cluster in each search (0: no cluster) as CSV")
                .option_text("OUT.csv");
            cli::add_gravitational_constant(options, choices.G);
          },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    if (!labels.empty()) {
      if (arguments.inputs.size() != 1) throw InputError("--labels needs one input, found several");
      if (labels == "-") throw InputError("--labels needs a file: standard output carries the table");
    }
    std::optional<cli::Outputs> output;
    if (!labels.empty()) output.emplace(labels, "--labels", arguments);
    tools::ClusterTables tables;
    std::string labels_of_bodies;
    for (const std::string& path : arguments.inputs) {
      const Pile pile = store::read_pile(path).pile;
      if (pile.size() == 0) throw InputError(input_name(path) + ": the pile has no bodies");
      const measure::Searches searches = measure::search_all(pile, choices);
      tables.add(path, pile, searches);
      if (labels.empty()) continue;
      std::vector<store::Labels> columns;
      for (const measure::Found& found : searches.found)
        columns.push_back({found.finder, measure::labels(pile, found.clusters, searches.least)});
      labels_of_bodies = store::to_csv(pile, columns);
    }
    tables.require(arguments.form);
    if (!labels.empty()) store::write_bytes(labels, labels_of_bodies);
    tables.print(arguments.form);
    return cli::kDone;
  });
}
