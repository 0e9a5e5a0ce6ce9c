// rubble-view: a page that shows a pile or a track in a browser.
#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/number_option.hpp"
#include "cli/tool.hpp"
#include "picture/page.hpp"
#include "store/disk.hpp"
#include "store/series.hpp"

#include <filesystem>

#include <fmt/format.h>

using namespace rubble;

namespace {

constexpr const char* kThree = "/usr/share/javascript/three/three.min.js";

std::string three_js(const std::string& path) {
  if (!std::filesystem::exists(path))
    throw InputError(
        fmt::format("{}: no such file; install Debian's package libjs-three, or give another path with --three", path));
  return store::read_bytes(path);
}

}  // namespace

int main(int argc, char** argv) {
  std::string three = kThree;
  int every = 1;
  const cli::Tool tool{
      .name = "rubble-view",
      .summary =
          "Writes an HTML page that shows a pile or a track in a browser, in one file.\n"
          "The page rotates, zooms, plays frames, shows the values of a clicked body, colours by column, cuts, "
          "and draws force chains. The tool needs three.js (Debian: libjs-three); the page needs no network.",
      .example = "rubble-view track.h5 track.html",
      .source = "https://threejs.org; docs/formats.md",
      .inputs = 1,
      .output = true,
      .text = true,
      .options =
          [&](cli::Options& options) {
            options.add_option("--three", three, fmt::format("Path of three.js; default: {}", kThree))
                .option_text("FILE");
            options.add_option("--every", every, "Interval between the shown frames of a track")
                .option_text("N")
                .check(cli::whole_within(cli::kCount));
          },
      .files = "PILE.h5|TRACK.h5 OUT.html",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    if (arguments.output != "-" && !cli::has_ending(arguments.output, "html"))
      throw InputError(output_name(arguments.output) + ": expected a name that ends in .html, found another ending");
    const std::string script = three_js(three);
    const store::PileSeries series(arguments.inputs[0]);
    const auto step = static_cast<std::size_t>(every);
    picture::PageSource source;
    source.name = std::filesystem::path(input_name(arguments.inputs[0])).filename().string();
    source.frame = [&](std::size_t k) { return series.pile(k * step); };
    source.frames = (series.size() + step - 1) / step;
    source.three = script;
    store::write_bytes(arguments.output, picture::page(source));
    return cli::kDone;
  });
}
