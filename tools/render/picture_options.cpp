#include "render/picture_options.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "cli/number_option.hpp"
#include "setup/method.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::tools {
namespace {

// Reads "z" or "z=20 m": the normal of the cutting plane and, optionally, its coordinate.
void read_cut(const std::string& text, picture::Settings& settings) {
  const std::size_t equals = text.find('=');
  const std::string axis = text.substr(0, equals);
  if (const std::string wrong = cli::among({"x", "y", "z", "view"})(axis); !wrong.empty())
    throw InputError("--cut: " + wrong);
  settings.cut_across = axis[0];
  if (equals == std::string::npos) return;
  try {
    settings.cut_at = in_si(text.substr(equals + 1), "m");
  } catch (const InputError& error) {
    throw InputError(std::string("--cut: ") + error.what());
  }
}

// Columns of every pile, and those that methods store.
std::vector<std::string> colour_names() {
  std::vector<std::string> names = measure::column_names();
  for (const BodyColumn& column : setup::body_columns()) names.push_back(column.name);
  return names;
}

bool is_category(const std::string& name) {
  const auto is = [&](const BodyColumn& column) {
    return column.name == name && !std::holds_alternative<Reals>(column.value);
  };
  return std::ranges::count(measure::group_names(), name) > 0 || std::ranges::any_of(setup::body_columns(), is);
}

}  // namespace

void PictureOptions::add_to(cli::Options& options) {
  options
      .add_option("--colour", settings_.colour, "Column that sets the colours of the bodies; default: shades of rock")
      .option_text("COLUMN")
      .check(cli::among(colour_names()));
  cli::add_list(options, "--range", settings_.range,
                "Lowest and highest value of the colours, in SI units; default: range of the column", {-1e300, 1e300})
      .option_text("LOW,HIGH");
  options.add_flag("--log", settings_.logarithmic, "Colour by the logarithm of the values");
  cli::add_list(options, "--view", view_,
                "Azimuth of the viewer from x to y, and elevation, in degrees; default: 35,25", {-360, 360})
      .option_text("AZIMUTH,ELEVATION");
  options
      .add_option("--across", settings_.across,
                  "Width of the view; default: all of the first frame, with walls of triangles up to three times as "
                  "wide, and 99 % of the mass of "
                  "each frame")
      .option_text("LENGTH")
      .transform(cli::within({1e-12, 1e30}, "m"));
  options.add_flag("--follow", settings_.follow, "Keep the heaviest cluster of touching grains in the centre");
  options
      .add_option("--cut", cut_,
                  "Axis (x, y, z or view) of a cut that removes the half on the viewer's side; default place: the "
                  "middle, otherwise as in z=20m")
      .option_text("AXIS[=PLACE]");
  options.add_flag(
      "--chains", settings_.chains,
      "Draw force chains: contacts as lines, with widths in proportion to the square root of the normal force");
  options.add_flag("--arrows", settings_.arrows, "Draw the velocities of the grains as arrows");
  options.add_flag("--plain", settings_.plain, "Draw no text on the picture");
  options.add_flag("--dark", settings_.dark, "Use a dark background");
  cli::add_list(options, "--size", size_, "Width and height in pixels; default: 1200,900", {16, 8192})
      .option_text("WIDTH,HEIGHT");
}

picture::Settings PictureOptions::settings() const {
  picture::Settings settings = settings_;
  const auto pair = [](const std::string& name, const std::vector<double>& values) {
    if (values.size() != 2) throw InputError(fmt::format("{} takes two numbers, not {}", name, values.size()));
  };
  pair("--view", view_);
  pair("--size", size_);
  if (!settings.range.empty()) pair("--range", settings.range);
  if (!settings.range.empty() && !(settings.range[0] < settings.range[1]))
    throw InputError("--range: the first number must be less than the second");
  if (settings.logarithmic && !settings.range.empty() && !(settings.range[0] > 0))
    throw InputError("--range: --log needs values above 0");
  if (settings.colour.empty() && (settings.logarithmic || !settings.range.empty()))
    throw InputError("--range and --log need --colour");
  if (is_category(settings.colour) && (settings.logarithmic || !settings.range.empty()))
    throw InputError(fmt::format("--range and --log need a numeric column; '{}' is a category", settings.colour));
  if (!(std::abs(view_[1]) <= 90)) throw InputError("--view: the elevation must be within [-90, 90] degrees");
  settings.azimuth = view_[0];
  settings.elevation = view_[1];
  settings.width = static_cast<int>(size_[0]);
  settings.height = static_cast<int>(size_[1]);
  if (!cut_.empty()) read_cut(cut_, settings);
  return settings;
}

}  // namespace rubble::tools
