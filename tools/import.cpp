// rubble-import: a pile from a table of bodies in CSV.
#include "app/message.hpp"
#include "app/tool.hpp"
#include "model/check.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"

#include <fmt/format.h>

using namespace rubble;

namespace {

constexpr double kRounding = 1e-12;  // relative difference of densities that counts as none

}  // namespace

int main(int argc, char** argv) {
  std::string material;
  const app::Tool tool{
      .name = "rubble-import",
      .summary = "Makes a pile from CSV: columns id,m,r,x,y,z and, if there, vx,vy,vz,wx,wy,wz, in SI units.",
      .example = "rubble-import --material rock bodies.csv pile.h5",
      .source = "Comma-separated values: RFC 4180",
      .inputs = 1,
      .output = true,
      .options =
          [&](CLI::App& app) {
            app.add_option("--material", material, "Name of the material of all bodies")
                ->option_text("NAME")
                ->required();
          },
      .files = "IN.csv OUT.h5",
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    const std::string& path = arguments.inputs[0];
    const store::CsvPile csv = store::read_csv(path, material);
    check(csv.pile, path);
    store::write_pile(arguments.output, csv.pile, {app::record(tool, arguments, "", {csv.hash})});
    if (csv.density_spread > kRounding && !arguments.quiet)
      app::say(tool.name, fmt::format("note: densities differ by {:.3g} of their mean, {:.6g} kg/m3, which is kept",
                                      csv.density_spread, csv.pile.model.materials[0].density));
    return app::kDone;
  });
}
