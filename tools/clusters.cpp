// rubble-clusters: what is left of piles after a collision: clusters by three searches side by side, binaries, ejecta.
#include "measure/clusters.hpp"

#include "app/summary.hpp"
#include "app/tool.hpp"
#include "base/error.hpp"
#include "measure/fragments.hpp"
#include "measure/remnant.hpp"
#include "measure/three_step.hpp"
#include "store/disk.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"

#include <algorithm>
#include <array>
#include <optional>

using namespace rubble;

namespace {

struct Choices {
  double G = 6.67430e-11;
  double linking = 1.1;
  std::optional<std::size_t> least;
  std::size_t tries = measure::ThreeStep{}.tries;
  std::string labels;

  // Fifty of ten thousand bodies in the study, and the same share of smaller piles.
  std::size_t least_of(std::size_t bodies) const {
    return least.value_or(std::max<std::size_t>(5, (bodies + 100) / 200));
  }
};

const std::array<std::string, 3> kFinders{"three_step", "contacts", "friends"};

// One search: its clusters, the heaviest first; those of at least `least` bodies also as bodies of their own.
struct Found {
  std::vector<std::vector<Index>> clusters;
  std::vector<measure::Fragment> fragments;
  measure::Composition remnant;  // the heaviest cluster
  double second = 0;             // mass of the next one [kg]
  measure::Ejecta ejecta;

  // Empty if there is no cluster, as three_step finds in dust.
  const std::vector<Index>& members(std::size_t k) const {
    static const std::vector<Index> none;
    return k < clusters.size() ? clusters[k] : none;
  }
};

Found found(const Pile& pile, const measure::SizeClasses& sizes, std::vector<std::vector<Index>> clusters,
            std::size_t least, double G) {
  Found out;
  out.clusters = std::move(clusters);
  for (const auto& members : out.clusters)
    if (members.size() >= least) out.fragments.push_back(measure::fragment(pile, members));
  out.remnant = measure::composition(pile, sizes, out.members(0));
  out.second = measure::composition(pile, sizes, out.members(1)).mass;
  if (!out.clusters.empty()) out.ejecta = measure::ejecta(pile, out.members(0), G);
  return out;
}

std::int64_t count(std::size_t n) { return static_cast<std::int64_t>(n); }

class Report {
 public:
  explicit Report(const Choices& choices) : choices_(choices) {}

  void add(const std::string& path) {
    const Pile pile = store::read_pile(path).pile;
    if (pile.size() == 0) throw InputError(path + ": the pile has no bodies");
    const std::size_t least = choices_.least_of(pile.size());
    const measure::SizeClasses sizes = measure::size_classes(pile.model.radius);
    const auto make = [&](std::vector<std::vector<Index>> clusters) {
      return found(pile, sizes, std::move(clusters), least, choices_.G);
    };
    const std::array<Found, 3> all{
        make(measure::three_step(pile, {.G = choices_.G, .least = least, .tries = choices_.tries})),
        make(measure::clusters(pile.size(), measure::touching_pairs(pile), pile.model.mass)),
        make(measure::friends(pile, choices_.linking))};
    const measure::Composition whole = measure::composition(pile, sizes);
    std::vector<store::Labels> labels;
    for (std::size_t f = 0; f < all.size(); ++f) {
      const app::Quantities head{{"file", "", path}, {"time", "s", pile.state.time}, {"finder", "", kFinders[f]}};
      app::Quantities row = head;
      row.push_back({"bodies", "1", count(pile.size())});
      row.push_back({"mass", "kg", whole.mass});
      row.push_back({"least", "1", count(least)});
      append_masses(row, all[f], whole.mass);
      for (std::size_t other = 0; other < all.size(); ++other) {
        const double same = measure::agreement(pile.model.mass, all[f].members(0), all[other].members(0));
        row.push_back({"agreement_" + kFinders[other], "1", same});
      }
      append_radii(row, whole, all[f].remnant, measure::sampling_noise(pile.model.radius, all[f].remnant.count));
      summary_.push_back(row);
      add_clusters(head, all[f], whole.mass);
      add_sizes(head, sizes, whole, all[f].remnant);
      add_speeds(head, all[f].ejecta);
      labels.push_back({kFinders[f], measure::labels(pile.size(), all[f].clusters, least)});
    }
    if (!choices_.labels.empty()) store::write_bytes(choices_.labels, store::to_csv(pile, labels));
  }

  void print(bool json) const {
    if (!json) return table_of(summary_).print(false);
    std::vector<std::pair<std::string, app::Table>> tables;
    const auto append = [&](const char* name, const std::vector<app::Quantities>& rows) {
      tables.emplace_back(name, rows.empty() ? app::Table() : table_of(rows));
    };
    append("summary", summary_);
    append("clusters", clusters_);
    append("bound_pairs", bound_pairs_);
    append("sizes", sizes_);
    append("speeds", speeds_);
    app::print_json(tables);
  }

 private:
  void append_masses(app::Quantities& row, const Found& my, double mass) const {
    const measure::Ejecta& thrown = my.ejecta;
    row.push_back({"clusters", "1", count(my.fragments.size())});
    row.push_back({"largest", "1", my.remnant.mass / mass});
    row.push_back({"largest_bodies", "1", count(my.remnant.count)});
    row.push_back({"second", "1", my.second / mass});
    row.push_back({"second_bodies", "1", count(my.members(1).size())});
    row.push_back({"bound_pairs", "1", count(measure::bound_pairs(my.fragments, choices_.G).size())});
    row.push_back({"ejecta", "1", thrown.mass / mass});
    row.push_back({"ejecta_unbound", "1", thrown.unbound_mass / mass});
    row.push_back({"ejecta_bound", "1", (thrown.mass - thrown.unbound_mass) / mass});
    row.push_back({"escape_speed", "m s-1", thrown.escape_speed});
    row.push_back({"ejecta_median_speed", "m s-1", thrown.speed_of(0.5)});
  }

  static void append_radii(app::Quantities& row, const measure::Composition& whole, const measure::Composition& remnant,
                           double noise) {
    const auto add = [&](const std::string& name, double before, double now) {
      row.push_back({name, "m", before});
      row.push_back({"remnant_" + name, "m", now});
      row.push_back({name + "_change", "1", now > 0 ? now / before - 1 : 0});
    };
    add("number_mean_radius", whole.number_mean, remnant.number_mean);
    row.push_back({"number_mean_radius_noise", "1", noise});
    add("mass_mean_radius", whole.mass_mean, remnant.mass_mean);
  }

  void add_clusters(const app::Quantities& head, const Found& my, double mass) {
    for (std::size_t k = 0; k < my.fragments.size(); ++k) {
      const measure::Fragment& one = my.fragments[k];
      app::Quantities row = head;
      row.push_back({"cluster", "1", count(k + 1)});
      row.push_back({"bodies", "1", count(one.bodies)});
      row.push_back({"mass", "kg", one.mass});
      row.push_back({"share", "1", one.mass / mass});
      app::append(row, "centre", "m", one.centre);
      app::append(row, "velocity", "m s-1", one.velocity);
      app::append(row, "spin_momentum", "kg m2 s-1", one.spin_momentum);
      clusters_.push_back(row);
    }
    for (const measure::Orbit& orbit : measure::bound_pairs(my.fragments, choices_.G)) {
      app::Quantities row = head;
      row.push_back({"primary", "1", count(orbit.primary + 1)});
      row.push_back({"secondary", "1", count(orbit.secondary + 1)});
      row.push_back({"energy", "J", orbit.energy});
      row.push_back({"distance", "m", orbit.distance});
      row.push_back({"semi_major_axis", "m", orbit.semi_major_axis});
      row.push_back({"eccentricity", "1", orbit.eccentricity});
      bound_pairs_.push_back(row);
    }
  }

  void add_sizes(const app::Quantities& head, const measure::SizeClasses& sizes, const measure::Composition& whole,
                 const measure::Composition& remnant) {
    for (std::size_t k = 0; k < sizes.classes.size(); ++k) {
      app::Quantities row = head;
      row.push_back({"sizes", "", "class " + std::to_string(k + 1)});
      row.push_back({"smallest_radius", "m", sizes.classes[k].smallest});
      row.push_back({"largest_radius", "m", sizes.classes[k].largest});
      row.push_back({"bodies", "1", count(whole.count_in[k])});
      row.push_back({"mass", "kg", whole.mass_in[k]});
      row.push_back({"remnant_bodies", "1", count(remnant.count_in[k])});
      row.push_back({"remnant_mass", "kg", remnant.mass_in[k]});
      sizes_.push_back(row);
    }
  }

  void add_speeds(const app::Quantities& head, const measure::Ejecta& thrown) {
    if (thrown.speed.empty()) return;
    for (int tenth = 0; tenth <= 10; ++tenth) {
      const double share = tenth / 10.0, speed = thrown.speed_of(share);
      app::Quantities row = head;
      row.push_back({"slower", "1", share});
      row.push_back({"mass", "kg", share * thrown.mass});
      row.push_back({"speed", "m s-1", speed});
      row.push_back({"speed_over_escape", "1", speed / thrown.escape_speed});
      speeds_.push_back(row);
    }
  }

  const Choices& choices_;
  std::vector<app::Quantities> summary_, clusters_, bound_pairs_, sizes_, speeds_;
};

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const app::Tool tool{
      .name = "rubble-clusters",
      .summary =
          "What is left of piles after a collision, by three searches side by side. three_step: peak of the smoothed "
          "mass, what touches, what is bound; contacts: what touches; friends: what is nearer than the linking factor "
          "times the sum of radii. largest, second: share of the mass; clusters: those of at least `least` bodies; "
          "agreement: mass in both largest / mass in either; ejecta: all outside the largest; "
          "number_mean_radius_noise: "
          "what chance alone would do to the change. With --json also: the clusters, pairs bound to each other "
          "(binaries), sizes in the largest, and how much of the ejecta is slower than which speed.",
      .example = "rubble-clusters --json --labels clusters.csv pile.h5",
      .source = "The collision study's section 2.7; docs/theory.md 5.7",
      .inputs = -1,
      .options =
          [&](CLI::App& app) {
            app.add_option("--least", choices.least,
                           "Fewest bodies of a cluster; 0.5 % of the pile's, but 5 or more, unless given")
                ->option_text("N")
                ->check(CLI::Range(1, 1000000000));
            app.add_option("--linking", choices.linking, "Linking factor of friends; 1.1 unless given")
                ->option_text("FACTOR")
                ->check(CLI::Range(1.0, 100.0));
            app.add_option("--tries", choices.tries,
                           "Peaks in a row that may yield too few bodies before three_step ends; 1000 unless given")
                ->option_text("N")
                ->check(CLI::Range(1, 1000000000));
            app.add_option("--labels", choices.labels,
                           "Write the bodies with the number of their cluster by each search (0: none) as CSV")
                ->option_text("OUT.csv");
            app.add_option("-G,--gravitational-constant", choices.G,
                           "G [m3 kg-1 s-2]; nature's (6.67430e-11) unless given")
                ->option_text("G")
                ->check(CLI::NonNegativeNumber);
          },
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    if (!choices.labels.empty()) {
      if (arguments.inputs.size() != 1) throw InputError("--labels is for one pile at a time");
      if (choices.labels == "-") throw InputError("--labels needs a file: standard output carries the table");
      if (choices.labels == arguments.inputs[0]) throw InputError("--labels names the pile itself: " + choices.labels);
    }
    Report report(choices);
    for (const std::string& path : arguments.inputs) report.add(path);
    report.print(arguments.json);
    return app::kDone;
  });
}
