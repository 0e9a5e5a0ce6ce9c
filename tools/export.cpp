// rubble-export: the bodies or the contacts of a pile as text for other programs; a frame of a track as a pile.
#include "app/number_option.hpp"
#include "app/tool.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "measure/contact_forces.hpp"
#include "measure/contact_lines.hpp"
#include "measure/surfaces.hpp"
#include "model/bodies.hpp"
#include "store/disk.hpp"
#include "store/obj.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"
#include "store/track.hpp"
#include "store/vtp.hpp"

#include <optional>

using namespace rubble;

namespace {

// Who touches whom: ids of both, -1 for a plane, and its number, -1 for a body; and the grains that they belong to.
std::vector<store::CellValues> partners(const Pile& pile) {
  std::vector<std::int64_t> a, b, plane, grain_a, grain_b;
  for (const ContactKey& key : pile.contacts.key) {
    const bool wall = key.on_wall();
    a.push_back(pile.model.id[key.a]);
    b.push_back(wall ? -1 : pile.model.id[key.b]);
    plane.push_back(wall ? key.wall() : -1);
    grain_a.push_back(pile.model.grain_of(static_cast<std::size_t>(key.a)));
    grain_b.push_back(wall ? -1 : pile.model.grain_of(static_cast<std::size_t>(key.b)));
  }
  std::vector<store::CellValues> values{{"a", a}, {"b", b}, {"plane", plane}};
  if (pile.model.grains.empty()) return values;
  values.push_back({"grain_a", grain_a});
  values.push_back({"grain_b", grain_b});
  return values;
}

std::string contacts_as_lines(const Pile& pile) {
  const measure::ContactLines lines = measure::contact_lines(pile);
  const measure::ContactForces forces = measure::contact_forces(pile);
  std::vector<store::CellValues> values = partners(pile);
  values.push_back({"normal_force", forces.normal});
  values.push_back({"tangential_force", forces.tangential});
  Reals overlap;
  for (const double gap : pile.contacts.gap) overlap.push_back(-gap);
  values.push_back({"overlap", overlap});
  values.push_back({"relative_overlap", forces.relative_overlap});
  values.push_back({"energy", pile.contacts.energy});
  values.push_back({"normal", pile.contacts.normal});
  values.push_back({"force", pile.contacts.force});
  return store::to_vtp(pile.state.time, lines.point, lines.end, values);
}

std::string bodies_as_polygons(const Pile& pile) {
  const Model& model = pile.model;
  const measure::Surfaces surfaces = measure::surfaces(pile);
  std::vector<std::int64_t> id, grain, shape, material;
  Reals mass, radius;
  Vec3s centre, velocity, spin;
  std::vector<Quaternion> orientation;
  for (const Index body : surfaces.body) {
    const auto i = static_cast<std::size_t>(body);
    id.push_back(model.id[i]);
    grain.push_back(model.grain_of(i));
    shape.push_back(model.is_hull(i) ? model.shape[i] : -1);
    material.push_back(model.material[i]);
    mass.push_back(model.mass[i]);
    radius.push_back(model.radius[i]);
    centre.push_back(pile.state.position[i]);
    orientation.push_back(turn_of(model, pile.state, i));
    velocity.push_back(pile.state.velocity[i]);
    spin.push_back(pile.state.spin[i]);
  }
  return store::to_vtp(pile.state.time, surfaces.point, surfaces.corner, surfaces.end,
                       {{"id", id},
                        {"grain", grain},
                        {"shape", shape},
                        {"material", material},
                        {"mass", mass},
                        {"radius", radius},
                        {"centre", centre},
                        {"orientation", orientation},
                        {"velocity", velocity},
                        {"spin", spin}});
}

std::string text_of(const Pile& pile, const std::string& name, const std::string& format, bool bodies) {
  if (format == "csv") return store::to_csv(pile);
  if (format == "xyz") return store::to_xyz(pile);
  if (format == "obj" || format == "ply") return store::to_mesh(pile, format, name);
  return bodies ? bodies_as_polygons(pile) : contacts_as_lines(pile);
}

// The format that the name of the output ends in, if it is one.
std::string format_of(const std::string& path) {
  for (const std::string format : {"csv", "xyz", "obj", "ply", "vtp", "h5"})
    if (app::has_ending(path, format)) return format;
  throw InputError(output_name(path) +
                   ": ends in none of .csv, .xyz, .obj, .ply, .vtp, .h5; --format says which it is");
}

}  // namespace

int main(int argc, char** argv) {
  std::string format;
  bool bodies = false;
  std::optional<int> frame;
  const app::Tool tool{
      .name = "rubble-export",
      .summary =
          "Writes the bodies of a pile as CSV (all digits kept) or extended XYZ (for OVITO), of hulls with "
          "orientations "
          "but without faces; hulls as Wavefront OBJ or PLY; or as VTK PolyData (for ParaView) the contacts as lines "
          "with their forces or, with --bodies, the surfaces of the bodies; in SI units. Or one frame of a track as a "
          "pile.",
      .example = "rubble-export pile.h5 contacts.vtp",
      .source = "Extended XYZ: https://github.com/libAtoms/extxyz; Wavefront OBJ; PLY; docs/formats.md",
      .inputs = 1,
      .output = true,
      .text = true,
      .options =
          [&](CLI::App& app) {
            app.add_option("--format", format, "Format, if the name of the output does not end in it")
                ->option_text("csv|xyz|obj|ply|vtp|h5")
                ->check(app::among({"csv", "xyz", "obj", "ply", "vtp", "h5"}));
            app.add_flag("--bodies", bodies, "In .vtp: the surfaces of the bodies, not the contacts");
            app.add_option("--frame", frame, "Of a track: number of the frame, from 0; -1 is the last")
                ->option_text("N")
                ->check(app::whole_within({-1e9, 1e9}));
          },
      .files = "IN.h5 OUT.csv|OUT.xyz|OUT.obj|OUT.ply|OUT.vtp|OUT.h5",
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    if (format.empty()) format = format_of(arguments.output);
    if (bodies && format != "vtp") throw InputError("--bodies is for .vtp; all other formats are of the bodies");
    const std::string& path = arguments.inputs[0];
    const store::PileFile file = frame ? store::read_frame(path, *frame) : store::read_pile(path);
    const Pile& pile = file.pile;
    if (format == "h5") {
      store::require_replaceable(arguments.output);
      store::Provenance provenance = file.provenance;
      provenance.push_back(app::record(tool, arguments, "", {file.hash}));
      store::write_pile(arguments.output, pile, provenance);
      return app::kDone;
    }
    store::write_bytes(arguments.output, text_of(pile, input_name(path), format, bodies));
    return app::kDone;
  });
}
