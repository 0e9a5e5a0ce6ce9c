#include "measure/clusters/remnant.hpp"

#include "base/parallel.hpp"
#include "measure/clusters/fragments.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/extent/radii.hpp"
#include "measure/ledger/masses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace rubble::measure {

Composition composition(const Pile& pile, const SizeClasses& sizes, const std::vector<Index>& members) {
  const Grains grains = grains_of(pile);
  const Reals radius = grain_radii(pile, grains);
  Composition out;
  out.grains_in.assign(sizes.classes.size(), 0);
  out.mass_in.assign(sizes.classes.size(), 0.0);
  for (const Index i : members) {
    const auto body = static_cast<std::size_t>(i);
    if (!leads(pile.state.grouping, body)) continue;
    const Index g = grains.of_body[body];
    const double m = moving_mass(pile.model, pile.state.grouping, body);
    const std::size_t k = sizes.of_grain[g];
    ++out.grains_in[k];
    out.mass_in[k] += m;
    ++out.grains;
    out.mass += m;
    out.number_mean += radius[g];
    out.mass_mean += m * radius[g];
  }
  if (out.grains == 0) return out;
  out.number_mean /= static_cast<double>(out.grains);
  out.mass_mean /= out.mass;
  return out;
}

Composition composition(const Pile& pile, const SizeClasses& sizes) {
  std::vector<Index> everybody(pile.size());
  std::iota(everybody.begin(), everybody.end(), Index{0});
  return composition(pile, sizes, everybody);
}

double sampling_noise(const Reals& radius, std::size_t members) {
  const auto n = static_cast<double>(radius.size()), k = static_cast<double>(members);
  if (members == 0 || radius.size() < 2) return 0;
  const double mean = blocked_sum(radius.size(), 0.0, [&](std::size_t i) { return radius[i]; }) / n;
  const double squares =
      blocked_sum(radius.size(), 0.0, [&](std::size_t i) { return (radius[i] - mean) * (radius[i] - mean); });
  return std::sqrt(squares / n / k * (n - k) / (n - 1)) / mean;  // sampling without replacement
}

double Ejecta::speed_of(double share) const {
  if (speed.empty()) return 0;
  const auto at = std::lower_bound(cumulative.begin(), cumulative.end(), share * mass);
  return at == cumulative.end() ? speed.back() : speed[static_cast<std::size_t>(at - cumulative.begin())];
}

Ejecta ejecta(const Pile& pile, const std::vector<Index>& remnant, double G, const std::vector<ContactKey>& pairs) {
  const Fragment whole = fragment(pile, remnant, pairs);
  const std::optional<Pile> body = unwrapped_part(pile, remnant, pairs);
  const double radius = body ? half_mass_equivalent_radius(*body) : std::numeric_limits<double>::quiet_NaN();
  Ejecta out;
  out.escape_speed = std::sqrt(2 * G * whole.mass / radius);
  const Grains grains = grains_of(pile);
  const Pile all = as_spheres(pile, grains);
  const ImageLattice lattice = pile.model.space.at(pile.state.time);
  std::vector<char> inside(grains.size(), 0);
  for (const Index i : remnant) inside[grains.of_body[i]] = 1;
  std::vector<std::pair<double, double>> flying;  // speed, mass
  for (std::size_t g = 0; g < grains.size(); ++g) {
    if (inside[g]) continue;
    const Vec3 way = all.state.position[g] - whole.centre, image = lattice.image(way);
    const double speed = (all.state.velocity[g] + lattice.velocity(image) - whole.velocity).norm();
    const double m = all.model.mass[g];
    const double distance = (way + image).norm();
    flying.emplace_back(speed, m);
    if (speed * speed * distance >= 2 * G * whole.mass) out.unbound_mass += m;
  }
  std::sort(flying.begin(), flying.end());
  for (const auto& [speed, m] : flying) {
    out.mass += m;
    out.speed.push_back(speed);
    out.cumulative.push_back(out.mass);
  }
  return out;
}

}  // namespace rubble::measure
