// rubble-export: the bodies of a pile as text for other programs.
#include "app/tool.hpp"
#include "base/error.hpp"
#include "store/disk.hpp"
#include "store/pile_file.hpp"
#include "store/text.hpp"

using namespace rubble;

int main(int argc, char** argv) {
  std::string format;
  const app::Tool tool{
      .name = "rubble-export",
      .summary = "Writes the bodies of a pile as CSV (all digits kept) or extended XYZ (for OVITO), in SI units.",
      .example = "rubble-export pile.h5 pile.xyz",
      .source = "Extended XYZ: https://github.com/libAtoms/extxyz",
      .inputs = 1,
      .output = true,
      .options =
          [&](CLI::App& app) {
            app.add_option("--format", format, "Format of the text, if the name of the output does not end in it")
                ->option_text("csv|xyz")
                ->check(CLI::IsMember({"csv", "xyz"}));
          },
      .files = "IN.h5 OUT.csv|OUT.xyz",
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    const std::string& path = arguments.output;
    if (format.empty() && path.ends_with(".csv")) format = "csv";
    if (format.empty() && path.ends_with(".xyz")) format = "xyz";
    if (format.empty()) throw InputError(path + ": ends neither in .csv nor in .xyz; --format says which it is");
    const Pile pile = store::read_pile(arguments.inputs[0]).pile;
    store::write_bytes(path, format == "csv" ? store::to_csv(pile) : store::to_xyz(pile));
    return app::kDone;
  });
}
