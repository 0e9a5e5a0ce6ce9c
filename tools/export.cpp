// rubble-export: the bodies or the contacts of a pile, or of all frames of a track, as text for other programs; a frame
// of a track as a pile.
#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/message.hpp"
#include "cli/number_option.hpp"
#include "cli/tool.hpp"
#include "cli/track_frames.hpp"
#include "export/losses.hpp"
#include "export/polydata.hpp"
#include "export/trajectory.hpp"
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
enum class Content { contacts, surfaces, points, walls };

void require_walls(const Pile& pile, const std::string& name) {
  if (pile.model.space.meshes.empty()) throw InputError(name + ": --walls needs walls of [[mesh]], found none");
}

std::string polydata(const Pile& pile, Content content) {
  if (content == Content::walls) return tools::walls_as_polygons(pile);
  if (content == Content::points) return tools::bodies_as_points(pile);
  return content == Content::surfaces ? tools::bodies_as_polygons(pile) : tools::contacts_as_lines(pile);
}

std::string text_of(const Pile& pile, const std::string& name, const std::string& format, Content content) {
  if (format == "csv") return store::to_csv(pile);
  if (format == "xyz") return store::to_xyz(pile);
  if (content == Content::walls) require_walls(pile, name);
  if (format == "obj" || format == "ply")
    return content == Content::walls ? store::walls_to_mesh(pile, format) : store::to_mesh(pile, format, name);
  return polydata(pile, content);
}

// The format that corresponds to the ending of the output's name, or "".
std::string format_of(const std::string& path) {
  for (const std::string& format : kFormats)
    if (cli::has_ending(path, format)) return format;
  throw InputError(output_name(path) +
                   ": expected a name that ends in .csv, .xyz, .obj, .ply, .vtp, .pvd or .h5, or the option --format, "
                   "found neither");
}

}  // namespace

int main(int argc, char** argv) {
  std::string format;
  bool bodies = false;
  bool points = false;
  bool walls = false;
  std::optional<int> frame;
  const cli::Tool tool{
      .name = "rubble-export",
      .summary =
          "Exports a pile or the frames of a track to other formats, in SI units.\n"
          "Formats:\n"
          "  .csv: bodies with all digits; of hulls orientations, but no faces\n"
          "  .xyz: bodies as extended XYZ (for OVITO); of hulls orientations, but no faces\n"
          "  .obj, .ply: hulls as meshes; with --walls the triangulated walls\n"
          "  .vtp: VTK PolyData (for ParaView): contacts as lines with forces; with --bodies the surfaces of "
          "the bodies; with --points the bodies as points with radii, which the filter Glyph draws as spheres "
          "(Scale Array radius, Scale Factor 2); with --walls the triangulated walls\n"
          "  .pvd: all frames of a track as OUT_0000.vtp, ... and their list OUT.pvd\n"
          "  .h5: one frame of a track as a pile\n"
          "A track without --frame becomes one extended XYZ file or a .pvd; --frame selects one frame, in "
          "every format.",
      .example = "rubble-export pile.h5 contacts.vtp",
      .source = "Extended XYZ: https://github.com/libAtoms/extxyz; Wavefront OBJ; PLY; docs/formats.md",
      .inputs = 1,
      .output = true,
      .text = true,
      .options =
          [&](cli::Options& options) {
            options.add_option("--format", format, "Format of the output; default: ending of its name")
                .option_text("csv|xyz|obj|ply|vtp|pvd|h5")
                .check(cli::among(kFormats));
            options.add_flag("--bodies", bodies, "Write surfaces of the bodies instead of contacts to .vtp and .pvd");
            options.add_flag("--points", points,
                             "Write bodies as points with radii to .vtp and .pvd, in files a few hundred times smaller "
                             "than surfaces");
            options.add_flag("--walls", walls,
                             "Write the triangulated walls at the time of the frame to .vtp, .pvd, .obj or .ply");
            options
                .add_option("--frame", frame,
                            "Number of the only frame of a track, from 0; -1: last frame; default: all frames")
                .option_text("N")
                .check(cli::whole_within({-1e9, 1e9}));
          },
      .files = "IN.h5 OUT.csv|OUT.xyz|OUT.obj|OUT.ply|OUT.vtp|OUT.pvd|OUT.h5",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    if (format.empty()) format = format_of(arguments.output);
    const bool vtk = format == "vtp" || format == "pvd";
    if (bodies && points) throw InputError("--bodies (surfaces) and --points cannot be combined");
    if (walls && (bodies || points)) throw InputError("--walls cannot be combined with --bodies or --points");
    if (walls && !vtk && format != "obj" && format != "ply")
      throw InputError("--walls applies only to .vtp, .pvd, .obj and .ply");
    if ((bodies || points) && !vtk)
      throw InputError(fmt::format("{} applies only to .vtp and .pvd: the other formats always have the bodies",
                                   bodies ? "--bodies" : "--points"));
    const Content content = walls    ? Content::walls
                            : points ? Content::points
                            : bodies ? Content::surfaces
                                     : Content::contacts;
    const auto note_losses = [&](const Pile& pile) {
      const std::string lost = tools::losses(pile, format);
      if (!lost.empty() && !walls && !arguments.quiet)
        cli::say(tool.name, fmt::format("note: {} does not store {}", format, lost));
    };
    const std::string& path = arguments.inputs[0];
    if (format == "pvd" && frame) throw InputError("--frame selects one frame, but .pvd has all of them: use .vtp");
    if (format == "pvd" || (format == "xyz" && !frame && store::content_of(path) == "track")) {
      const store::Frames frames(path);
      cli::require_frames(frames, path);
      if (walls) require_walls(frames.pile(0), input_name(path));
      if (format == "xyz")
        tools::write_trajectory(frames, arguments.output);
      else
        tools::write_series(frames, arguments, [&](const Pile& pile) { return polydata(pile, content); });
      Pile model;
      model.model = frames.model();
      if (format == "pvd") note_losses(model);
      return cli::kDone;
    }
    const store::PileFile file = frame ? store::read_frame(path, *frame) : store::read_pile(path);
    const Pile& pile = file.pile;
    if (format == "h5") {
      store::require_replaceable(arguments.output);
      store::Provenance provenance = file.provenance;
      provenance.push_back(cli::record(tool, arguments, "", {file.hash}));
      store::write_pile(arguments.output, pile, provenance);
      return cli::kDone;
    }
    store::write_bytes(arguments.output, text_of(pile, input_name(path), format, content));
    note_losses(pile);
    return cli::kDone;
  });
}
