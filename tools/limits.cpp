// rubble-limits: critical spin and disruption distance of a body given by numbers.
#include "measure/scaling/limits.hpp"

#include "base/ball.hpp"
#include "base/error.hpp"
#include "cli/number_option.hpp"
#include "cli/summary.hpp"
#include "cli/tool.hpp"
#include "limits/ideal_bodies.hpp"
#include "measure/scaling/fluid_figures.hpp"
#include "measure/scaling/limits_numbers.hpp"

#include <numbers>
#include <optional>

using namespace rubble;

namespace {

constexpr double kDegree = std::numbers::pi / 180;

cli::Quantities body_row(const measure::LimitsBody& body) {
  const double rate = measure::critical_rate(body.density, body.constant);
  return {
      {"density", "kg m-3", body.density},
      {"gravitational_constant", "m3 kg-1 s-2", body.constant},
      {"critical_rate", "rad s-1", rate},
      {"critical_period", "s", 2 * std::numbers::pi / rate},
  };
}

void append_strength(cli::Quantities& row, const measure::LimitsBody& body, const measure::LimitsStrength& strength) {
  row.push_back({"weightless_rate", "rad s-1", measure::weightless_rate(strength.axes, body.density, body.constant)});
  if (strength.friction_angle) {
    const measure::SolidEllipsoid solid{strength.axes, *strength.friction_angle, strength.cohesion};
    const double rate = measure::failure_rate(solid, body.density, body.constant);
    row.push_back({"failure_rate", "rad s-1", rate});
    row.push_back({"failure_period", "s", 2 * std::numbers::pi / rate});
  }
  if (!strength.rate) return;
  const double angle =
      measure::mobilised_friction_angle(strength.axes, strength.cohesion, *strength.rate, body.density, body.constant);
  row.push_back({"mobilised_friction_angle", "degree", angle / kDegree});
}

void append_distances(cli::Quantities& row, const config::Document& config, const measure::LimitsBody& body,
                      const measure::LimitsPlanet& planet) {
  if (planet.mass && planet.density)
    throw config.error({"planet.density", "planet.mass"},
                       "'mass' and 'density' cannot be combined: remove one of them");
  if (!planet.mass && !(planet.radius && planet.density))
    throw config.error("planet", "", "give either 'mass' or both 'radius' and 'density'");
  const double mass = planet.mass ? *planet.mass : *planet.density * ball_volume(*planet.radius);
  const double rigid = measure::disruption_distance(mass, body.density);
  const double fluid = measure::fluid_distance(mass, body.density);
  row.push_back({"planet_mass", "kg", mass});
  row.push_back({"disruption_distance", "m", rigid});
  row.push_back({"fluid_distance", "m", fluid});
  if (!planet.radius) return;
  row.push_back({"disruption_radii", "1", rigid / *planet.radius});
  row.push_back({"fluid_radii", "1", fluid / *planet.radius});
}

config::Tables describe() {
  return config::describe<measure::LimitsBody>({.section = "body"}, "Body whose limits are computed.") +
         config::describe<measure::LimitsStrength>({.section = "body.strength", .number = "(optional)"},
                                                   "Shape and strength of the body, for the failure period and the "
                                                   "mobilised friction angle.") +
         config::describe<measure::LimitsPlanet>(
             {.section = "planet", .number = "(optional)"},
             "Planet, for the disruption distance; mass, or radius and density, are required.");
}

}  // namespace

int main(int argc, char** argv) {
  double step = 0;  // 0: none
  std::vector<double> momenta, radii, starts;
  const cli::Tool tool{
      .name = "rubble-limits",
      .summary =
          "Computes the limits of rotation and distance of a body from numbers.\n"
          "Columns:\n"
          "  critical_period: sqrt(3 pi / (G density)), period at which the equator of a sphere is weightless\n"
          "  weightless_rate: rate at which the end of the longer of the first two semi-axes is weightless\n"
          "  failure_period: shortest period of an ellipsoid with friction and cohesion; nan (null in JSON) if "
          "it cannot keep its shape at any period\n"
          "  mobilised_friction_angle: least friction angle with which the ellipsoid keeps its shape at the given "
          "rate; nan (null in JSON) if none up to 90 degrees suffices\n"
          "  disruption_distance: 1.26 (3 M / (4 pi density))^(1/3), distance from a planet of mass M\n"
          "  fluid_distance: 2.44 (3 M / (4 pi density))^(1/3), distance from a planet of mass M\n"
          "With --fluid or --momentum: Maclaurin spheroids and Jacobi ellipsoids, figures of a rotating fluid with the "
          "semi-axes a >= b >= c, mass M and r = (a b c)^(1/3). Columns:\n"
          "  momentum: angular momentum / sqrt(G M^3 r)\n"
          "  rate_squared: rate^2 / (pi G density)\n"
          "  kinetic, potential: energy of the rotation and of gravity / (G M^2 / r)\n"
          "  rate, period: rotation of a body with the given density; period is inf (null in JSON) at rest\n"
          "With --ball: uniform balls of the given density at rest. Columns:\n"
          "  escape_speed: sqrt(2 G M / R) from the surface\n"
          "  central_pressure, mean_pressure: pressure of a fluid ball, mean over the volume\n"
          "  momentum_unit: sqrt(G M^3 R)\n"
          "With --fall: balls of dust that collapse from rest to the given density. Columns:\n"
          "  fall_time: time of the collapse without pressure; 0 from a density that is not smaller\n"
          "rubble-critical reports ratios to these values.",
      .example = "rubble-limits -c configs/limits.toml",
      .source = "Holsapple 2007, doi:10.1016/j.icarus.2006.08.012; docs/theory.md 7.5 to 7.7",
      .inputs = 0,
      .config = true,
      .options =
          [&](cli::Options& options) {
            options
                .add_option("--fluid", step,
                            "Print the figures of a rotating fluid with the angular momenta 0, STEP, 2 STEP, ... 1")
                .option_text("STEP")
                .transform(cli::within({1e-4, 1}));
            cli::add_list(options, "--momentum", momenta,
                          "Print the figures of a rotating fluid with these angular momenta, 0 to 2",
                          {0, measure::kGreatestMomentum})
                .excludes("--fluid");
            cli::add_list(options, "--ball", radii, "Print uniform balls of these radii", kPositive, "m")
                .excludes("--fluid")
                .excludes("--momentum");
            cli::add_list(options, "--fall", starts, "Print the times of collapse from these densities", kPositive,
                          "kg m-3")
                .excludes("--fluid")
                .excludes("--momentum")
                .excludes("--ball");
          },
      .describe = describe,
  };
  return cli::main(argc, argv, tool, [&](const cli::Arguments& arguments) {
    auto config = config::Document::load(arguments.config, arguments.set);
    const auto body = config.read<measure::LimitsBody>("body");
    const auto strength = config.read_if<measure::LimitsStrength>("body.strength");
    const auto planet = config.read_if<measure::LimitsPlanet>("planet");
    config.finish();
    if (step > 0) momenta = tools::momenta_in_steps(step);
    if (!momenta.empty()) {
      tools::fluid_table(body, momenta).print(arguments.form);
      return cli::kDone;
    }
    if (!radii.empty() || !starts.empty()) {
      (radii.empty() ? tools::fall_table(body, starts) : tools::ball_table(body, radii)).print(arguments.form);
      return cli::kDone;
    }
    cli::Quantities row = body_row(body);
    if (strength) append_strength(row, body, *strength);
    if (planet) append_distances(row, config, body, *planet);
    cli::table_of({row}).print(arguments.form);
    return cli::kDone;
  });
}
