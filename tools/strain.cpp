// rubble-strain: where and when a pile deforms inside or sheds bodies.
#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "cli/track_frames.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/extent/departure.hpp"
#include "store/track.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

using namespace rubble;

namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kBandNames[measure::kBands] = {"equator", "middle", "pole"};

struct Choices {
  measure::DepartureRule rule;
  double threshold = 0.05;
  int reference = 0;
  bool bins = false;
};

struct Tables {
  std::vector<cli::Quantities> departures, bins;
};

std::int64_t number(std::size_t n) { return static_cast<std::int64_t>(n); }

void require_later_frame(const store::Frames& frames, const std::string& path, int reference) {
  cli::require_frames(frames, path);
  if (frames.size() == 1)
    throw InputError(input_name(path) +
                     ": strain needs at least 2 frames, found 1: set run.frame_every to a shorter time");
  if (static_cast<std::size_t>(reference) + 1 >= frames.size())
    throw InputError(fmt::format("{}: --from must be at most {}, not {}: the track has {} frames", input_name(path),
                                 frames.size() - 2, reference, frames.size()));
}

// A track from its reference frame on.
struct Followed {
  measure::Departure departure;
  std::vector<measure::BinStrains> strains;
};

Followed follow(const store::Frames& frames, const std::string& path, const Choices& choices) {
  const auto first = static_cast<std::size_t>(choices.reference);
  const Pile reference = frames.pile(first);
  measure::require_open(reference, input_name(path), "strain needs open space");
  measure::require_inertial(reference, input_name(path), "strain needs");
  measure::DepartureRule rule = choices.rule;
  rule.bodies = cli::grains_change(frames);
  Followed out{measure::Departure(reference, rule), {}};
  for (std::size_t f = first + 1; f < frames.size(); ++f) out.departure.follow(frames.pile(f));
  for (std::size_t f = first; f < frames.size(); ++f)
    out.strains.push_back(out.departure.strains(f - first, frames.pile(f)));
  return out;
}

double finite(double time) { return std::isfinite(time) ? time : kUndefined; }

void append(cli::Quantities& row, const std::string& event, double time, const measure::MeanPlace& place) {
  row.push_back({event + "time", "s", finite(time)});
  row.push_back({event + "relative_radius", "1", place.relative_radius});
  row.push_back({event + "latitude", "degree", place.latitude / kDegree});
}

double greatest_shear(const std::vector<measure::BinStrains>& strains) {
  double out = kUndefined;
  for (const measure::BinStrains& frame : strains)
    for (const measure::BinStrain& bin : frame) out = std::fmax(out, bin.shear);
  return out;
}

void add_departure(Tables& tables, const std::string& path, const Followed& track, double threshold) {
  const measure::Shearing shear = track.departure.first_shearing(track.strains, threshold);
  const measure::Shedding shed = track.departure.first_shedding();
  const bool is_shear = shear.time <= shed.time;
  double left = 0;
  for (const measure::BinStrain& bin : track.strains.back()) left += bin.shed_mass;
  cli::Quantities row{{"file", "", path}, {"first", "", measure::first_event(shear, shed)}};
  append(row, "", std::min(shear.time, shed.time), is_shear ? shear.place : shed.place);
  append(row, "shear_", shear.time, shear.place);
  row.push_back({"shear_after", "s", finite(shear.after)});
  row.push_back({"greatest_shear", "1", greatest_shear(track.strains)});
  append(row, "shedding_", shed.time, shed.place);
  row.push_back({"shedding_after", "s", finite(shed.after)});
  row.push_back({"shedding_grains", "1", number(shed.place.points)});
  row.push_back({"shedding_mass", "kg", shed.place.mass});
  row.push_back({"shed_mass", "kg", left});
  row.push_back({"axis", "", track.departure.depths().rotates ? "rotation" : "inertia"});
  append(row, "axis", "1", track.departure.depths().axis);
  tables.departures.push_back(row);
}

void add_bins(Tables& tables, const std::string& path, const Followed& track, int reference) {
  Reals mass;
  for (std::size_t b = 0; b < measure::kDepthBins; ++b) mass.push_back(track.departure.place(b).mass);
  for (std::size_t f = 0; f < track.strains.size(); ++f)
    for (std::size_t b = 0; b < measure::kDepthBins; ++b) {
      const measure::BinStrain& bin = track.strains[f][b];
      tables.bins.push_back({
          {"file", "", path},
          {"frame", "1", reference + number(f)},
          {"time", "s", track.departure.time()[f]},
          {"shell", "1", number(b / measure::kBands + 1)},
          {"band", "", kBandNames[b % measure::kBands]},
          {"mass", "kg", mass[b]},
          {"shed_mass", "kg", bin.shed_mass},
          {"grains", "1", number(bin.points)},
          {"shear", "1", bin.shear},
          {"nonaffine", "m", bin.nonaffine},
      });
    }
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const cli::Tool tool{
      .name = "rubble-strain",
      .summary =
          "Finds where and when a pile deforms inside or sheds grains, relative to a reference frame of a track.\n"
          "The pile is the heaviest group of bodies with gaps below 0.1 mean diameters at the reference frame. If "
          "grains merge or break, each body counts as a grain.\n"
          "Columns:\n"
          "  file: name of the input\n"
          "  first: first event: \"shear\", \"shedding\", \"none\", or \"undecided\" if both lie between two frames\n"
          "  time [s]: time of this event in the track, whose start may be later than 0; with --bins, of the frame\n"
          "  relative_radius, shear_relative_radius, shedding_relative_radius [1]: distance of the event from the "
          "centre, 1 at the surface of the inertia ellipsoid\n"
          "  latitude, shear_latitude, shedding_latitude [degree]: latitude of the event, without sign\n"
          "  shear_time [s]: time at which the mean shear strain of a bin first exceeds --threshold, linear between "
          "frames\n"
          "  greatest_shear [1]: largest mean shear strain of a bin in any frame\n"
          "  shedding_time [s]: time of the first frame in which a grain is outside the heaviest group for good\n"
          "  shear_after, shedding_after [s]: time of the frame before the event\n"
          "  shedding_grains [1]: number of grains that are outside for good in this frame\n"
          "  shedding_mass [kg]: their mass\n"
          "  shed_mass [kg]: mass that has left by the last frame; with --bins, mass of the bin that has left\n"
          "  axis: polar axis of latitudes: of the \"rotation\" of the pile, or of the largest moment of \"inertia\" "
          "if it rotates at less than 1e-3 of the critical rate\n"
          "  axis_x, axis_y, axis_z [1]: unit vector along this axis\n"
          "Columns with --bins:\n"
          "  frame [1]: number of the frame\n"
          "  shell [1]: shell of equal mass, from 1 at the centre to 5 at the surface\n"
          "  band: band of latitude: \"equator\" (|sin| < 1/3), \"middle\", \"pole\" (|sin| > 2/3)\n"
          "  mass [kg]: mass of the bin at the reference frame\n"
          "  grains [1]: number of grains with a defined strain\n"
          "  shear [1]: mean shear strain of these grains\n"
          "  nonaffine [m]: root mean square displacement of their neighbours relative to the fitted deformation\n"
          "Places are those at the reference frame: means over the grains of the bin, or over the grains that leave, "
          "weighted by mass. Undefined values are nan. --json prints both tables.",
      .example = "rubble-strain spinup-track.h5",
      .source = "Falk and Langer 1998, doi:10.1103/PhysRevE.57.7192; docs/theory.md 5.21",
      .inputs = -1,
      .options =
          [&](cli::Options& options) {
            options.add_option("--from", choices.reference, "Number of the reference frame, from 0; default: 0")
                .option_text("N")
                .check(cli::whole_within({0, 1e9}));
            options
                .add_option("--neighbours", choices.rule.neighbours,
                            "Largest distance of neighbours at the reference frame / their mean diameter; default: 1.5")
                .option_text("FACTOR")
                .transform(cli::within({1.0, 5.0}));
            options.add_option("--threshold", choices.threshold, "Shear strain that counts as departure; default: 0.05")
                .option_text("STRAIN")
                .transform(cli::within(kPositive));
            cli::add_gravitational_constant(options, choices.rule.G);
            options.add_flag("--bins", choices.bins, "Print the strain of each bin in each frame");
          },
      .files = "TRACK.h5...",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    Tables tables;
    for (const std::string& path : arguments.inputs) {
      const store::Frames frames(path);
      require_later_frame(frames, path, choices.reference);
      const Followed track = follow(frames, path, choices);
      add_departure(tables, path, track, choices.threshold);
      add_bins(tables, path, track, choices.reference);
    }
    if (arguments.form.json)
      cli::print_json({{"departures", table_of(tables.departures)}, {"bins", table_of(tables.bins)}}, arguments.form);
    else
      table_of(choices.bins ? tables.bins : tables.departures).print(arguments.form);
    return cli::kDone;
  });
}
