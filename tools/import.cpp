// rubble-import: a pile from a table of bodies (CSV, columns separated by blanks, extended XYZ, LAMMPS), or from hulls
// in OBJ, PLY or STL.
#include "base/constants.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/system.hpp"
#include "cli/message.hpp"
#include "cli/number_option.hpp"
#include "cli/slow.hpp"
#include "cli/tool.hpp"
#include "measure/ledger/digits.hpp"
#include "model/check.hpp"
#include "store/body_materials.hpp"
#include "store/mesh_file.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

using namespace rubble;

namespace {

const std::vector<std::string> kFormats{"csv", "xyz", "dump", "data", "obj", "ply", "stl"};

// (name of the file) => the format given by its ending; "" for any other ending: the content then decides.
std::string format_of(const std::string& path) {
  for (const char* const text : {"csv", "xyz", "dump", "data"})
    if (cli::has_ending(path, text)) return text;
  for (const char* const picture : {"vtp", "pvd"})
    if (cli::has_ending(path, picture))
      throw InputError(
          fmt::format("{}: .{} files contain drawings, not all of a pile: export .csv or .xyz, "
                      "and .obj for hulls",
                      input_name(path), picture));
  return store::mesh_format(path);
}

bool is_mesh(const std::string& format) { return format == "obj" || format == "ply" || format == "stl"; }

// Lists the parts of the text that the pile does not store.
void say_notes(const std::string& tool, const store::TextPile& text) {
  if (!text.passed_over.empty()) cli::say(tool, fmt::format("note: ignored: {}", fmt::join(text.passed_over, ", ")));
  if (!text.periodic.empty())
    cli::say(tool,
             fmt::format(
                 "note: the box is periodic along {} with oblique edges, which piles do not support: the pile is open",
                 fmt::join(text.periodic, ", ")));
  const std::vector<Material>& materials = text.pile.model.materials;
  if (text.density_spread > store::kOneDensity)
    cli::say(tool, fmt::format("note: densities of one material differ by {:.3g} of their mean, which is used: {:.6g} "
                               "kg/m3 for {}{}",
                               text.density_spread, materials[0].density, quoted(materials[0].name),
                               text.own_materials ? "" : ": a column material keeps them apart"));
  if (materials.size() > 1) {
    const auto by_density = [](const Material& a, const Material& b) { return a.density < b.density; };
    const auto [least, most] = std::minmax_element(materials.begin(), materials.end(), by_density);
    cli::say(tool, fmt::format("{} materials, from {} ({:.6g} kg/m3) to {} ({:.6g} kg/m3)", materials.size(),
                               quoted(least->name), least->density, quoted(most->name), most->density));
  }
}

}  // namespace

int main(int argc, char** argv) {
  store::TextForm form;
  std::optional<double> density, radius;
  std::string hulls;
  const cli::Tool tool{
      .name = "rubble-import",
      .summary =
          "Creates a pile from a table of bodies or from a mesh of convex hulls.\n"
          "Tables: CSV, or columns separated by blanks, with a header of the names m,r,x,y,z and optionally "
          "id,vx,vy,vz,wx,wy,wz,grain, or with --columns; extended XYZ; dumps and data files (atom_style "
          "sphere) of LAMMPS. Spheres with the same number in grain are glued together; -1 marks free spheres. "
          "Hulls of a table (shape,qw,qx,qy,qz) take their surfaces from --hulls. The column material names the "
          "material of each body; without it, each density is a material: NAME, NAME-2, ... "
          "Numbers are in SI units, or in those of --units.\n"
          "Meshes: Wavefront OBJ, PLY or STL, in metres; each object becomes a convex hull at rest.",
      .example =
          "rubble-import --material rock --columns m,r,x,y,z,vx,vy,vz --units \"1.9884e30 kg,au,yr\" rebound.txt "
          "pile.h5",
      .source =
          "Comma-separated values: RFC 4180; extended XYZ: https://github.com/libAtoms/extxyz; LAMMPS: "
          "https://docs.lammps.org/dump.html; docs/formats.md",
      .inputs = 1,
      .output = true,
      .options =
          [&](cli::Options& options) {
            options
                .add_option("--material", form.material,
                            "Name of the material; required unless a table has the column material")
                .option_text("NAME");
            options
                .add_option("--hulls", hulls,
                            "Mesh with the hulls of a table, OBJ or PLY: surfaces with the ids of the bodies, as "
                            "rubble-export writes them")
                .option_text("FILE.obj|FILE.ply");
            options.add_option("--density", density, "Density of the hulls of a mesh, or of spheres without masses")
                .option_text("VALUE")
                .transform(cli::within(kPositive, "kg m-3"));
            options.add_option("--radius", radius, "Radius of spheres without radii")
                .option_text("VALUE")
                .transform(cli::within(kPositive, "m"));
            options
                .add_option("--columns", form.columns,
                            "Names of the columns of a table, in place of its header, with units in brackets; - for "
                            "ignored columns: \"x [km],y [km],z [km],m,r,-\"")
                .option_text("NAME,...");
            options
                .add_option("--units", form.units,
                            "Units of mass, length and time of the numbers, each a unit or a quantity: \"g,cm,s\", "
                            "\"1.9884e30 kg,au,yr\"; default: SI")
                .option_text("MASS,LENGTH,TIME");
            options
                .add_option(
                    "--frame", form.frame,
                    "Number of the frame of an extended XYZ file or a dump with several, from 0; -1: last frame")
                .option_text("N")
                .check(cli::whole_within({-1e9, 1e9}));
            options
                .add_option("--format", form.format,
                            "Format of the input; default: ending of its name, else its content")
                .option_text("csv|xyz|dump|data|obj|ply|stl")
                .check(cli::among(kFormats));
          },
      .files = "IN.csv|IN.txt|IN.xyz|IN.dump|IN.data|IN.obj|IN.ply|IN.stl OUT.h5",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    const std::string& path = arguments.inputs[0];
    if (form.format.empty()) form.format = format_of(path);
    if (is_mesh(form.format) && !density) throw InputError("hulls have no masses: --density VALUE is required");
    if (is_mesh(form.format) && (radius || !form.columns.empty() || !form.units.empty()))
      throw InputError("--radius, --columns and --units apply only to tables of spheres, not to meshes");
    if (is_mesh(form.format) && form.material.empty())
      throw InputError("hulls have no material: --material NAME is required");
    if (is_mesh(form.format) && !hulls.empty()) throw InputError("--hulls applies only to tables, not to meshes");
    std::vector<std::string> hashes;
    if (!hulls.empty()) {
      store::MeshFile file = store::read_meshes(hulls);
      form.hulls = std::move(file.meshes);
      hashes.push_back(file.hash);
    }
    form.density = density.value_or(0);
    form.radius = radius.value_or(0);
    const auto text = [&] {
      const bool tells = is_mesh(form.format) && !arguments.quiet;
      const cli::Slow slow(tool.name, tells ? cli::slow_hulls(input_name(path)) : "");
      return store::read_text(path, form);
    }();
    check(text.pile, input_name(path));
    hashes.insert(hashes.begin(), text.hash);
    store::write_pile(arguments.output, text.pile, {cli::record(tool, arguments, "", hashes)});
    const Vec3& period = text.pile.model.space.period;
    if (text.pile.model.space.repeats() && !arguments.quiet)
      cli::say(tool.name, fmt::format("the pile is periodic with ({:g}, {:g}, {:g}) m, from the file; 0: open",
                                      period.x(), period.y(), period.z()));
    if (!arguments.quiet) say_notes(tool.name, text);
    if (text.own_materials && !form.material.empty() && !arguments.quiet)
      cli::say(tool.name, "note: the bodies have materials (column material): --material is not used");
    const std::string lost = measure::unresolved(measure::digits_of(text.pile, kGravitationalConstant, false));
    if (!lost.empty() && !arguments.quiet)
      cli::say(tool.name, "note: " + lost + ": runs refuse it without run.centre = true");
    return cli::kDone;
  });
}
