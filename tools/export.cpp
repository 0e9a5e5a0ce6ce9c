// rubble-export: the bodies or the contacts of a pile, or of all frames of a track, as text for other programs; a frame
// of a track as a pile.
#include "app/frames.hpp"
#include "app/message.hpp"
#include "app/number_option.hpp"
#include "app/polydata.hpp"
#include "app/tool.hpp"
#include "app/trajectory.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "store/disk.hpp"
#include "store/inspect.hpp"
#include "store/obj.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"
#include "store/track.hpp"

#include <optional>

#include <fmt/format.h>

using namespace rubble;

namespace {

const std::vector<std::string> kFormats{"csv", "xyz", "obj", "ply", "vtp", "pvd", "h5"};

// Contents of .vtp and .pvd files.
enum class Content { contacts, surfaces, points };

std::string polydata(const Pile& pile, Content content) {
  if (content == Content::points) return app::bodies_as_points(pile);
  return content == Content::surfaces ? app::bodies_as_polygons(pile) : app::contacts_as_lines(pile);
}

std::string text_of(const Pile& pile, const std::string& name, const std::string& format, Content content) {
  if (format == "csv") return store::to_csv(pile);
  if (format == "xyz") return store::to_xyz(pile);
  if (format == "obj" || format == "ply") return store::to_mesh(pile, format, name);
  return polydata(pile, content);
}

// The format that the name of the output ends in, if it is one.
std::string format_of(const std::string& path) {
  for (const std::string& format : kFormats)
    if (app::has_ending(path, format)) return format;
  throw InputError(output_name(path) +
                   ": ends in none of .csv, .xyz, .obj, .ply, .vtp, .pvd, .h5; --format says which it is");
}

}  // namespace

int main(int argc, char** argv) {
  std::string format;
  bool bodies = false;
  bool points = false;
  std::optional<int> frame;
  const app::Tool tool{
      .name = "rubble-export",
      .summary =
          "Writes the bodies of a pile as CSV (all digits kept) or extended XYZ (for OVITO), of hulls with "
          "orientations "
          "but without faces; hulls as Wavefront OBJ or PLY; or as VTK PolyData (for ParaView) the contacts as lines "
          "with their forces or the bodies, with --bodies as surfaces, with --points as points with radii, which "
          "ParaView's "
          "filter Glyph draws as spheres (Scale Array radius, Scale Factor 2); in SI units. Of a track all frames, as "
          "one "
          "extended XYZ or as OUT_0000.vtp, ... with ParaView's list OUT.pvd; or one frame, in every format, as a pile "
          "too.",
      .example = "rubble-export pile.h5 contacts.vtp",
      .source = "Extended XYZ: https://github.com/libAtoms/extxyz; Wavefront OBJ; PLY; docs/formats.md",
      .inputs = 1,
      .output = true,
      .text = true,
      .options =
          [&](app::Options& options) {
            options.add_option("--format", format, "Format, if the name of the output does not end in it")
                .option_text("csv|xyz|obj|ply|vtp|pvd|h5")
                .check(app::among(kFormats));
            options.add_flag("--bodies", bodies, "In .vtp and .pvd: the surfaces of the bodies, not the contacts");
            options.add_flag(
                "--points", points,
                "In .vtp and .pvd: the bodies as points with radii, a few hundred times smaller than surfaces");
            options.add_option("--frame", frame, "Of a track: this frame alone, from 0; -1 is the last")
                .option_text("N")
                .check(app::whole_within({-1e9, 1e9}));
          },
      .files = "IN.h5 OUT.csv|OUT.xyz|OUT.obj|OUT.ply|OUT.vtp|OUT.pvd|OUT.h5",
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    if (format.empty()) format = format_of(arguments.output);
    const bool vtk = format == "vtp" || format == "pvd";
    if (bodies && points) throw InputError("--bodies and --points exclude each other: surfaces or points");
    if ((bodies || points) && !vtk)
      throw InputError(fmt::format("{} is for .vtp and .pvd; all other formats are of the bodies",
                                   bodies ? "--bodies" : "--points"));
    const Content content = points ? Content::points : bodies ? Content::surfaces : Content::contacts;
    const std::string& path = arguments.inputs[0];
    if (format == "pvd" && frame) throw InputError("--frame is one frame, .pvd a series of all: name a .vtp");
    if (format == "pvd" || (format == "xyz" && !frame && store::content_of(path) == "track")) {
      const store::Frames frames(path);
      app::require_frames(frames, path);
      if (format == "xyz")
        app::write_trajectory(frames, arguments.output);
      else
        app::write_series(frames, arguments, [&](const Pile& pile) { return polydata(pile, content); });
      return app::kDone;
    }
    const store::PileFile file = frame ? store::read_frame(path, *frame) : store::read_pile(path);
    const Pile& pile = file.pile;
    if (format == "h5") {
      store::require_replaceable(arguments.output);
      store::Provenance provenance = file.provenance;
      provenance.push_back(app::record(tool, arguments, "", {file.hash}));
      store::write_pile(arguments.output, pile, provenance);
      return app::kDone;
    }
    const bool loses_period = format == "csv" || format == "obj" || format == "ply";
    if (loses_period && pile.model.space.repeats() && !arguments.quiet)
      app::say(tool.name,
               fmt::format("note: {} has no place for the period of the pile; .xyz and .h5 keep it", format));
    store::write_bytes(arguments.output, text_of(pile, input_name(path), format, content));
    return app::kDone;
  });
}
