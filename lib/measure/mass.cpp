#include "measure/mass.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"

#include <numbers>

namespace rubble::measure {

double total_mass(const Pile& pile) {
  return blocked_sum(pile.size(), 0.0, [&](std::size_t i) { return pile.model.mass[i]; });
}

double grain_volume(const Pile& pile) {
  const Reals& s = pile.model.radius;
  return 4.0 / 3.0 * std::numbers::pi *
         blocked_sum(pile.size(), 0.0, [&](std::size_t i) { return s[i] * s[i] * s[i]; });
}

Vec3 centre_of_mass(const Pile& pile) {
  if (pile.size() == 0) throw InputError("the pile has no bodies");
  // Relative to the first body, so that a pile far from the origin keeps its digits.
  const Vec3& origin = pile.state.position[0];
  const Vec3 moment = blocked_sum(pile.size(), Vec3(Vec3::Zero()), [&](std::size_t i) -> Vec3 {
    return pile.model.mass[i] * (pile.state.position[i] - origin);
  });
  return origin + moment / total_mass(pile);
}

Pile part(const Pile& pile, const std::vector<Index>& members) {
  const auto old_size = static_cast<Index>(pile.size());
  const auto new_size = static_cast<Index>(members.size());
  constexpr Index absent = -1;
  std::vector<Index> renumbered(pile.size(), absent);

  Pile out;
  out.model.materials = pile.model.materials;
  out.state.time = pile.state.time;
  out.state.step = pile.state.step;
  for (Index k = 0; k < new_size; ++k) {
    const Index i = members[k];
    renumbered[i] = k;
    out.model.id.push_back(pile.model.id[i]);
    out.model.mass.push_back(pile.model.mass[i]);
    out.model.radius.push_back(pile.model.radius[i]);
    out.model.material.push_back(pile.model.material[i]);
    out.state.position.push_back(pile.state.position[i]);
    out.state.velocity.push_back(pile.state.velocity[i]);
    out.state.spin.push_back(pile.state.spin[i]);
  }

  const Contacts& from = pile.contacts;
  Contacts& to = out.contacts;
  for (std::size_t c = 0; c < from.size(); ++c) {
    const auto [a, b] = from.pair[c];
    const Index new_a = renumbered[a];
    const Index new_b = b < old_size ? renumbered[b] : new_size + (b - old_size);
    if (new_a == absent || new_b == absent) continue;
    to.pair.push_back({new_a, new_b});
    to.overlap.push_back(from.overlap[c]);
    to.normal.push_back(from.normal[c]);
    to.force.push_back(from.force[c]);
    to.energy.push_back(from.energy[c]);
    to.sliding.push_back(from.sliding[c]);
    to.rolling.push_back(from.rolling[c]);
    to.twisting.push_back(from.twisting[c]);
  }
  return out;
}

}  // namespace rubble::measure
