#include "run/planet_series.hpp"

#include <fmt/format.h>

namespace rubble::run {

std::vector<store::Column> planet_columns(const External& external) {
  std::vector<store::Column> columns;
  for (std::size_t k = 0; k < external.planets.size(); ++k)
    if (!external.planets[k].path.empty()) columns.push_back({fmt::format("planet/{}/position", k), "m", 3});
  return columns;
}

Reals planet_row(const External& external, double time) {
  Reals row;
  for (const Planet& planet : external.planets) {
    if (planet.path.empty()) continue;
    const Vec3 x = planet.position_at(time);
    row.insert(row.end(), x.begin(), x.end());
  }
  return row;
}

}  // namespace rubble::run
