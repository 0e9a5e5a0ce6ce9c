// rubble-spin: a pile that rotates as a whole.
#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "experiment/given_spin.hpp"
#include "experiment/rigid_motion.hpp"
#include "measure/clusters/unwrap.hpp"
#include "store/pile_file.hpp"

using namespace rubble;

namespace {

cli::Quantities row_of(const experiment::RigidMotion& before, const experiment::RigidMotion& after) {
  cli::Quantities row;
  append(row, "spin_before", "rad s-1", before.spin);
  append(row, "spin", "rad s-1", after.spin);
  row.push_back({"rotation_energy", "J", after.kinetic - 0.5 * after.mass * after.velocity.squaredNorm()});
  return row;
}

}  // namespace

int main(int argc, char** argv) {
  const cli::Tool tool{
      .name = "rubble-spin",
      .summary =
          "Replaces the rigid rotation of a pile about its centre of mass by a given one.\n"
          "The velocities and spins of free spheres, glued grains and hulls change. The tool prints the "
          "rotation before and after.",
      .example = "rubble-spin -c configs/spin.toml pile.h5 spinning.h5",
      .source = "docs/theory.md 7.2",
      .inputs = 1,
      .output = true,
      .config = true,
      .describe =
          [] {
            return config::describe<experiment::GivenSpin>({.section = "spin"},
                                                           "Rigid rotation that replaces the rotation of the pile.");
          },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const auto spin = config.read<experiment::GivenSpin>("spin");
    config.finish();

    store::PileFile file = store::read_pile(arguments.inputs[0]);
    measure::require_open(file.pile, input_name(arguments.inputs[0]), "a centre of mass is not defined");
    measure::require_inertial(file.pile, input_name(arguments.inputs[0]), "a rotation needs");
    const experiment::RigidMotion before = experiment::rigid_motion(file.pile.model, file.pile.state);
    config.within("spin", [&] { give_spin(file.pile, spin); });
    file.provenance.push_back(cli::record(tool, arguments, config.effective(), {file.hash}));
    store::write_pile(arguments.output, file.pile, file.provenance);
    if (arguments.output != "-")
      cli::table_of({row_of(before, experiment::rigid_motion(file.pile.model, file.pile.state))}).print();
    return cli::kDone;
  });
}
