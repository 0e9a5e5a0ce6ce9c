// rubble-export: the bodies or the contacts of a pile as text for other programs.
#include "app/number_option.hpp"
#include "app/tool.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "measure/contact_forces.hpp"
#include "measure/contact_lines.hpp"
#include "store/disk.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"
#include "store/track.hpp"
#include "store/vtp.hpp"

#include <optional>

using namespace rubble;

namespace {

// Who touches whom: ids of both, -1 for a plane, and its number, -1 for a body; and the grains that they belong to.
std::vector<store::LineValues> partners(const Pile& pile) {
  std::vector<std::int64_t> a, b, plane, grain_a, grain_b;
  for (const ContactKey& key : pile.contacts.key) {
    const bool wall = key.on_wall();
    a.push_back(pile.model.id[key.a]);
    b.push_back(wall ? -1 : pile.model.id[key.b]);
    plane.push_back(wall ? key.wall() : -1);
    grain_a.push_back(pile.model.grain_of(static_cast<std::size_t>(key.a)));
    grain_b.push_back(wall ? -1 : pile.model.grain_of(static_cast<std::size_t>(key.b)));
  }
  std::vector<store::LineValues> values{{"a", a}, {"b", b}, {"plane", plane}};
  if (pile.model.grains.empty()) return values;
  values.push_back({"grain_a", grain_a});
  values.push_back({"grain_b", grain_b});
  return values;
}

std::string contacts_as_lines(const Pile& pile) {
  const measure::ContactLines lines = measure::contact_lines(pile);
  const measure::ContactForces forces = measure::contact_forces(pile);
  std::vector<store::LineValues> values = partners(pile);
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

std::string text_of(const Pile& pile, const std::string& format) {
  if (format == "csv") return store::to_csv(pile);
  if (format == "xyz") return store::to_xyz(pile);
  return contacts_as_lines(pile);
}

// The format that the name of the output ends in, if it is one.
std::string format_of(const std::string& path) {
  for (const std::string format : {"csv", "xyz", "vtp"})
    if (path.ends_with("." + format)) return format;
  throw InputError(output_name(path) + ": ends neither in .csv nor in .xyz nor in .vtp; --format says which it is");
}

}  // namespace

int main(int argc, char** argv) {
  std::string format;
  std::optional<int> frame;
  const app::Tool tool{
      .name = "rubble-export",
      .summary =
          "Writes the bodies of a pile as CSV (all digits kept) or extended XYZ (for OVITO), or its contacts as lines "
          "with their forces (VTK PolyData, for ParaView), in SI units.",
      .example = "rubble-export pile.h5 contacts.vtp",
      .source = "Extended XYZ: https://github.com/libAtoms/extxyz; docs/formats.md",
      .inputs = 1,
      .output = true,
      .text = true,
      .options =
          [&](CLI::App& app) {
            app.add_option("--format", format, "Format of the text, if the name of the output does not end in it")
                ->option_text("csv|xyz|vtp")
                ->check(app::among({"csv", "xyz", "vtp"}));
            app.add_option("--frame", frame, "Of a track: number of the frame, from 0; -1 is the last")
                ->option_text("N")
                ->check(app::whole_within({-1e9, 1e9}));
          },
      .files = "IN.h5 OUT.csv|OUT.xyz|OUT.vtp",
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    if (format.empty()) format = format_of(arguments.output);
    const std::string& path = arguments.inputs[0];
    const Pile pile = frame ? store::read_frame(path, *frame).pile : store::read_pile(path).pile;
    store::write_bytes(arguments.output, text_of(pile, format));
    return app::kDone;
  });
}
