// rubble-energy: the ledger of piles: energies, momentum, angular momentum.
#include "base/constants.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "gravity/parameters.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "measure/ledger/ledger.hpp"
#include "measure/ledger/masses.hpp"
#include "store/pile_file.hpp"

using namespace rubble;

namespace {

cli::Quantities ledger_of(const std::string& path, double constant, gravity::Multipoles torque) {
  const Pile pile = store::read_pile(path).pile;
  const double G = pile.model.space.repeats() ? 0 : constant;
  const measure::Points points = points_of_hulls(pile.model, gravity::multipoles_of(torque));
  const measure::Ledger l = measure::ledger(pile, {}, G, G > 0, {}, {}, points);
  cli::Quantities row{
      {"file", "", path},
      {"time", "s", pile.state.time},
      {"bodies", "1", static_cast<std::int64_t>(pile.size())},
      {"grains", "1", static_cast<std::int64_t>(measure::grains_of(pile).size())},
      {"mass", "kg", measure::total_mass(pile)},
      {"gravitational_constant", "m3 kg-1 s-2", G},
      {"kinetic_translational", "J", l.kinetic_translational},
      {"kinetic_rotational", "J", l.kinetic_rotational},
      {"gravitational", "J", l.gravitational},
      {"elastic", "J", l.elastic},
      {"total", "J", l.total()},
  };
  append(row, "momentum", "kg m s-1", l.momentum);
  append(row, "angular_momentum_orbital", "kg m2 s-1", l.angular_orbital);
  append(row, "angular_momentum_spin", "kg m2 s-1", l.angular_spin);
  return row;
}

}  // namespace

int main(int argc, char** argv) {
  double G = kGravitationalConstant;
  gravity::Multipoles torque = gravity::Multipoles::none;
  const cli::Tool tool{
      .name = "rubble-energy",
      .summary =
          "Computes energies, momentum, and angular momentum about the origin of piles.\n"
          "Rotational energy and spin are those of free spheres, hulls and whole glued grains about their own "
          "centres of mass. External fields are not part of a pile and not included, nor is self-gravity in "
          "periodic space.",
      .example = "rubble-energy pile.h5",
      .source =
          "Direct sum over all pairs, up to 5000 points, else fast multipoles; G: CODATA 2018, "
          "doi:10.1103/RevModPhys.93.025010",
      .inputs = -1,
      .options =
          [&](cli::Options& options) {
            cli::add_gravitational_constant(options, G);
            cli::add_torque(options, torque);
          },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    std::vector<cli::Quantities> rows;
    for (const std::string& path : arguments.inputs) rows.push_back(ledger_of(path, G, torque));
    table_of(rows).print(arguments.form);
    return cli::kDone;
  });
}
