// rubble-alphashape: piles, or the clusters in them, as solids: volume, surface area, cavities, bulk density, porosity.
#include "alphashape/alpha_option.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/message.hpp"
#include "cli/outputs.hpp"
#include "cli/parts_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "measure/extent/alpha_shape.hpp"
#include "measure/extent/pile_solid.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "measure/ledger/masses.hpp"
#include "store/disk.hpp"
#include "store/mesh_file.hpp"

#include <optional>

#include <fmt/format.h>

using namespace rubble;

namespace {

struct Choices {
  cli::PartsOption parts;
  tools::AlphaOption alpha;
  std::string written;
};

cli::Quantities row_of(const std::string& path, const cli::Part& part, const measure::PileSolid& solid, double alpha,
                       const measure::AlphaShape& shape) {
  const Pile& pile = part.pile;
  const double mass = measure::total_mass(pile), grains = measure::grain_volume(pile);
  const double filled = solid.filled(alpha, shape);
  return {
      {"file", "", path},
      {"time", "s", pile.state.time},
      {"cluster", "1", part.cluster},
      {"bodies", "1", static_cast<std::int64_t>(pile.size())},
      {"grains", "1", static_cast<std::int64_t>(measure::grains_of(pile).size())},
      {"mass", "kg", mass},
      {"share", "1", part.share},
      {"alpha", "m", alpha},
      {"enclosed", "m3", shape.enclosed()},
      {"density", "kg m-3", mass / grains * filled},
      {"porosity", "1", 1 - filled},
      {"volume", "m3", shape.volume},
      {"area", "m2", shape.area},
      {"parts", "1", static_cast<std::int64_t>(shape.parts)},
      {"cavities", "1", static_cast<std::int64_t>(shape.cavities)},
      {"cavity_volume", "m3", shape.cavity_volume},
      {"points", "1", static_cast<std::int64_t>(solid.tetrahedra().point.size())},
      {"points_within", "1", static_cast<std::int64_t>(shape.points)},
      {"cavity_area", "m2", shape.cavity_area},
      {"outer_area", "m2", shape.outer_area},
  };
}

constexpr double kMuch = 0.1;  // fraction of the area: a note is printed if the walls of cavities have more

// => a note on a value in a row that could be misunderstood; empty if there is none
std::string note_of(const std::string& path, const measure::PileSolid& solid, double alpha,
                    const measure::AlphaShape& shape, bool balls) {
  const std::string place = input_name(path);
  if (solid.tetrahedra().size() == 0)
    return fmt::format("note: {}: {} lie in one plane: the solid is empty and all volumes are 0{}", place,
                       balls ? "the centres of the spheres" : "all points",
                       balls ? "; points on their surfaces span a solid: remove --balls" : "");
  if (!(shape.cavity_area > kMuch * shape.area)) return "";
  return fmt::format(
      "note: {0}: {2} hollows, also insides of grains, admit a ball of alpha = {1:.6g} m. Their walls are {3:.6g} of "
      "the area of {4:.6g} m2; the outer surface has {5:.6g} m2. A larger --alpha closes hollows.",
      place, alpha, shape.cavities, shape.cavity_area, shape.area, shape.outer_area);
}

void require_format(const std::string& path) {
  if (path == "-") throw InputError("--write needs a file: standard output carries the table");
  if (store::mesh_format(path).empty())
    throw InputError(path + ": expected a name that ends in .obj, .ply or .stl, found another ending");
}

store::Mesh mesh_of(const std::string& path, const cli::Part& part, const measure::PileSolid& solid, double alpha) {
  const std::string body = part.cluster > 0 ? fmt::format("cluster {} of {}", part.cluster, path) : path;
  shape::Polyhedron surface = measure::alpha_surface(solid.tetrahedra(), alpha);
  return {fmt::format("{}, alpha {:.6g} m", body, alpha), 0, std::move(surface.vertex), std::move(surface.face)};
}

void write(const std::string& path, const std::vector<store::Mesh>& meshes) {
  const std::string format = store::mesh_format(path);
  if (meshes.size() > 1 && format != "obj")
    throw InputError(fmt::format("{}: this format has one surface, not {}: use .obj", path, meshes.size()));
  for (const store::Mesh& mesh : meshes)
    if (mesh.face.empty()) throw InputError(path + ": no surface: alpha is too small, or all points lie in a plane");
  store::write_bytes(path, store::mesh_text(meshes, format));
}

void add_options(cli::Options& options, Choices& choices) {
  choices.alpha.add_to(options);
  options.add_option("--write", choices.written, "Output file of the surface as a mesh; OBJ for several clusters")
      .option_text("OUT.obj|OUT.ply|OUT.stl");
  choices.parts.add_to(options);
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const cli::Tool tool{
      .name = "rubble-alphashape",
      .summary =
          "Measures piles as solids by alpha shapes, whole or cluster by cluster.\n"
          "An alpha shape is the space that a ball of radius alpha, rolling around the points on the surfaces "
          "of the grains, cannot enter. Cavities are hollows that the ball cannot leave, and the inside of "
          "grains wider than the ball.\n"
          "Columns:\n"
          "  enclosed: volume within the outer surface, cavities included\n"
          "  density: bulk density, mass / enclosed\n"
          "  porosity: 1 - volume of the grains / enclosed\n"
          "  area: surface area of the shape, walls of cavities included\n"
          "  cavity_area: area of the walls of cavities\n"
          "  outer_area: area of the surface that encloses the shape and its cavities\n"
          "  parts: number of parts, each connected by faces\n"
          "  points: number of points on the surfaces of the grains\n"
          "  points_within: number of points that belong to the shape",
      .example = "rubble-alphashape --clusters 0.02 --alpha auto --write body.obj pile.h5",
      .source = "Edelsbrunner & Muecke 1994, doi:10.1145/174462.156635; docs/theory.md 5.13",
      .inputs = -1,
      .side_output = true,
      .options = [&](cli::Options& options) { add_options(options, choices); },
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    choices.alpha.check();
    std::optional<cli::Outputs> output;
    if (!choices.written.empty()) {
      require_format(choices.written);
      output.emplace(choices.written, "--write", arguments);
    }
    std::vector<cli::Quantities> rows;
    std::vector<store::Mesh> meshes;
    for (const std::string& path : arguments.inputs)
      for (const cli::Part& part : choices.parts.parts(path)) {
        const measure::PileSolid solid = choices.alpha.solid(part.pile);
        for (const double alpha : choices.alpha.radii(part.pile, solid)) {
          const measure::AlphaShape shape = measure::alpha_shape(solid.tetrahedra(), alpha);
          rows.push_back(row_of(path, part, solid, alpha, shape));
          const std::string note = note_of(path, solid, alpha, shape, choices.alpha.balls());
          if (!note.empty() && !arguments.quiet) cli::say(tool.name, note);
          if (output) meshes.push_back(mesh_of(path, part, solid, alpha));
        }
      }
    const cli::Table table = table_of(rows);
    table.require(arguments.form);
    if (output) write(choices.written, meshes);
    table.print(arguments.form);
    return cli::kDone;
  });
}
