// rubble-critical: critical values for comparison in studies, from the tracks of spin-ups, flybys and shakings.
#include "base/error.hpp"
#include "cli/message.hpp"
#include "cli/number_option.hpp"
#include "cli/tool.hpp"
#include "critical/critical_tables.hpp"

using namespace rubble;

int main(int argc, char** argv) {
  tools::CriticalChoices choices;
  bool curves = false;
  const cli::Tool tool{
      .name = "rubble-critical",
      .summary =
          "Determines the critical spin or distance at which a pile fails, or the rise time of an intruder, "
          "from tracks.\n"
          "Tracks of rubble-spinup and rubble-flyby have a row for each bulk radius (docs/theory.md 7.1) and "
          "threshold. Failure is the growth of the radius by the threshold.\n"
          "With --mass-lost the rows are mass fractions instead, and failure is the first loss of more than this "
          "fraction (docs/theory.md 7.1). Rows of the group neighbours count the mass outside the heaviest group of "
          "neighbours as lost, rows of the group bound only the part that gravity does not bind to it.\n"
          "  ratio: of a spin-up, shortest period until failure / critical period sqrt(3 pi / (G bulk "
          "density)); of a flyby, distance to the planet at failure / 1.26 (3 M / (4 pi bulk density))^(1/3)\n"
          "  uncertainty: change of ratio between the records around the failure\n"
          "  time: time of the failure since the start of the run\n"
          "  period, rate: rotation of the bodies that are spun up at the failure, with the change between the records "
          "around it in period_uncertainty, rate_uncertainty\n"
          "  growth: largest growth of the radius; most_lost: largest mass fraction lost\n"
          "  failed: 1 after a failure, else 0\n"
          "Tracks of rubble-shake:\n"
          "  rise_time: number of cycles between leaving the initial mean height + margin and reaching the "
          "final mean height - margin\n"
          "  rise_crossing: number of cycles until the final mean height is first reached\n"
          "  rise_plateau: number of cycles until the running mean over --last cycles first reaches 95 % of "
          "its maximum\n"
          "  bed_height: height below which 95 % of the tops of the bodies lie at the start\n"
          "  final_top: final height of the top of the bounding sphere of the intruder\n"
          "Values of events that did not happen are nan (null in JSON).",
      .example = "rubble-critical --threshold 0.02,0.05 spinup-track.h5",
      .source = "Marohnic et al. 2023, doi:10.3847/PSJ/ad0467, section 4; docs/theory.md 7",
      .inputs = -1,
      .options =
          [&](cli::Options& options) {
            cli::add_list(
                options, "--threshold", choices.thresholds,
                "Relative growth of the radius at failure; default: 0.05 for a spin-up, 0.005,0.01,0.05 for a flyby",
                kPositive)
                .option_text("SHARE,...");
            options
                .add_option("--mean", choices.mean,
                            "Window of the running mean of the radius, 0: no mean; default: 0 for a spin-up, \"60 s\" "
                            "for a flyby")
                .option_text("TIME")
                .transform(cli::within(kNotNegative, "s"));
            options.add_option("--margin", choices.margin, "Margin of the rise / height of the bed; default: 0.05")
                .option_text("SHARE")
                .transform(cli::within({0.0, 0.5}));
            options
                .add_option("--last", choices.last_cycles,
                            "Number of last cycles whose mean is the final height, and of first cycles whose lowest "
                            "mean is the initial height; default: 5")
                .option_text("N")
                .check(cli::whole_within({1, 1000000}));
            options
                .add_option("--axes", choices.axes,
                            "Difference of the semi-axes a and c of the inertia ellipsoid, of all bodies and of the "
                            "largest group, whose time is printed instead (spin-ups with [packing])")
                .option_text("LENGTH")
                .transform(cli::within(kPositive, "m"));
            cli::add_list(options, "--mass-lost", choices.lost,
                          "Mass fraction lost at failure, instead of the growth of radii (spin-ups and flybys)",
                          kPositiveFraction)
                .option_text("SHARE,...");
            options.add_flag("--curves", curves, "Print the mean heights of each cycle instead");
          },
      .files = "TRACK.h5...",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    tools::CriticalTables tables(choices);
    if (!choices.lost.empty() && !choices.thresholds.empty())
      throw InputError("--threshold is the growth of radii, which --mass-lost replaces: remove one of them");
    for (const std::string& path : arguments.inputs) tables.add(path);
    if (!arguments.quiet)
      for (const std::string& note : tables.notes()) cli::say(tool.name, "note: " + note);
    tables.print(arguments.form, curves);
    return cli::kDone;
  });
}
