// rubble-packing: packing of piles: coordination, solid fraction, radius, segregation.
#include "base/ball.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/contacts/coordination.hpp"
#include "measure/contacts/deepest_overlap.hpp"
#include "measure/extent/ellipsoid.hpp"
#include "measure/extent/envelope.hpp"
#include "measure/extent/radii.hpp"
#include "measure/ledger/masses.hpp"
#include "store/pile_file.hpp"

#include <limits>
#include <optional>

using namespace rubble;

namespace {

std::int64_t count(std::size_t n) { return static_cast<std::int64_t>(n); }

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// (true if it is defined, function that computes it) => the number, or NaN.
template <class Number>
double if_defined(bool defined, Number&& number) {
  return defined ? number() : kUndefined;
}

void append_coordination(cli::Quantities& row, const Pile& pile, int k) {
  const measure::Grains grains = measure::grains_of(pile);
  const std::vector<ContactKey> points = measure::between_grains(grains, pile.contacts.key);
  const std::vector<ContactKey> touching = measure::between_grains(grains, measure::touching_pairs(pile));
  const measure::Coordination all = measure::coordination(grains.size(), points);
  const measure::Coordination core = measure::core_coordination(grains.size(), points, k);
  const measure::Coordination geometric = measure::coordination(grains.size(), touching);
  row.push_back({"contacts", "1", count(all.contacts)});
  row.push_back({"contact_points", "1", count(all.points)});
  row.push_back({"coordination", "1", all.number});
  row.push_back({"core", "1", std::int64_t{k}});
  row.push_back({"core_grains", "1", count(core.grains)});
  row.push_back({"core_coordination", "1", core.number});
  row.push_back({"touching_pairs", "1", count(geometric.contacts)});
  row.push_back({"touching_coordination", "1", geometric.number});
  row.push_back({"deepest_overlap", "1", measure::deepest_overlap(pile)});
}

// Quantities that refer to the centre of mass are not defined in periodic space.
void append_sizes(cli::Quantities& row, const Pile& pile, const std::optional<Pile>& cluster) {
  const bool open = !pile.model.space.repeats();
  measure::Segregation segregation{kUndefined, kUndefined, kUndefined, kUndefined};
  if (open) segregation = measure::segregation(pile);
  const double radius = if_defined(open, [&] { return measure::half_mass_equivalent_radius(pile); });
  row.push_back({"radius", "m", radius});
  row.push_back({"radius_mass_95", "m", if_defined(open, [&] { return measure::mass_radius(pile, 0.95); })});
  row.push_back({"radius_sphere", "m", if_defined(open, [&] { return measure::encompassing_radius(pile); })});
  row.push_back(
      {"radius_cluster", "m", if_defined(cluster.has_value(), [&] { return measure::encompassing_radius(*cluster); })});
  row.push_back(
      {"solid_fraction", "1", if_defined(open, [&] { return measure::solid_fraction_within(pile, 0.9 * radius); })});
  row.push_back({"mean_radius_inner", "m", segregation.inner});
  row.push_back({"mean_radius_outer", "m", segregation.outer});
  row.push_back({"segregation", "1", segregation.difference()});
  row.push_back({"segregation_noise", "1", segregation.noise});
}

// Volumes that include all bodies; NaN in periodic space.
struct Volumes {
  double sphere = kUndefined, semi_axes = kUndefined, extents = kUndefined;
  measure::Envelope envelope{kUndefined, kUndefined, kUndefined};

  Volumes(const Pile& pile, double alpha) {
    if (pile.model.space.repeats()) return;
    const measure::Ellipsoid shape = measure::ellipsoid(pile);
    sphere = ball_volume(measure::encompassing_radius(pile));
    semi_axes = measure::ellipsoid_volume(shape.semi_axes);
    extents = measure::ellipsoid_volume(shape.extents);
    envelope = measure::envelope(measure::surface_points(pile), alpha);
  }
};

void append_solid_fractions(cli::Quantities& row, const Pile& pile, const std::optional<Pile>& cluster, double alpha) {
  const double grains = measure::grain_volume(pile), cell = pile.model.space.period.prod();
  const Volumes volumes(pile, alpha);
  const measure::Envelope& envelope = volumes.envelope;
  const auto of_cluster = [&] {
    return measure::grain_volume(*cluster) / ball_volume(measure::encompassing_radius(*cluster));
  };
  row.push_back({"solid_fraction_sphere", "1", grains / volumes.sphere});
  row.push_back({"solid_fraction_cluster", "1", if_defined(cluster.has_value(), of_cluster)});
  row.push_back({"solid_fraction_ellipsoid", "1", grains / volumes.semi_axes});
  row.push_back({"solid_fraction_extents", "1", grains / volumes.extents});
  row.push_back({"solid_fraction_hull", "1", grains / envelope.hull});
  row.push_back({"solid_fraction_alpha", "1", grains / envelope.alpha});
  row.push_back({"alpha", "m", alpha});
  row.push_back({"alpha_volume", "m3", envelope.alpha});
  row.push_back({"alpha_area", "m2", envelope.area});
  row.push_back({"solid_fraction_cell", "1", cell > 0 ? grains / cell : kUndefined});
}

cli::Quantities packing_of(const std::string& path, int k, std::optional<double> alpha) {
  const Pile pile = store::read_pile(path).pile;
  const std::vector<ContactKey> pairs = measure::joined_pairs(pile);
  const auto clusters = measure::clusters(pile.size(), pairs, pile.model.mass);
  const Pile cluster = measure::part(pile, clusters.front());
  const std::optional<Pile> whole = measure::unwrapped_part(pile, clusters.front(), pairs);
  cli::Quantities row{
      {"file", "", path},
      {"time", "s", pile.state.time},
      {"bodies", "1", count(pile.size())},
      {"grains", "1", count(measure::grains_of(pile).size())},
      {"mass", "kg", measure::total_mass(pile)},
  };
  append_coordination(row, pile, k);
  append_sizes(row, pile, whole);
  row.push_back({"clusters", "1", count(clusters.size())});
  row.push_back({"cluster_bodies", "1", count(cluster.size())});
  row.push_back({"cluster_grains", "1", count(measure::grains_of(cluster).size())});
  row.push_back({"cluster_mass", "kg", measure::total_mass(cluster)});
  append_solid_fractions(row, pile, whole, alpha.value_or(measure::default_alpha(pile)));
  return row;
}

}  // namespace

int main(int argc, char** argv) {
  int k = 2;
  std::optional<double> alpha;
  const cli::Tool tool{
      .name = "rubble-packing",
      .summary =
          "Measures the packing of piles: contacts, coordination, solid fractions and segregation.\n"
          "Columns:\n"
          "  grains: number of grains, glued grains and free spheres\n"
          "  contacts: number of touching pairs of grains\n"
          "  contact_points: number of contact points of these pairs\n"
          "  coordination: 2 x contacts / grains\n"
          "  core_grains, core_coordination: grains and coordination without rattlers (k-core)\n"
          "  touching_pairs, touching_coordination: pairs and coordination by gaps below 1e-3 mean diameters\n"
          "  deepest_overlap: largest overlap / half the thickness of the thinner body along the normal (radius of a "
          "sphere), which Contact Dynamics limits by sanity.penetration; walls and period are those in the file: a "
          "pile that has not run has no walls, and no period unless it was generated or imported with one\n"
          "  radius: radius of the uniform sphere with the half-mass radius of the pile\n"
          "  solid_fraction: solid fraction inside 0.9 radius; the other solid fractions name their volume\n"
          "  solid_fraction_cell: solid fraction of the cell of a pile that is periodic along x, y and z\n"
          "  alpha_area: surface area of the alpha shape, closed pores included\n"
          "  segregation: (mean radius in the inner half of the mass - in the outer half) / mean; glued grains "
          "have the radius of the sphere of their volume\n"
          "In periodic piles, values that refer to the centre of mass or to the extents are nan.",
      .example = "rubble-packing --json pile.h5",
      .source = "docs/theory.md 5.4; alpha shapes: doi:10.1145/174462.156635",
      .inputs = -1,
      .options =
          [&](cli::Options& options) {
            options
                .add_option("--core", k,
                            "Minimum number of contact points of a grain in the core (k-core): 4 without friction, 2 "
                            "with friction; default: 2")
                .option_text("1..4")
                .check(cli::whole_within({1, 4}));
            cli::add_alpha(options, alpha);
          },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    std::vector<cli::Quantities> rows;
    for (const std::string& path : arguments.inputs) rows.push_back(packing_of(path, k, alpha));
    table_of(rows).print(arguments.form);
    return cli::kDone;
  });
}
