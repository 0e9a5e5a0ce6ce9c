// rubble-render: a picture of a pile, or a film of a track.
#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/film.hpp"
#include "cli/message.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/tool.hpp"
#include "render/picture_options.hpp"
#include "setup/method.hpp"
#include "store/disk.hpp"
#include "store/pile_file.hpp"
#include "store/series.hpp"

#include <optional>

#include <fmt/format.h>

using namespace rubble;

namespace {

struct Choices {
  tools::PictureOptions picture;
  std::optional<int> frame;
  int every = 1;
  double rate = 25;
};

void add_options(cli::Options& options, Choices& c) {
  c.picture.add_to(options);
  options
      .add_option("--frame", c.frame,
                  "Number of the frame of a track for .png or .svg, from 0; default: -1, the last frame")
      .option_text("N")
      .check(cli::whole_within({-1e9, 1e9}));
  options.add_option("--every", c.every, "Interval between the frames of a film, in frames of the track")
      .option_text("N")
      .check(cli::whole_within(cli::kCount));
  options.add_option("--rate", c.rate, "Frames per second of a film; default: 25")
      .option_text("NUMBER")
      .transform(cli::within({0.1, 240}));
}

// (pile or track, number of a frame) => that frame, with all columns that methods store.
Pile frame_of(const store::PileSeries& series, std::size_t frame) {
  Pile pile = series.pile(frame);
  add_columns_of(pile.state.columns, setup::body_columns(), pile.size());
  return pile;
}

// Adds the name of the file to an InputError for frames that cannot be shown.
picture::Show show_of(const store::PileSeries& series, const picture::Settings& settings, const picture::FrameOf& frame,
                      std::size_t frames) {
  try {
    return {settings, frame_of(series, 0), frame, frames};
  } catch (const InputError& error) {
    throw InputError(input_name(series.path()) + ": " + error.what());
  }
}

// => number of contacts in the picture's pile
std::size_t write_still(const store::PileSeries& series, const Choices& c, const std::string& path) {
  const std::size_t frame = series.number(c.frame.value_or(-1));
  const Pile pile = frame_of(series, frame);
  picture::Show show = show_of(
      series, c.picture.settings(), [&](std::size_t) { return pile; }, 1);
  const picture::Show::Picture p = show.of(pile);
  store::write_bytes(path, cli::has_ending(path, "svg") ? picture::to_svg(p.image, p.view, p.notes)
                                                        : picture::to_png(p.image, p.view, p.notes));
  return pile.contacts.size();
}

void write_film(const store::PileSeries& series, const Choices& c, const cli::Tool& tool, const cli::Arguments& a) {
  const picture::Settings settings = c.picture.settings();
  const auto every = static_cast<std::size_t>(c.every);
  const std::size_t frames = (series.size() + every - 1) / every;
  const auto frame = [&](std::size_t k) { return frame_of(series, k * every); };
  const bool possible = cli::Film::is_possible();
  std::vector<std::string> names;  // names of the frames, unless they become a film
  if (!possible) {
    cli::say(tool.name,
             fmt::format("ffmpeg is not installed: frames are written as {} and so on", cli::numbered(a.output, 0)));
    for (std::size_t k = 0; k < frames; ++k) names.push_back(cli::numbered(a.output, k));
    cli::prepare_parts(names, a);
  }
  picture::Show show = show_of(series, settings, frame, frames);
  std::optional<cli::Film> film;
  store::OutputFiles pictures;
  if (possible) film.emplace(a.output, c.rate, settings.width, settings.height);
  for (std::size_t k = 0; k < frames; ++k) {
    const picture::Show::Picture p = show.of(frame(k));
    if (film)
      film->add((p.notes ? picture::with_notes(p.image, p.view, *p.notes) : p.image).pixel);
    else
      pictures.add(names[k], picture::to_png(p.image, p.view, p.notes));
    if (a.verbose) cli::say(tool.name, fmt::format("frame {} of {}", k + 1, frames));
  }
  if (film) film->finish();
  pictures.finish();
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const cli::Tool tool{
      .name = "rubble-render",
      .summary =
          "Draws a pile or a frame of a track as PNG or SVG, or a track as a film.\n"
          "Pictures show spheres, glued grains and hulls in parallel projection under diffuse light, with "
          "scale bar, time, axes and legend. They are the same on every machine and need neither display nor "
          "graphics card. Films need ffmpeg; without it they become numbered PNG files.",
      .example = "rubble-render --colour coordination --cut view pile.h5 pile.png",
      .source = "docs/theory.md 12",
      .inputs = 1,
      .output = true,
      .text = true,
      .options = [&](cli::Options& options) { add_options(options, choices); },
      .files = "PILE.h5|TRACK.h5 OUT.png|OUT.svg|OUT.mp4|OUT.gif",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    const std::string& path = arguments.output;
    const bool film = cli::has_ending(path, "mp4") || cli::has_ending(path, "gif");
    if (!film && !cli::has_ending(path, "png") && !cli::has_ending(path, "svg"))
      throw InputError(output_name(path) +
                       ": expected a name that ends in .png, .svg, .mp4 or .gif, found another ending");
    if (film && choices.frame) throw InputError("--frame applies only to .png and .svg: a film has all frames");
    choices.picture.settings();
    const store::PileSeries series(arguments.inputs[0]);
    if (film && !series.is_track())
      throw InputError(input_name(arguments.inputs[0]) + ": a film needs a track, found a pile");
    if (film)
      write_film(series, choices, tool, arguments);
    else if (write_still(series, choices, path) == 0 && choices.picture.settings().chains && !arguments.quiet)
      cli::say(tool.name, "note: the pile has no contacts: --chains draws nothing");
    return cli::kDone;
  });
}
