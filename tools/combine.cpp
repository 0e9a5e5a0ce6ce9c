// rubble-combine: two piles on their way to a collision of given energy or speed.
#include "app/table.hpp"
#include "app/tool.hpp"
#include "base/error.hpp"
#include "make/encounter.hpp"
#include "store/pile_file.hpp"

using namespace rubble;

namespace {

void print(const make::Meeting& m) {
  const struct {
    const char *name, *unit;
    double value;
  } cells[] = {
      {"target_mass", "kg", m.target_mass},
      {"projectile_mass", "kg", m.projectile_mass},
      {"target_radius", "m", m.target_radius},
      {"projectile_radius", "m", m.projectile_radius},
      {"separation", "m", m.separation},
      {"offset", "m", m.offset},
      {"self_energy", "J", m.self_energy},
      {"cross_energy", "J", m.cross_energy},
      {"kinetic_energy", "J", m.kinetic_energy},
      {"energy_ratio", "1", m.energy_ratio},
      {"energy_ratio_self", "1", m.energy_ratio_self},
      {"relative_speed", "m s-1", m.relative_speed},
      {"target_speed", "m s-1", m.target_speed},
      {"projectile_speed", "m s-1", m.projectile_speed},
  };
  app::Table table;
  std::vector<app::Table::Cell> row;
  for (const auto& cell : cells) {
    table.column(cell.name, cell.unit);
    row.emplace_back(cell.value);
  }
  table.row(row);
  table.print(false);
}

}  // namespace

int main(int argc, char** argv) {
  const app::Tool tool{
      .name = "rubble-combine",
      .summary = "Puts two piles on a collision course, their common centre of mass at rest; prints the encounter.",
      .example = "rubble-combine -c encounter.toml target.h5 projectile.h5 encounter.h5",
      .source = "Angles as in Leinhardt & Stewart 2012, doi:10.1088/0004-637X/745/1/79",
      .inputs = 2,
      .output = true,
      .config = true,
      .describe = [] { return app::describe<make::Encounter>("[encounter]"); },
      .files = "TARGET.h5 PROJECTILE.h5 OUT.h5",
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const auto encounter = config.read<make::Encounter>("encounter");
    config.finish();

    const store::PileFile target = store::read_pile(arguments.inputs[0]);
    const store::PileFile projectile = store::read_pile(arguments.inputs[1]);
    make::Meeting meeting;
    try {
      meeting = make::meet(target.pile, projectile.pile, encounter);
    } catch (const InputError& error) {
      throw config.error("encounter", "", error.what());
    }

    store::Provenance provenance = target.provenance;
    provenance.insert(provenance.end(), projectile.provenance.begin(), projectile.provenance.end());
    provenance.push_back(app::record(tool, arguments, config.effective(), {target.hash, projectile.hash}));
    store::write_pile(arguments.output, meeting.pile, provenance);
    if (arguments.output != "-") print(meeting);
    return app::kDone;
  });
}
