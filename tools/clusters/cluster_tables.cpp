#include "clusters/cluster_tables.hpp"

namespace rubble::tools {
namespace {

std::int64_t count(std::size_t n) { return static_cast<std::int64_t>(n); }

void append_masses(cli::Quantities& row, const Grouping& grouping, const measure::Found& my, double mass) {
  const measure::Ejecta& thrown = my.ejecta;
  row.push_back({"clusters", "1", count(my.fragments.size())});
  row.push_back({"largest", "1", my.remnant.mass / mass});
  row.push_back({"largest_grains", "1", count(my.remnant.grains)});
  row.push_back({"largest_bodies", "1", count(my.members(0).size())});
  row.push_back({"second", "1", my.second / mass});
  row.push_back({"second_grains", "1", count(measure::count_grains(grouping, my.members(1)))});
  row.push_back({"second_bodies", "1", count(my.members(1).size())});
  row.push_back({"bound_pairs", "1", count(my.bound_pairs.size())});
  row.push_back({"ejecta", "1", thrown.mass / mass});
  row.push_back({"ejecta_unbound", "1", thrown.unbound_mass / mass});
  row.push_back({"ejecta_bound", "1", (thrown.mass - thrown.unbound_mass) / mass});
  row.push_back({"escape_speed", "m s-1", thrown.escape_speed});
  row.push_back({"ejecta_median_speed", "m s-1", thrown.speed_of(0.5)});
}

void append_radii(cli::Quantities& row, const measure::Composition& whole, const measure::Composition& remnant,
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

void add_clusters(std::vector<cli::Quantities>& rows, const cli::Quantities& head, const measure::Found& my,
                  double mass) {
  for (std::size_t k = 0; k < my.fragments.size(); ++k) {
    const measure::Fragment& one = my.fragments[k];
    cli::Quantities row = head;
    row.push_back({"cluster", "1", count(k + 1)});
    row.push_back({"bodies", "1", count(one.bodies)});
    row.push_back({"grains", "1", count(one.grains)});
    row.push_back({"mass", "kg", one.mass});
    row.push_back({"share", "1", one.mass / mass});
    cli::append(row, "centre", "m", one.centre);
    cli::append(row, "velocity", "m s-1", one.velocity);
    cli::append(row, "spin_momentum", "kg m2 s-1", one.spin_momentum);
    rows.push_back(row);
  }
}

void add_bound_pairs(std::vector<cli::Quantities>& rows, const cli::Quantities& head, const measure::Found& my) {
  for (const measure::Orbit& orbit : my.bound_pairs) {
    cli::Quantities row = head;
    row.push_back({"primary", "1", count(orbit.primary + 1)});
    row.push_back({"secondary", "1", count(orbit.secondary + 1)});
    row.push_back({"energy", "J", orbit.energy});
    row.push_back({"distance", "m", orbit.distance});
    row.push_back({"semi_major_axis", "m", orbit.semi_major_axis});
    row.push_back({"eccentricity", "1", orbit.eccentricity});
    row.push_back({"pericentre", "m", orbit.pericentre});
    row.push_back({"period", "s", orbit.period});
    cli::append(row, "normal", "1", orbit.normal);
    rows.push_back(row);
  }
}

void add_sizes(std::vector<cli::Quantities>& rows, const cli::Quantities& head, const measure::Searches& searches,
               const measure::Composition& remnant) {
  const measure::SizeClasses& sizes = searches.sizes;
  const measure::Composition& whole = searches.whole;
  for (std::size_t k = 0; k < sizes.classes.size(); ++k) {
    cli::Quantities row = head;
    row.push_back({"sizes", "", "class " + std::to_string(k + 1)});
    row.push_back({"smallest_radius", "m", sizes.classes[k].smallest});
    row.push_back({"largest_radius", "m", sizes.classes[k].largest});
    row.push_back({"grains", "1", count(whole.grains_in[k])});
    row.push_back({"mass", "kg", whole.mass_in[k]});
    row.push_back({"remnant_grains", "1", count(remnant.grains_in[k])});
    row.push_back({"remnant_mass", "kg", remnant.mass_in[k]});
    rows.push_back(row);
  }
}

void add_speeds(std::vector<cli::Quantities>& rows, const cli::Quantities& head, const measure::Ejecta& thrown) {
  if (thrown.speed.empty()) return;
  for (int tenth = 0; tenth <= 10; ++tenth) {
    const double share = tenth / 10.0, speed = thrown.speed_of(share);
    cli::Quantities row = head;
    row.push_back({"slower", "1", share});
    row.push_back({"mass", "kg", share * thrown.mass});
    row.push_back({"speed", "m s-1", speed});
    row.push_back({"speed_over_escape", "1", speed / thrown.escape_speed});
    rows.push_back(row);
  }
}

}  // namespace

void ClusterTables::add(const std::string& file, const Pile& pile, const measure::Searches& searches) {
  const measure::Composition& whole = searches.whole;
  const Reals radius = measure::grain_radii(pile, measure::grains_of(pile));
  for (const measure::Found& my : searches.found) {
    const cli::Quantities head{{"file", "", file}, {"time", "s", pile.state.time}, {"finder", "", my.finder}};
    cli::Quantities row = head;
    row.push_back({"bodies", "1", count(pile.size())});
    row.push_back({"grains", "1", count(whole.grains)});
    row.push_back({"mass", "kg", whole.mass});
    row.push_back({"least", "1", count(searches.least)});
    append_masses(row, pile.state.grouping, my, whole.mass);
    for (std::size_t other = 0; other < my.agreement.size(); ++other)
      row.push_back({"agreement_" + searches.found[other].finder, "1", my.agreement[other]});
    append_radii(row, whole, my.remnant, measure::sampling_noise(radius, my.remnant.grains));
    summary_.push_back(row);
    add_clusters(clusters_, head, my, whole.mass);
    add_bound_pairs(bound_pairs_, head, my);
    add_sizes(sizes_, head, searches, my.remnant);
    add_speeds(speeds_, head, my.ejecta);
  }
}

void ClusterTables::require(const cli::TableForm& form) const {
  if (form.json) return cli::require_whole(form);
  cli::table_of(summary_).require(form);
}

void ClusterTables::print(const cli::TableForm& form) const {
  if (!form.json) return cli::table_of(summary_).print(form);
  std::vector<std::pair<std::string, cli::Table>> tables;
  const auto append = [&](const char* name, const std::vector<cli::Quantities>& rows) {
    tables.emplace_back(name, rows.empty() ? cli::Table() : cli::table_of(rows));
  };
  append("summary", summary_);
  append("clusters", clusters_);
  append("bound_pairs", bound_pairs_);
  append("sizes", sizes_);
  append("speeds", speeds_);
  cli::print_json(tables, form);
}

}  // namespace rubble::tools
