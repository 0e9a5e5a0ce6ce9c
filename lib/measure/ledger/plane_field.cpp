#include "measure/ledger/plane_field.hpp"

#include "measure/ledger/grain_sums.hpp"
#include "measure/ledger/masses.hpp"

#include <cmath>
#include <map>
#include <utility>

namespace rubble::measure {
namespace {

// Velocity of the centre of mass [m s-1].
Vec3 mean_velocity(const Pile& grains) {
  Vec3 momentum = Vec3::Zero();
  for (std::size_t g = 0; g < grains.size(); ++g) momentum += grains.model.mass[g] * grains.state.velocity[g];
  return momentum / total_mass(grains);
}

}  // namespace

std::vector<FieldCell> plane_field(const Pile& pile, const Slice& slice) {
  const Vec3 centre = centre_of_mass(pile);
  const Pile grains = as_spheres(pile, grains_of(pile));
  const Vec3 drift = mean_velocity(grains);
  const int first = (slice.normal + 1) % 3;
  const int second = (slice.normal + 2) % 3;
  std::map<std::pair<std::int64_t, std::int64_t>, FieldCell> cells;  // by indices along v, then u
  for (std::size_t g = 0; g < grains.size(); ++g) {
    const Vec3 x = grains.state.position[g] - centre;
    if (std::abs(x[slice.normal]) > 0.5 * slice.thickness) continue;
    const Vec3 velocity = grains.state.velocity[g] - drift;
    const auto u = static_cast<std::int64_t>(std::floor(x[first] / slice.cell));
    const auto v = static_cast<std::int64_t>(std::floor(x[second] / slice.cell));
    FieldCell& cell = cells[{v, u}];
    cell.u = (static_cast<double>(u) + 0.5) * slice.cell;
    cell.v = (static_cast<double>(v) + 0.5) * slice.cell;
    ++cell.grains;
    cell.mass += grains.model.mass[g];
    cell.velocity += grains.model.mass[g] * Vec3(velocity[first], velocity[second], velocity[slice.normal]);
  }
  std::vector<FieldCell> field;
  for (auto& [place, cell] : cells) {
    cell.velocity /= cell.mass;
    field.push_back(cell);
  }
  return field;
}

}  // namespace rubble::measure
