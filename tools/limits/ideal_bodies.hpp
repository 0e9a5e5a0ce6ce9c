#pragma once
// Tables of rubble-limits of ideal bodies with the density of [body]: rotating fluids, uniform balls, balls of dust.
#include "cli/table.hpp"
#include "measure/scaling/limits_numbers.hpp"

namespace rubble::tools {

// (step) => the angular momenta 0, step, 2 step, ... 1 of the fluid figures.
std::vector<double> momenta_in_steps(double step);

// (body, angular momenta / sqrt(G M^3 r)) => its fluid figures.
cli::Table fluid_table(const measure::LimitsBody& body, const std::vector<double>& momenta);

// (body, radii [m]) => uniform balls.
cli::Table ball_table(const measure::LimitsBody& body, const std::vector<double>& radii);

// (body, densities [kg m-3]) => collapses that start at these densities and end at that of the body.
cli::Table fall_table(const measure::LimitsBody& body, const std::vector<double>& starts);

}  // namespace rubble::tools
