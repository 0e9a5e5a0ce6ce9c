// rubble-contacts: contacts of a pile and their forces.
#include "base/constants.hpp"
#include "base/system.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "gravity/direct.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/contacts/bond_stresses.hpp"
#include "measure/contacts/forces.hpp"
#include "measure/contacts/kernels.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "store/pile_file.hpp"

#include <algorithm>
#include <cmath>

using namespace rubble;

namespace {

cli::Table list(const Pile& pile) {
  cli::Table table;
  for (const char* name : {"a", "b", "plane", "grain_a", "grain_b"}) table.column(name, "1");
  table.column("overlap", "m");
  table.column("relative_overlap", "1");
  for (const char* name : {"normal_x", "normal_y", "normal_z"}) table.column(name, "1");
  for (const char* name : {"normal_force", "tangential_force", "force_x", "force_y", "force_z"})
    table.column(name, "N");
  table.column("energy", "J");

  const measure::ContactForces forces = measure::contact_forces(pile);
  const Contacts& c = pile.contacts;
  const auto grain = [&](Index body) {
    return std::int64_t{pile.state.grouping.grain_of(static_cast<std::size_t>(body))};
  };
  for (std::size_t k = 0; k < forces.contact.size(); ++k) {
    const std::size_t i = forces.contact[k];
    const ContactKey& key = c.key[i];
    const bool wall = key.on_wall();
    table.row({pile.model.id[key.a], wall ? -1 : pile.model.id[key.b], wall ? std::int64_t{key.wall()} : -1,
               grain(key.a), wall ? -1 : grain(key.b), -c.gap[i], forces.relative_overlap[k], c.normal[i].x(),
               c.normal[i].y(), c.normal[i].z(), forces.normal[k], forces.tangential[k], c.force[i].x(), c.force[i].y(),
               c.force[i].z(), c.energy[i]});
  }
  return table;
}

void append(cli::Quantities& row, const std::string& name, const std::string& unit, const measure::Distribution& d) {
  row.push_back({name + "_mean", unit, d.mean});
  row.push_back({name + "_p10", unit, d.p10});
  row.push_back({name + "_p50", unit, d.p50});
  row.push_back({name + "_p90", unit, d.p90});
  row.push_back({name + "_p99", unit, d.p99});
  row.push_back({name + "_max", unit, d.max});
}

cli::Quantities summary_of(const std::string& path) {
  const Pile pile = store::read_pile(path).pile;
  const measure::ContactForces forces = measure::contact_forces(pile);
  const measure::Grains grains = measure::grains_of(pile);
  const std::vector<ContactKey> points = measure::between_grains(grains, pile.contacts.key);
  const std::vector<ContactKey> pairs = measure::distinct(points);
  const auto count = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  const auto walls = std::count_if(pairs.begin(), pairs.end(), [](const ContactKey& pair) { return pair.on_wall(); });
  cli::Quantities row{
      {"file", "", path},
      {"time", "s", pile.state.time},
      {"bodies", "1", count(pile.size())},
      {"grains", "1", count(grains.size())},
      {"contacts", "1", count(pairs.size())},
      {"contact_points", "1", count(points.size())},
      {"contacts_with_planes", "1", static_cast<std::int64_t>(walls)},
  };
  append(row, "relative_overlap", "1", measure::distribution(forces.relative_overlap));
  append(row, "normal_force", "N", measure::distribution(forces.normal));
  append(row, "tangential_force", "N", measure::distribution(forces.tangential));
  return row;
}

cli::Table kernels_of(const Pile& pile) {
  cli::Table table;
  for (const char* name : {"first", "second"}) table.column(name, "");
  for (const char* name : {"candidates", "contact_points"}) table.column(name, "1");
  table.column("kernel", "");
  for (const measure::KernelCount& k : measure::kernel_counts(pile)) {
    const cli::Table::Cell candidates =
        k.candidates ? cli::Table::Cell(static_cast<std::int64_t>(*k.candidates)) : cli::Table::Cell(std::nan(""));
    table.row({k.first, k.second, candidates, static_cast<std::int64_t>(k.points), k.text});
  }
  return table;
}

cli::Table bonds_of(const Pile& pile, double G) {
  cli::Table table;
  for (const char* name : {"grain", "members"}) table.column(name, "1");
  table.column("mass", "kg");
  table.column("effective_radius", "m");
  for (const char* name : {"tensile_stress", "shear_stress"}) table.column(name, "Pa");
  Vec3s gravity;
  gravity::direct_accelerations(pile.model.mass, pile.state.position, G, gravity);
  for (const measure::AggregateStress& aggregate : measure::bond_stresses(pile, gravity))
    table.row({static_cast<std::int64_t>(aggregate.grain), static_cast<std::int64_t>(aggregate.members), aggregate.mass,
               aggregate.radius, aggregate.tensile, aggregate.shear});
  return table;
}

cli::Table beams_of(const Pile& pile) {
  cli::Table table;
  for (const char* name : {"a", "b"}) table.column(name, "1");
  for (const char* name : {"length", "distance"}) table.column(name, "m");
  for (const char* name : {"tension", "shear_force"}) table.column(name, "N");
  table.column("energy", "J");
  const Bonds& bonds = pile.bonds;
  if (!bonds.beams) return table;
  for (std::size_t k = 0; k < bonds.size(); ++k) {
    const auto& [a, b] = bonds.pair[k];
    const Vec3 way = pile.model.space.at(pile.state.time)
                         .nearest(pile.state.position[static_cast<std::size_t>(b)] -
                                  pile.state.position[static_cast<std::size_t>(a)]);
    const double tension = bonds.force[k].dot(way.normalized());
    table.row({pile.model.id[static_cast<std::size_t>(a)], pile.model.id[static_cast<std::size_t>(b)], bonds.length[k],
               way.norm(), tension, (bonds.force[k] - tension * way.normalized()).norm(), bonds.energy[k]});
  }
  return table;
}

struct Choices {
  bool summary = false, kernels = false, bonds = false, beams = false;
  double G = kGravitationalConstant;
};

cli::Table table_of(const std::string& path, const Choices& choices) {
  if (choices.summary) return cli::table_of({summary_of(path)});
  const Pile pile = store::read_pile(path).pile;
  if (choices.bonds) {
    measure::require_open(pile, input_name(path), "self-gravity needs open space");
    return bonds_of(pile, choices.G);
  }
  if (choices.beams) return beams_of(pile);
  return choices.kernels ? kernels_of(pile) : list(pile);
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const cli::Tool tool{
      .name = "rubble-contacts",
      .summary =
          "Lists the contacts of a pile point by point, pairs that cohesion attracts across a gap included.\n"
          "Columns:\n"
          "  a, b: ids of the two bodies; b = -1: the plane with the number `plane`\n"
          "  grain_a, grain_b: numbers of the grains of both bodies, glued grains and hulls; -1: free sphere\n"
          "  relative_overlap: overlap / radius of the smaller body (of a hull: of the sphere of its volume)\n"
          "  normal_x, normal_y, normal_z: unit normal from a to b\n"
          "  force_x, force_y, force_z: force on a\n"
          "  normal_force: normal force, compression positive\n"
          "Glued members of one grain are not in contact. With --summary: contacts counts touching pairs of "
          "grains (free spheres included), contact_points their points. With --kernels: kernel is the contact search "
          "of Contact Dynamics for two kinds of bodies, candidates counts "
          "pairs whose bounding spheres are closer than 1 % of the smallest radius; nan for walls.\n"
          "With --bonds: one row for each grain with several members, which moves under self-gravity alone. Columns:\n"
          "  effective_radius: radius of the ball with the total volume of the members\n"
          "  tensile_stress, shear_stress: greatest stress of the bond of a member, over the cross-section of the "
          "member; tensile_stress is negative if all members are pressed inwards\n"
          "With --beams: one row for each bond of soft spheres. Columns:\n"
          "  length: distance of the centres at which the bond is not stretched; distance: the present one\n"
          "  tension, shear_force: force of the bond along and across it; tension is negative for compression",
      .example = "rubble-contacts --summary pile.h5",
      .source = "docs/formats.md; --bonds: docs/theory.md 13.4; --beams: docs/theory.md 2.15",
      .options =
          [&](cli::Options& options) {
            options.add_flag("--summary", choices.summary,
                             "Print one row: counts, and means, quantiles and maxima of overlap and forces");
            options
                .add_flag("--kernels", choices.kernels,
                          "Print the dispatch table of the narrow phase with its counts in this pile")
                .excludes("--summary");
            options
                .add_flag("--bonds", choices.bonds,
                          "Print the greatest stresses of the bonds that hold glued grains together")
                .excludes("--summary")
                .excludes("--kernels");
            options.add_flag("--beams", choices.beams, "Print the bonds of soft spheres with their forces and energies")
                .excludes("--summary")
                .excludes("--kernels")
                .excludes("--bonds");
            cli::add_gravitational_constant(options, choices.G);
          },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    table_of(arguments.inputs[0], choices).print(arguments.form);
    return cli::kDone;
  });
}
