// rubble-satellites: bodies in orbit about the largest remnant, escaping bodies, and returning bodies.
#include "measure/clusters/satellites.hpp"

#include "base/constants.hpp"
#include "base/system.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "cli/track_frames.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/unwrap.hpp"
#include "store/pile_file.hpp"

#include <set>

using namespace rubble;

namespace {

constexpr double kLeastShare = 0.01;  // minimum fraction of the remnant's mass for a lineage to count

struct Choices {
  double link = 0.1;
  double G = kGravitationalConstant;  // [m3 kg-1 s-2]
};

struct Tables {
  std::vector<cli::Quantities> summary, companions;
};

std::int64_t number(std::size_t n) { return static_cast<std::int64_t>(n); }

void append_outcome(cli::Quantities& row, const measure::Satellites& found, measure::Outcome outcome) {
  const std::string name(name_of(outcome));
  row.push_back({name + "_clusters", "1", number(found.count(outcome))});
  row.push_back({name + "_share", "1", found.mass(outcome) / found.mass()});
  const measure::Companion* largest = found.largest(outcome);
  row.push_back({"largest_" + name + "_bodies", "1", largest ? number(largest->fragment.bodies) : std::int64_t{0}});
  row.push_back({"largest_" + name + "_share", "1", largest ? largest->fragment.mass / found.mass() : 0.0});
}

void add_companions(std::vector<cli::Quantities>& rows, const cli::Quantities& head, const measure::Satellites& found) {
  for (const measure::Companion& one : found.companion) {
    cli::Quantities row = head;
    row.push_back({"fate", "", std::string(name_of(one.outcome))});
    row.push_back({"bodies", "1", number(one.fragment.bodies)});
    row.push_back({"grains", "1", number(one.fragment.grains)});
    row.push_back({"mass", "kg", one.fragment.mass});
    row.push_back({"distance", "m", one.orbit.distance});
    row.push_back({"energy", "J", one.orbit.energy});
    row.push_back({"semi_major_axis", "m", one.orbit.semi_major_axis});
    row.push_back({"eccentricity", "1", one.orbit.eccentricity});
    row.push_back({"pericentre", "m", one.orbit.pericentre});
    row.push_back({"period", "s", one.orbit.period});
    rows.push_back(row);
  }
}

// (tables, name, pile, bodies that were outside the remnant at an earlier frame, or nullptr for a single pile)
void add(Tables& tables, const Choices& choices, const std::string& path, const Pile& pile, std::set<Index>* outside) {
  measure::require_open(pile, input_name(path), "orbits need open space");
  measure::require_inertial(pile, input_name(path), "orbits need");
  const auto clusters = measure::clusters(pile.size(), measure::joined_pairs(pile, choices.link), pile.model.mass);
  const measure::Satellites found = measure::satellites(pile, clusters, choices.G);
  cli::Quantities row{{"file", "", path}, {"time", "s", pile.state.time}};
  add_companions(tables.companions, row, found);
  row.push_back({"mass", "kg", found.mass()});
  row.push_back({"remnant_bodies", "1", number(found.remnant.bodies)});
  row.push_back({"remnant_share", "1", found.remnant.mass / found.mass()});
  row.push_back({"remnant_radius", "m", found.radius});
  row.push_back({"remnant_lineages", "1", number(measure::lineages(pile, found.members, kLeastShare))});
  for (const measure::Outcome outcome :
       {measure::Outcome::orbiting, measure::Outcome::returning, measure::Outcome::escaping})
    append_outcome(row, found, outcome);
  if (outside) {
    double back = 0;
    for (const Index i : found.members)
      if (outside->contains(i)) back += pile.model.mass[static_cast<std::size_t>(i)];
    row.push_back({"fallen_back_share", "1", back / found.mass()});
    for (std::size_t c = 1; c < clusters.size(); ++c) outside->insert(clusters[c].begin(), clusters[c].end());
  }
  tables.summary.push_back(row);
}

void add_frames(Tables& tables, const Choices& choices, const std::string& path) {
  const store::Frames frames(path);
  cli::require_frames(frames, path);
  std::set<Index> outside;
  for (std::size_t f = 0; f < frames.size(); ++f) add(tables, choices, path, frames.pile(f), &outside);
}

void print(const Tables& tables, const cli::TableForm& form) {
  if (!form.json) return table_of(tables.summary).print(form);
  const cli::Table companions = tables.companions.empty() ? cli::Table() : table_of(tables.companions);
  cli::print_json({{"summary", table_of(tables.summary)}, {"companions", companions}}, form);
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  bool frames = false;
  const cli::Tool tool{
      .name = "rubble-satellites",
      .summary =
          "Classifies the clusters outside the remnant of a pile by their two-body orbits about it.\n"
          "The remnant is the largest cluster of touching grains; its radius is that of its farthest surface.\n"
          "Columns:\n"
          "  file: name of the input\n"
          "  time [s]: time of the pile\n"
          "  mass [kg]: mass of all bodies\n"
          "  remnant_bodies [1]: number of bodies of the remnant\n"
          "  remnant_share [1]: mass of the remnant / mass\n"
          "  remnant_radius [m]: distance from the remnant's centre of mass to its farthest surface\n"
          "  remnant_lineages [1]: number of original aggregates (hard spheres that stick) that make up 1 % of the "
          "remnant or more\n"
          "  orbiting_clusters [1]: number of bound clusters with a pericentre outside the remnant's radius\n"
          "  returning_clusters [1]: number of bound clusters with a pericentre within the remnant's radius\n"
          "  escaping_clusters [1]: number of clusters that are not bound to the remnant\n"
          "  orbiting_share, returning_share, escaping_share [1]: mass of these clusters / mass\n"
          "  largest_orbiting_bodies, largest_returning_bodies, largest_escaping_bodies [1]: number of bodies of the "
          "heaviest of these clusters; 0 without one\n"
          "  largest_orbiting_share, largest_returning_share, largest_escaping_share [1]: its mass / mass\n"
          "  fallen_back_share [1]: mass of bodies in the remnant that were outside of it in an earlier frame / mass "
          "(only with --frames)\n"
          "With --json also every cluster with its orbit.",
      .example = "rubble-satellites pile.h5",
      .source = "docs/theory.md 5.15",
      .inputs = -1,
      .options =
          [&](cli::Options& options) {
            options.add_option("--link", choices.link, "Gap / mean diameter below which grains touch; default: 0.1")
                .option_text("FACTOR")
                .transform(cli::within(kNotNegative));
            options.add_flag("--frames", frames, "The inputs are tracks: a row for each of their frames");
            cli::add_gravitational_constant(options, choices.G);
          },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    Tables tables;
    for (const std::string& path : arguments.inputs) {
      if (frames)
        add_frames(tables, choices, path);
      else
        add(tables, choices, path, store::read_pile(path).pile, nullptr);
    }
    print(tables, arguments.form);
    return cli::kDone;
  });
}
