// rubble-impact-law: predictions of scaling laws for an encounter.
#include "base/ball.hpp"
#include "base/error.hpp"
#include "base/system.hpp"
#include "cli/encounter_numbers.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "measure/scaling/impact_law.hpp"
#include "measure/scaling/impact_numbers.hpp"
#include "store/pile_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

using namespace rubble;

namespace {

struct Choices {
  std::vector<double> c_star{5};
  std::vector<double> energy_ratio;  // empty: the ratio of the encounter
  double mu_bar = 0.37;
};

// (encounter, energy ratio Q) => the impact at that Q. The impact speed includes the acceleration by gravity before it.
measure::Impact impact_of(const cli::EncounterNumbers& e, double q) {
  const double start = e["relative_speed"], own = e["energy_ratio"];
  const double gained = std::pow(e["impact_speed"], 2) - start * start;
  const double volume = ball_volume(e["target_ball_radius"]);
  return {
      .target_mass = e["target_mass"],
      .projectile_mass = e["projectile_mass"],
      .target_radius = e["target_radius"],
      .projectile_radius = e["projectile_radius"],
      .density = e["target_mass"] / volume,
      .speed = std::sqrt((own > 0 ? q / own * start * start : start * start) + gained),
      .angle = std::asin(std::min(1.0, e["offset"] / (e["target_radius"] + e["projectile_radius"]))),
      .constant = e["gravitational_constant"],
  };
}

cli::Quantities row_of(const std::string& path, double q, double c_star, const measure::Impact& impact,
                       const measure::Forecast& f) {
  return {
      {"file", "", path},
      {"energy_ratio", "1", q},
      {"c_star", "1", c_star},
      {"impact_speed", "m s-1", impact.speed},
      {"specific_energy", "J kg-1", f.specific_energy},
      {"critical_energy", "J kg-1", f.critical_energy},
      {"head_on_energy", "J kg-1", f.head_on_energy},
      {"interacting", "1", f.interacting},
      {"universal", "1", f.universal},
      {"largest", "1", f.largest},
      {"second", "1", f.second},
      {"target", "1", impact.target_mass / (impact.target_mass + impact.projectile_mass)},
      {"regime", "", f.regime},
      {"grazing", "1", static_cast<std::int64_t>(f.grazing)},
      {"critical_speed", "m s-1", f.critical_speed},
      {"merging_speed", "m s-1", f.merging_speed},
      {"hit_and_run_speed", "m s-1", f.hit_and_run_speed},
      {"erosion_speed", "m s-1", f.erosion_speed},
  };
}

void add_encounter(std::vector<cli::Quantities>& rows, const std::string& path, const Choices& choices) {
  const cli::EncounterNumbers encounter(path, store::read_pile(path).provenance);
  const double own = encounter["energy_ratio"];
  if (!choices.energy_ratio.empty() && !(own > 0))
    throw InputError(input_name(path) + ": an encounter with a relative speed of 0 cannot be scaled to another energy");
  const std::vector<double> ratios = choices.energy_ratio.empty() ? std::vector<double>{own} : choices.energy_ratio;
  for (const double c_star : choices.c_star) {
    for (const double q : ratios) {
      const measure::Impact impact = impact_of(encounter, q);
      rows.push_back(row_of(path, q, c_star, impact, forecast(impact, {.c_star = c_star, .mu_bar = choices.mu_bar})));
    }
  }
}

void add_impacts(std::vector<cli::Quantities>& rows, const cli::Arguments& arguments, const Choices& choices) {
  if (!choices.energy_ratio.empty())
    throw InputError("--energy-ratio needs piles: with --config the numbers include the speed");
  auto config = config::Document::load(arguments.config, arguments.set);
  const std::vector<measure::ImpactNumbers> impacts = config.read_each<measure::ImpactNumbers>("impact");
  config.finish();
  if (impacts.empty()) throw config.error("", "", "missing table [[impact]]: add one for each impact");
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    try {
      const measure::Impact impact = impact_of(impacts[i]);
      for (const double c_star : choices.c_star) {
        rows.push_back(row_of(arguments.config, std::numeric_limits<double>::quiet_NaN(), c_star, impact,
                              forecast(impact, {.c_star = c_star, .mu_bar = choices.mu_bar})));
        rows.back().insert(rows.back().begin() + 1, {"impact", "1", static_cast<std::int64_t>(i + 1)});
      }
    } catch (const InputError& error) {
      throw config.error(fmt::format("impact[{}]", i), "", error.what());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices;
  const cli::Tool tool{
      .name = "rubble-impact-law",
      .summary =
          "Predicts the outcome of impacts by scaling laws: critical energy, regime, and masses of the two "
          "largest remnants / total mass.\n"
          "Inputs are encounters of rubble-combine or piles made from them, with one row for each c* and Q; "
          "with --config, impacts given by numbers.\n"
          "Columns, with the masses of target and remnants as fractions of the total mass:\n"
          "  file: name of the input\n"
          "  impact [1]: number of the impact in the file, from 1 (only with --config)\n"
          "  energy_ratio [1]: energy ratio Q of the encounter at its start; nan with --config\n"
          "  c_star [1]: dissipation parameter c*\n"
          "  impact_speed [m s-1]: relative speed V at contact\n"
          "  specific_energy [J kg-1]: reduced mass x V^2 / (2 x total mass)\n"
          "  critical_energy [J kg-1]: specific energy at which half of the total mass is lost at this impact angle\n"
          "  head_on_energy [J kg-1]: specific energy at which half of the total mass is lost head-on\n"
          "  interacting [1]: mass fraction of the projectile that meets the target\n"
          "  universal [1]: largest remnant by the universal law, whatever the regime\n"
          "  largest [1]: largest remnant in the regime\n"
          "  second [1]: second-largest remnant in the regime; for hit-and-run the projectile, which is an upper "
          "limit\n"
          "  target [1]: mass of the target\n"
          "  regime: merging, accretion, hit-and-run, erosion or super-catastrophic\n"
          "  grazing [1]: 1 if sin(impact angle) exceeds target radius / sum of the radii, else 0\n"
          "  critical_speed [m s-1]: impact speed at which the specific energy is critical_energy\n"
          "  merging_speed [m s-1]: impact speed below which the bodies merge (mutual escape speed of the interacting "
          "mass)\n"
          "  hit_and_run_speed [m s-1]: impact speed above which grazing protoplanets part again (Kokubo & Genda "
          "2010)\n"
          "  erosion_speed [m s-1]: impact speed above which the largest remnant is lighter than the target",
      .example = "rubble-impact-law --c-star 3,5,7 encounter.h5",
      .source = "Leinhardt & Stewart 2012, doi:10.1088/0004-637X/745/1/79; docs/theory.md 6.2",
      .inputs = -1,
      .numbers = true,
      .options =
          [&](cli::Options& options) {
            cli::add_list(options, "--c-star", choices.c_star, "Dissipation parameters c* (5 +- 2); default: 5",
                          kPositive)
                .option_text("C,...");
            cli::add_list(
                options, "--energy-ratio", choices.energy_ratio,
                "Energy ratios Q of the same piles at the same angle, for curves; default: Q of the encounter",
                kNotNegative)
                .option_text("Q,...");
            options
                .add_option("--mu-bar", choices.mu_bar,
                            "Exponent mu, from 0.33 (momentum scaling) to 0.67 (energy scaling); default: 0.37")
                .option_text("MU")
                .transform(cli::within(measure::kMuBar));
          },
      .describe =
          [] {
            return config::describe<measure::ImpactNumbers>(
                {.section = "impact", .list = true, .number = "(any number)"},
                "Impacts given by numbers, with --config in place of piles.");
          },
      .files = "IN.h5... | -c IMPACTS.toml",
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    std::vector<cli::Quantities> rows;
    if (!arguments.config.empty()) add_impacts(rows, arguments, choices);
    for (const std::string& path : arguments.inputs) add_encounter(rows, path, choices);
    table_of(rows).print(arguments.form);
    return cli::kDone;
  });
}
