// rubble-shape: shapes of bodies, one row for each; conversion of meshes between formats.
#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/outputs.hpp"
#include "cli/slow.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "measure/extent/forms.hpp"
#include "model/bodies.hpp"
#include "setup/read_cloud.hpp"
#include "shape/mesh.hpp"
#include "store/disk.hpp"
#include "store/mesh_file.hpp"
#include "store/pile_file.hpp"

#include <optional>

#include <fmt/format.h>

using namespace rubble;

namespace {

cli::Quantities row_of(const std::string& file, const measure::Form& form) {
  const Vec3 lengths = form.lengths();
  return {
      {"file", "", file},
      {"id", "1", form.id},
      {"shape", "", form.shape},
      {"kind", "", form.kind},
      {"vertices", "1", static_cast<std::int64_t>(form.vertices)},
      {"faces", "1", static_cast<std::int64_t>(form.faces)},
      {"volume", "m3", form.volume},
      {"area", "m2", form.area},
      {"radius", "m", form.radius()},
      {"bounding_radius", "m", form.bounding_radius},
      {"moment_1", "m2", form.moments[0]},
      {"moment_2", "m2", form.moments[1]},
      {"moment_3", "m2", form.moments[2]},
      {"length_a", "m", lengths[0]},
      {"length_b", "m", lengths[1]},
      {"length_c", "m", lengths[2]},
      {"elongation", "1", lengths[1] / lengths[0]},
      {"flatness", "1", lengths[2] / lengths[1]},
      {"sphericity", "1", form.sphericity()},
  };
}

// True if a mesh encloses a body that is not convex. InputError, as for hulls, if it encloses no body.
bool encloses_a_hollow(const store::Mesh& mesh) {
  if (shape::no_closed_surface(mesh.vertex, mesh.face)) return false;
  try {
    return shape::no_convex_surface(mesh.vertex, mesh.face).has_value();
  } catch (const InputError&) {  // no hull exists: the points are almost in a plane
    return false;
  }
}

// (pile of hulls, body) => its placement in the principal axes of a compound, or in its own axes.
shape::Placement place_in_grain(const Pile& pile, std::size_t i) {
  const Grouping& grouping = pile.state.grouping;
  const bool alone = grouping.grains[static_cast<std::size_t>(grouping.grain_of(i))].count == 1;
  if (alone) return {Vec3::Zero(), Quaternion::Identity(), pile.model.radius[i]};
  return {grouping.offset[i], grouping.turn[i], pile.model.radius[i]};
}

// Shapes to print, and to write with --write.
struct Shapes {
  std::vector<cli::Quantities> rows;
  std::vector<store::Mesh> meshes;

  void add_meshes(const std::string& path, bool hull) {
    for (const store::Mesh& mesh : store::read_meshes(path).meshes) {
      if (!hull && encloses_a_hollow(mesh)) {
        add_surface(path, mesh);
        continue;
      }
      const shape::PlacedShape body = store::convex_body(mesh, input_name(path), hull);
      rows.push_back(row_of(path, measure::form_of(body.shape, body.placement.radius)));
      meshes.push_back({body.shape.name, 0, shape::points_at(body.shape, body.placement), body.shape.face});
    }
  }

  // Adds a closed surface that is not convex without changing it.
  void add_surface(const std::string& path, const store::Mesh& mesh) {
    rows.push_back(row_of(path, measure::form_of_surface(mesh.name, mesh.vertex, mesh.face)));
    meshes.push_back({mesh.name, 0, mesh.vertex, mesh.face});
  }

  void add_pile(const std::string& path, const Pile& pile, bool written) {
    if (pile.size() == 0) throw InputError(input_name(path) + ": the pile has no bodies");
    for (const measure::Form& form : measure::forms(pile)) rows.push_back(row_of(path, form));
    if (!written) return;
    require_hulls(pile.model, input_name(path) + ": --write");
    for (std::size_t i = 0; i < pile.size(); ++i) {
      const shape::Shape& shape = shape_of(pile.model, i);
      const shape::Placement place = place_in_grain(pile, i);
      meshes.push_back({shape.name, 0, shape::points_at(shape, place), shape.face});
    }
  }
};

Pile pile_of_recipe(const cli::Arguments& arguments) {
  auto config = config::Document::load(arguments.config, arguments.set);
  const setup::CloudPlan plan = setup::read_cloud(config, arguments.seed);
  config.finish();
  return setup::make_cloud(plan, config).pile;
}

void require_format(const std::string& path) {
  if (path == "-") throw InputError("--write needs a file: standard output carries the table");
  if (store::mesh_format(path).empty())
    throw InputError(path + ": expected a name that ends in .obj, .ply or .stl, found another ending");
}

void write(const std::string& path, const std::vector<store::Mesh>& meshes) {
  const std::string format = store::mesh_format(path);
  if (format != "obj" && meshes.size() > 1)
    throw InputError(fmt::format("{}: this format has one shape, not {}: use .obj", path, meshes.size()));
  store::write_bytes(path, store::mesh_text(meshes, format));
}

}  // namespace

int main(int argc, char** argv) {
  bool hull = false;
  std::string written;
  const cli::Tool tool{
      .name = "rubble-shape",
      .summary =
          "Measures the shape of bodies, one row for each.\n"
          "Inputs: meshes in OBJ, PLY or STL, in metres; piles (free spheres, hulls, glued grains, compounds); with "
          "-c, the shapes that rubble-generate would make.\n"
          "Columns:\n"
          "  kind: kind of body; surface: a closed mesh that is not convex, measured as it is; compound: hulls glued "
          "together, with the id of the first part\n"
          "  vertices, faces: of a compound, of all its parts\n"
          "  radius: radius of the sphere of equal volume\n"
          "  moments: principal moments of inertia / mass\n"
          "  lengths a >= b >= c: square roots of the eigenvalues of the covariance of the solid\n"
          "  elongation: b / a\n"
          "  flatness: c / b (platyness)\n"
          "  sphericity: area of the sphere of equal volume / area\n"
          "With --write, bodies of meshes keep their places; all others are in principal axes about the centre "
          "of mass.",
      .example = "rubble-shape --write rock.ply rock.obj",
      .source = "Sphericity: Wadell 1935, doi:10.1086/624298, docs/theory.md 5.11; docs/formats.md",
      .inputs = -1,
      .side_output = true,
      .random = true,
      .numbers = true,
      .options =
          [&](cli::Options& options) {
            options.add_flag("--hull", hull, "Use the convex hulls of meshes, also of surfaces that are not convex");
            options
                .add_option("--write", written,
                            "Output file of the bodies as a mesh: OBJ, or PLY or STL for a single body")
                .option_text("OUT.obj|OUT.ply|OUT.stl");
          },
      .describe = setup::describe_cloud,
      .files = "IN.h5|IN.obj|IN.ply|IN.stl... | -c SHAPES.toml",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    std::optional<cli::Outputs> output;
    if (!written.empty()) {
      require_format(written);
      output.emplace(written, "--write", arguments);
    }
    const auto slow = [&](const std::string& source) { return arguments.quiet ? "" : cli::slow_hulls(source); };
    Shapes shapes;
    if (!arguments.config.empty()) {
      const cli::Slow watch(tool.name, slow(arguments.config));
      shapes.add_pile(arguments.config, pile_of_recipe(arguments), !written.empty());
    }
    for (const std::string& path : arguments.inputs) {
      const cli::Slow watch(tool.name, slow(input_name(path)));
      if (!store::mesh_format(path).empty())
        shapes.add_meshes(path, hull);
      else
        shapes.add_pile(path, store::read_pile(path).pile, !written.empty());
    }
    const cli::Table table = cli::table_of(shapes.rows);
    table.require(arguments.form);
    if (!written.empty()) write(written, shapes.meshes);
    table.print(arguments.form);
    return cli::kDone;
  });
}
