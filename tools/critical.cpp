// rubble-critical: from the tracks of spin-ups, flybys and shakings to the numbers that studies compare.
#include "app/critical_tables.hpp"
#include "app/number_option.hpp"
#include "app/tool.hpp"

using namespace rubble;

int main(int argc, char** argv) {
  app::CriticalChoices choices;
  bool curves = false;
  const app::Tool tool{
      .name = "rubble-critical",
      .summary =
          "At what spin or distance a pile fails, or when a body has risen, from tracks. Of rubble-spinup, for each "
          "bulk radius and threshold: ratio = shortest "
          "period up to the moment at which the radius had grown by the threshold / critical period sqrt(3 pi / (G "
          "bulk density)). Of rubble-flyby: ratio = distance to the planet at that moment / 1.26 (3 M / (4 pi bulk "
          "density))^(1/3). uncertainty: its change between the records around that moment; growth: largest of all; "
          "failed: whether the radius grew by the threshold (1) or not (0), and the numbers of that moment are nan; "
          "with --mass-lost instead when the mass outside the largest group of neighbours exceeded a share of all; "
          "radii: ellipsoid of the extents, greatest distance, longest semi-axis of the inertia ellipsoid, 95 % of the "
          "mass. Of rubble-shake: rise_time in cycles, between leaving the initial mean height + margin and reaching "
          "the final one - margin; rise_crossing: since the start, until it first has the final mean height; "
          "rise_plateau: until a running mean over --last cycles first has 95 % of its maximum; bed_height: 95 % of "
          "the tops lie below, at the start; final_top: of the sphere around the intruder. What did not happen is nan "
          "(null).",
      .example = "rubble-critical --threshold 0.02,0.05 spinup-track.h5",
      .source = "Marohnic et al. 2023, doi:10.3847/PSJ/ad0467, section 4; docs/theory.md 7",
      .inputs = -1,
      .options =
          [&](app::Options& options) {
            app::add_list(options, "--threshold", choices.thresholds,
                          "Growth of the radius that counts as failure; 0.05 for a spin-up and 0.005,0.01,0.05 for a "
                          "flyby unless given",
                          kPositive)
                .option_text("SHARE,...");
            options
                .add_option("--mean", choices.mean,
                            "Window of a running mean of the radius, 0: none; 0 for a spin-up and \"60 s\" for a flyby "
                            "unless given")
                .option_text("TIME")
                .transform(app::within(kNotNegative, "s"));
            options.add_option("--margin", choices.margin, "Of a rise, in heights of the bed; 0.05 unless given")
                .option_text("SHARE")
                .transform(app::within({0.0, 0.5}));
            options
                .add_option(
                    "--last", choices.last_cycles,
                    "Cycles at the end whose mean is the final height, and at the start whose lowest mean is the "
                    "initial one; 5 unless given")
                .option_text("N")
                .check(app::whole_within({1, 1000000}));
            options
                .add_option("--axes", choices.axes,
                            "Of spin-ups with [packing]: print when the semi-axes a and c of the inertia ellipsoid "
                            "differ by more than this, of all bodies and of the largest group, instead")
                .option_text("LENGTH")
                .transform(app::within(kPositive, "m"));
            app::add_list(options, "--mass-lost", choices.lost,
                          "Of spin-ups and flybys: print when the mass outside the largest group of neighbours first "
                          "exceeds this share of all mass, instead of the growth of radii",
                          kPositiveFraction)
                .option_text("SHARE,...");
            options.add_flag("--curves", curves, "Print the mean heights of each cycle instead");
          },
      .files = "TRACK.h5...",
  };
  return app::main(argc, argv, tool, [&](const app::Arguments& arguments) {
    app::CriticalTables tables(choices);
    for (const std::string& path : arguments.inputs) tables.add(path);
    tables.print(arguments.json, curves);
    return app::kDone;
  });
}
