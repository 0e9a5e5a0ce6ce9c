#include "limits/ideal_bodies.hpp"

#include "cli/summary.hpp"
#include "measure/scaling/fluid_figures.hpp"
#include "measure/scaling/limits.hpp"
#include "measure/scaling/uniform_ball.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>

namespace rubble::tools {

std::vector<double> momenta_in_steps(double step) {
  std::vector<double> momenta;
  const auto last = static_cast<std::int64_t>(std::floor((1 + 1e-9) / step));
  for (std::int64_t k = 0; k <= last; ++k) momenta.push_back(static_cast<double>(k) * step);
  return momenta;
}

cli::Table fluid_table(const measure::LimitsBody& body, const std::vector<double>& momenta) {
  cli::Table table;
  table.column("sequence", "");
  for (const char* name : {"momentum", "b_over_a", "c_over_a", "rate_squared", "kinetic", "potential"})
    table.column(name, "1");
  table.column("rate", "rad s-1");
  table.column("period", "s");
  for (const double momentum : momenta)
    for (const measure::FluidFigure& figure : measure::figures_of_momentum(momentum)) {
      const double rate = figure.rate(body.density, body.constant);
      table.row({figure.sequence, momentum, figure.middle, figure.flat, figure.rate_squared, figure.kinetic,
                 figure.potential, rate, 2 * std::numbers::pi / rate});
    }
  return table;
}

cli::Table ball_table(const measure::LimitsBody& body, const std::vector<double>& radii) {
  std::vector<cli::Quantities> rows;
  for (const double radius : radii) {
    const measure::UniformBall ball{body.density, radius, body.constant};
    rows.push_back({
        {"density", "kg m-3", ball.density},
        {"radius", "m", ball.radius},
        {"mass", "kg", ball.mass()},
        {"surface_gravity", "m s-2", ball.surface_gravity()},
        {"escape_speed", "m s-1", ball.escape_speed()},
        {"critical_period", "s", 2 * std::numbers::pi / measure::critical_rate(ball.density, ball.constant)},
        {"central_pressure", "Pa", ball.central_pressure()},
        {"mean_pressure", "Pa", ball.mean_pressure()},
        {"momentum_unit", "kg m2 s-1", ball.momentum_unit()},
    });
  }
  return cli::table_of(rows);
}

cli::Table fall_table(const measure::LimitsBody& body, const std::vector<double>& starts) {
  std::vector<cli::Quantities> rows;
  for (const double start : starts)
    rows.push_back({
        {"density", "kg m-3", body.density},
        {"start_density", "kg m-3", start},
        {"fall_time", "s", measure::fall_time(start, body.density, body.constant)},
    });
  return cli::table_of(rows);
}

}  // namespace rubble::tools
