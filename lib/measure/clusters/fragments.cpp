#include "measure/clusters/fragments.hpp"

#include "base/error.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/ledger/masses.hpp"
#include "model/grains.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace rubble::measure {

Fragment fragment(const Pile& pile, const std::vector<Index>& members) {
  if (members.empty()) throw InputError("a cluster has no bodies");
  const Reals& m = pile.model.mass;
  const Vec3s &x = pile.state.position, &v = pile.state.velocity;
  // The sums are relative to the first body, so that a cluster far from the origin keeps its digits.
  const Vec3 origin = x[members.front()], frame = v[members.front()];
  Fragment out;
  out.grains = count_grains(pile.state.grouping, members);
  out.bodies = members.size();
  Vec3 moment = Vec3::Zero(), momentum = Vec3::Zero();
  for (const Index i : members) {
    out.mass += m[i];
    moment += m[i] * (x[i] - origin);
    momentum += m[i] * (v[i] - frame);
  }
  out.centre = origin + moment / out.mass;
  out.velocity = frame + momentum / out.mass;
  for (const Index i : members) {
    out.spin_momentum += m[i] * (x[i] - out.centre).cross(v[i] - out.velocity);
    out.spin_momentum += spin_momentum(pile.model, pile.state, static_cast<std::size_t>(i), pile.state.spin[i]);
  }
  return out;
}

Fragment fragment(const Pile& pile, const std::vector<Index>& members, const std::vector<ContactKey>& pairs) {
  if (!pile.model.space.repeats()) return fragment(pile, members);
  const std::optional<Pile> whole = unwrapped_part(pile, members, pairs);
  std::vector<Index> all(members.size());
  std::iota(all.begin(), all.end(), Index{0});
  Fragment out = fragment(whole ? *whole : part(pile, members), all);
  const ImageLattice lattice = pile.model.space.at(pile.state.time);
  const Vec3 to_cell = lattice.into_cell(out.centre);
  out.centre += to_cell;
  out.velocity += lattice.velocity(to_cell);
  if (!whole) out.centre = out.spin_momentum = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
  return out;
}

std::vector<ContactKey> linked_pairs(const Pile& pile, double linking) {
  if (!(linking >= 1)) throw InputError("the linking factor must be 1 or more");
  return joined_pairs(pile, linking - 1);
}

std::vector<std::vector<Index>> friends(const Pile& pile, double linking) {
  return clusters(pile.size(), linked_pairs(pile, linking), pile.model.mass);
}

namespace {

// Computes the elements of the elliptical orbit with the given energy.
void complete(Orbit& orbit, const Fragment& a, const Fragment& b, double G) {
  const double attraction = G * (a.mass + b.mass);
  const Vec3 momentum = (b.centre - a.centre).cross(b.velocity - a.velocity);  // angular momentum per reduced mass
  orbit.semi_major_axis = -G * a.mass * b.mass / (2 * orbit.energy);
  orbit.eccentricity = std::sqrt(std::max(0.0, 1 - momentum.squaredNorm() / (attraction * orbit.semi_major_axis)));
  orbit.pericentre = orbit.semi_major_axis * (1 - orbit.eccentricity);
  orbit.period = 2 * std::numbers::pi * std::sqrt(std::pow(orbit.semi_major_axis, 3) / attraction);
  orbit.normal = momentum.normalized();
}

}  // namespace

Orbit orbit_of(const Fragment& a, const Fragment& b, double G) {
  Orbit orbit;
  orbit.distance = (b.centre - a.centre).norm();
  const double mu = a.mass * b.mass / (a.mass + b.mass);
  orbit.energy = 0.5 * mu * (b.velocity - a.velocity).squaredNorm() - G * a.mass * b.mass / orbit.distance;
  if (orbit.energy < 0) complete(orbit, a, b, G);
  return orbit;
}

std::vector<Orbit> bound_pairs(const std::vector<Fragment>& fragments, double G) {
  std::vector<Orbit> out;
  for (std::size_t s = 1; s < fragments.size(); ++s) {
    Orbit best;
    best.energy = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < s; ++p) {
      const Orbit orbit = orbit_of(fragments[p], fragments[s], G);
      if (!(orbit.energy < best.energy)) continue;
      best = orbit;
      best.primary = p;
      best.secondary = s;
    }
    if (best.energy < 0) out.push_back(best);
  }
  return out;
}

double agreement(const Reals& mass, const std::vector<Index>& a, const std::vector<Index>& b) {
  double both = 0, either = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() || j != b.end();) {
    const bool from_a = j == b.end() || (i != a.end() && *i <= *j);
    const bool from_b = i == a.end() || (j != b.end() && *j <= *i);
    const double m = mass[from_a ? *i : *j];
    either += m;
    if (from_a && from_b) both += m;
    if (from_a) ++i;
    if (from_b) ++j;
  }
  return either > 0 ? both / either : 1;
}

}  // namespace rubble::measure
