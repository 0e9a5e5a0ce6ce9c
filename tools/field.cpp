// rubble-field: motion of the grains in a slice, as a table.
#include "base/system.hpp"
#include "cli/number_option.hpp"
#include "cli/parts_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "measure/ledger/plane_field.hpp"

#include <optional>

using namespace rubble;

namespace {

struct Choices {
  std::string normal = "z";
  std::optional<double> thickness, cell;
  std::optional<int> frame;
};

double mean_diameter(const Pile& pile) {
  const Reals radii = measure::grain_radii(pile, measure::grains_of(pile));
  double sum = 0;
  for (const double radius : radii) sum += 2 * radius;
  return sum / static_cast<double>(radii.size());
}

void append_cells(std::vector<cli::Quantities>& rows, const std::string& path, const Pile& pile, const Choices& c) {
  measure::require_open(pile, input_name(path), "a centre of mass, through which the slice goes, is not defined");
  const double diameter = mean_diameter(pile);
  const measure::Slice slice{c.normal[0] - 'x', c.thickness.value_or(2 * diameter), c.cell.value_or(2 * diameter)};
  for (const measure::FieldCell& cell : measure::plane_field(pile, slice))
    rows.push_back({{"file", "", path},
                    {"time", "s", pile.state.time},
                    {"u", "m", cell.u},
                    {"v", "m", cell.v},
                    {"grains", "1", static_cast<std::int64_t>(cell.grains)},
                    {"mass", "kg", cell.mass},
                    {"velocity_u", "m s-1", cell.velocity[0]},
                    {"velocity_v", "m s-1", cell.velocity[1]},
                    {"velocity_normal", "m s-1", cell.velocity[2]}});
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const cli::Tool tool{
      .name = "rubble-field",
      .summary =
          "Averages velocities of piles over the cells of a plane slice through the centre of mass.\n"
          "The output has one row for each cell with grains: their number, mass and mean velocity relative to "
          "the centre of mass.\n"
          "Columns:\n"
          "  u, v: position of the cell along the two axes that follow the normal cyclically (x and y for z)",
      .example = "rubble-field --normal z pile.h5",
      .source = "docs/theory.md 5.12",
      .inputs = -1,
      .options =
          [&](cli::Options& options) {
            options.add_option("--normal", choices.normal, "Axis normal to the plane; default: z")
                .option_text("x|y|z")
                .check(cli::among({"x", "y", "z"}));
            options
                .add_option("--thickness", choices.thickness,
                            "Thickness of the slice that contains the grains' centres; default: two mean diameters")
                .option_text("LENGTH")
                .transform(cli::within(kPositive, "m"));
            options.add_option("--cell", choices.cell, "Width of a cell; default: two mean diameters")
                .option_text("LENGTH")
                .transform(cli::within(kPositive, "m"));
            cli::add_frame(options, choices.frame);
          },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    std::vector<cli::Quantities> rows;
    for (const std::string& path : arguments.inputs)
      append_cells(rows, path, cli::read_pile_or_frame(path, choices.frame), choices);
    table_of(rows).print(arguments.form);
    return cli::kDone;
  });
}
