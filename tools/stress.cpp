// rubble-stress: the granular stress of piles, and the share of each size class in it.
#include "measure/contacts/stress.hpp"

#include "base/constants.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "cli/volume_option.hpp"
#include "gravity/parameters.hpp"
#include "measure/contacts/virial.hpp"
#include "store/pile_file.hpp"

using namespace rubble;

namespace {

struct Choices {
  cli::VolumeOption volume{measure::Volume::sphere};
  double G = kGravitationalConstant;
  gravity::Multipoles torque = gravity::Multipoles::none;
};

// Quantities of a pile that are common to all rows of the table.
struct Whole {
  std::string path;
  const Pile& pile;
  const Choices& choices;
  double G;                      // 0 in periodic space
  double volume, carried, load;  // 3 P V of all grains; load of the heaviest cluster in the virial theorem [J]
};

// A group of grains: its name, sizes, stress, and both parts of the virial theorem within the heaviest cluster.
struct Group {
  std::string name;
  double smallest, largest;
  measure::StressShare share;
  double carried = 0, moving = 0;  // 3 P V, 2 K [J]
};

cli::Quantities row_of(const Whole& whole, const Group& group) {
  const measure::StressShare& share = group.share;
  const measure::Stress s = measure::stress(share.moment, whole.volume);
  const auto count = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  const bool inertial = !whole.pile.model.space.hill.turns();
  cli::Quantities row{
      {"file", "", whole.path},
      {"time", "s", whole.pile.state.time},
      {"sizes", "", group.name},
      {"smallest_radius", "m", group.smallest},
      {"largest_radius", "m", group.largest},
      {"bodies", "1", count(share.bodies)},
      {"grains", "1", count(share.grains)},
      {"contacts", "1", count(share.contacts)},
      {"contact_points", "1", count(share.points)},
      {"volume_name", "", whole.choices.volume.name()},
      {"volume", "m3", whole.volume},
      {"pressure", "Pa", s.pressure},
      {"deviator", "Pa", s.deviator},
      {"share", "1", share.virial / whole.carried},
      {"virial_ratio", "1", inertial ? (group.moving + group.carried) / whole.load : std::nan("")},
      {"virial_motion", "1", group.moving / whole.load},
      {"gravitational_constant", "m3 kg-1 s-2", whole.G},
  };
  for (int k = 0; k < 3; ++k) row.push_back({"principal_" + std::to_string(k + 1), "Pa", s.principal[k]});
  for (int k = 0; k < 3; ++k) append(row, "direction_" + std::to_string(k + 1), "1", s.directions.col(k));
  append(row, "stress_x", "Pa", s.tensor.row(0));
  append(row, "stress_y", "Pa", s.tensor.row(1));
  append(row, "stress_z", "Pa", s.tensor.row(2));
  return row;
}

// One row for the whole pile, then one for each size class.
std::vector<Group> groups_of(const Pile& pile, const measure::Virial& virial) {
  const measure::SizeClasses sizes = measure::size_classes(pile);
  const measure::StressShares shares = measure::stress_shares(pile, sizes);
  std::vector<Group> groups{{"all", sizes.classes.front().smallest, sizes.classes.back().largest, shares.all}};
  for (std::size_t k = 0; k < sizes.classes.size(); ++k)
    groups.push_back(
        {"class " + std::to_string(k + 1), sizes.classes[k].smallest, sizes.classes[k].largest, shares.by_class[k]});
  for (std::size_t g = 0; g < sizes.of_grain.size(); ++g) {
    for (const std::size_t place : {std::size_t{0}, 1 + sizes.of_grain[g]}) {
      groups[place].carried += virial.contacts[g];
      groups[place].moving += virial.motion[g];
    }
  }
  return groups;
}

void add_rows(std::vector<cli::Quantities>& rows, const std::string& path, const Choices& choices) {
  const Pile pile = store::read_pile(path).pile;
  const double G = pile.model.space.repeats() ? 0 : choices.G;
  const measure::Virial virial = measure::virial(pile, G, gravity::multipoles_of(choices.torque));
  const std::vector<Group> groups = groups_of(pile, virial);
  const Whole whole{path, pile, choices, G, choices.volume.of(pile), groups.front().share.virial, virial.load};
  for (const Group& group : groups) rows.push_back(row_of(whole, group));
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const cli::Tool tool{
      .name = "rubble-stress",
      .summary =
          "Computes the granular stress of piles, compression positive: pressure, principal stresses and "
          "deviator.\n"
          "Rows: the whole pile, then one size class for each radius; with more than 16 radii, eight classes "
          "of equal numbers. Glued grains count as one grain with the radius of the sphere of their volume. "
          "Periodic piles have only the volumes cell and cluster, and no self-gravity.\n"
          "Columns, with sums over the grains of the row:\n"
          "  file: name of the input\n"
          "  time [s]: time of the pile\n"
          "  sizes: all, or the name of the size class\n"
          "  smallest_radius, largest_radius [m]: smallest and largest radius of the grains\n"
          "  bodies, grains [1]: number of bodies and of grains\n"
          "  contacts [1]: number of touching pairs of which at least one body belongs to the row\n"
          "  contact_points [1]: number of contact points of these pairs\n"
          "  volume_name: definition of the volume\n"
          "  volume [m3]: volume V over which the stress is averaged, the same for all rows of a pile\n"
          "  pressure [Pa]: P, trace of the stress / 3\n"
          "  deviator [Pa]: sqrt(3/2 s:s), with the symmetric part s of the stress without its trace\n"
          "  share [1]: pressure of the row / pressure of the pile\n"
          "  virial_ratio [1]: (3 P V + 2 K) / virial of gravity and walls, of the heaviest cluster; 1 for the whole "
          "pile at rest and in steady motion, for any volume; NaN for a sheared box in Hill's frame\n"
          "  virial_motion [1]: contribution of 2 K to virial_ratio; K: kinetic energy of the grains' centres of mass\n"
          "  gravitational_constant [m3 kg-1 s-2]: G of the virial; 0 for periodic piles\n"
          "  principal_1, principal_2, principal_3 [Pa]: principal stresses, largest first\n"
          "  direction_1_x, _y, _z, direction_2_x, _y, _z, direction_3_x, _y, _z [1]: unit vectors of the principal "
          "stresses\n"
          "  stress_x_x, _y, _z, stress_y_x, _y, _z, stress_z_x, _y, _z [Pa]: components of the stress tensor",
      .example = "rubble-stress --volume alpha pile.h5",
      .source = "Sanchez et al. 2021, doi:10.1016/j.icarus.2021.114441, Eqs. 19 and 20; docs/theory.md 5.1",
      .inputs = -1,
      .options =
          [&](cli::Options& options) {
            choices.volume.add_to(options, "Volume over which the stress is averaged");
            cli::add_gravitational_constant(options, choices.G);
            cli::add_torque(options, choices.torque);
          },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    std::vector<cli::Quantities> rows;
    for (const std::string& path : arguments.inputs) add_rows(rows, path, choices);
    table_of(rows).print(arguments.form);
    return cli::kDone;
  });
}
