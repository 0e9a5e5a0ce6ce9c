// rubble-import: a pile from a table of spheres in CSV or extended XYZ, or from hulls in OBJ, PLY or STL.
#include "app/message.hpp"
#include "app/number_option.hpp"
#include "app/tool.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "model/check.hpp"
#include "store/mesh.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"

#include <optional>

#include <fmt/format.h>

using namespace rubble;

namespace {

constexpr double kRounding = 1e-12;  // relative difference of densities that counts as none

}  // namespace

int main(int argc, char** argv) {
  std::string material, format;
  std::optional<double> density;
  const app::Tool tool{
      .name = "rubble-import",
      .summary =
          "Makes a pile from CSV: columns id,m,r,x,y,z and, if there, vx,vy,vz,wx,wy,wz, in SI units; or from extended "
          "XYZ. Spheres with the same number in the column grain are glued together (-1: free). Or from Wavefront OBJ, "
          "PLY or STL, "
          "in metres: each object a convex hull at rest.",
      .example = "rubble-import --material rock bodies.csv pile.h5",
      .source = "Comma-separated values: RFC 4180; extended XYZ: https://github.com/libAtoms/extxyz; docs/formats.md",
      .inputs = 1,
      .output = true,
      .options =
          [&](CLI::App& app) {
            app.add_option("--material", material, "Name of the material of all bodies")
                ->option_text("NAME")
                ->required();
            app.add_option("--density", density, "Density of the hulls of a mesh")
                ->option_text("VALUE")
                ->transform(app::within(kPositive, "kg m-3"));
            app.add_option("--format", format, "Format of the text; that in which its name ends, csv otherwise")
                ->option_text("csv|xyz|obj|ply|stl")
                ->check(app::among({"csv", "xyz", "obj", "ply", "stl"}));
          },
      .required = "--material NAME",
      .files = "IN.csv|IN.xyz|IN.obj|IN.ply|IN.stl OUT.h5",
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    const std::string& path = arguments.inputs[0];
    if (format.empty()) format = app::has_ending(path, "xyz") ? "xyz" : store::mesh_format(path);
    if (format.empty()) format = "csv";
    const bool mesh = format != "csv" && format != "xyz";
    if (mesh != density.has_value())
      throw InputError(density ? "--density is for meshes: bodies of CSV and XYZ have masses"
                               : "hulls have no masses: --density VALUE is required");
    const store::TextPile text = store::read_text(path, {format, material, density.value_or(0)});
    check(text.pile, input_name(path));
    store::write_pile(arguments.output, text.pile, {app::record(tool, arguments, "", {text.hash})});
    if (text.density_spread > kRounding && !arguments.quiet)
      app::say(tool.name, fmt::format("note: densities differ by {:.3g} of their mean, {:.6g} kg/m3, which is kept",
                                      text.density_spread, text.pile.model.materials[0].density));
    return app::kDone;
  });
}
