#include "hsdem/elastic_bonds.hpp"

#include "base/error.hpp"
#include "detect/candidates.hpp"
#include "hsdem/stored_columns.hpp"
#include "model/space.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rubble::hsdem {
namespace {

// (positions, period of space) => vector from a to the nearest image of b [m].
Vec3 between(const Vec3s& position, const Vec3& period, Index a, Index b) {
  return ImageLattice{period}.nearest(position[at(b)] - position[at(a)]);
}

// (model, positions, period, factor) => pairs a < b of spheres whose distance is below this factor times the sum of
// their radii.
detect::Candidates pairs_within(const Model& model, const Vec3s& position, const Vec3& period, double factor) {
  Reals reach = model.radius;
  for (double& r : reach) r *= factor;
  const std::vector<Plane> none;
  return detect::find_candidates({reach, position, none, ImageLattice{period}, 0, nullptr}, 0, {});
}

double energy_of(const std::vector<ElasticBonds::Bond>& bonds) {
  double sum = 0;
  for (const ElasticBonds::Bond& bond : bonds) sum += bond.energy;
  return sum;
}

}  // namespace

double bond_stress(const ElasticStrength& strength, double radius_a, double radius_b, double distance) {
  return strength.young * std::max(0.0, distance / (radius_a + radius_b) - 1);
}

ElasticBonds::ElasticBonds(const ElasticStrength& strength, const Pile& pile, const Vec3& period)
    : strength_(strength), period_(period), liberated_(pile.size(), 0), bonded_(pile.size(), 0) {
  const Model& model = pile.model;
  const Vec3s& position = pile.state.position;
  std::ranges::copy(values_in<std::int32_t>(pile.state, kLiberatedColumn.name),
                    liberated_.begin());  // in an earlier run
  if (strength.bonds == BondRule::nearest) {
    bonds_ = nearest(model, position);
  } else {
    take_kept(pile);
    add_within_reach(model, position);
  }
  for (const Bond& bond : bonds_) bonded_[at(bond.a)] = bonded_[at(bond.b)] = 1;
}

// Takes the bonds of an earlier run. A bond beyond the strength of this run breaks at its first test.
void ElasticBonds::take_kept(const Pile& pile) {
  for (const auto& [a, b] : pile.bonds.pair)
    if (!liberated_[at(a)] && !liberated_[at(b)]) bonds_.push_back(stretched(pile.model, pile.state.position, a, b));
}

Bonds ElasticBonds::pairs() const {
  Bonds out;
  for (const Bond& bond : bonds_)
    if (lasting()) out.pair.push_back({bond.a, bond.b});
  std::sort(out.pair.begin(), out.pair.end());
  return out;
}

void ElasticBonds::add_within_reach(const Model& model, const Vec3s& position) {
  std::vector<char> known = liberated_;
  for (const Bond& bond : bonds_) known[at(bond.a)] = known[at(bond.b)] = 1;
  const detect::Candidates pairs = pairs_within(model, position, period_, strength_.reach);
  for (std::size_t k = 0; k < pairs.a.size(); ++k) {
    if (known[at(pairs.a[k])] || known[at(pairs.b[k])]) continue;
    const Bond bond = stretched(model, position, pairs.a[k], pairs.b[k]);
    const double together = model.radius[at(bond.a)] + model.radius[at(bond.b)];
    if (together + bond.gap <= strength_.reach * together && holds(model, bond)) bonds_.push_back(bond);
  }
}

// Stiffness of a bond [N m-1]: Y pi s^2 / sigma, with the smaller radius s and the sum of radii sigma.
double ElasticBonds::stiffness(const Model& model, Index a, Index b) const {
  const double ra = model.radius[at(a)], rb = model.radius[at(b)];
  return strength_.young * std::numbers::pi * std::pow(std::min(ra, rb), 2) / (ra + rb);
}

double ElasticBonds::longest_step(const Model& model, const Grouping& grouping) const {
  double fastest = 0;  // w^2 [s-2]
  for (const Bond& bond : bonds_) {
    const Index grain = grouping.grain_of(at(bond.a));
    if (grain >= 0 && grain == grouping.grain_of(at(bond.b))) continue;
    const double inverse_mass =
        1 / moving_mass(model, grouping, at(bond.a)) + 1 / moving_mass(model, grouping, at(bond.b));
    fastest = std::max(fastest, stiffness(model, bond.a, bond.b) * inverse_mass);
  }
  return 2 / std::sqrt(fastest);
}

// Bond of two spheres at their present distance D: F = Y pi s^2 (D / sigma - 1) and U = F (D - sigma) / 2, with the
// smaller radius s and the sum of radii sigma.
ElasticBonds::Bond ElasticBonds::stretched(const Model& model, const Vec3s& position, Index a, Index b) const {
  const Vec3 d = between(position, period_, a, b);
  const double distance = d.norm(), ra = model.radius[at(a)], rb = model.radius[at(b)];
  const double area = std::numbers::pi * std::pow(std::min(ra, rb), 2);
  const double gap = distance - (ra + rb), force = area * bond_stress(strength_, ra, rb, distance);
  return {a, b, force, d / distance, gap, force * gap / 2};
}

bool ElasticBonds::holds(const Model& model, const Bond& bond) const {
  const double ra = model.radius[at(bond.a)], rb = model.radius[at(bond.b)];
  return bond_stress(strength_, ra, rb, ra + rb + bond.gap) <= strength_.strength;
}

// Bonds of each sphere to the neighbours with the smallest gaps. If two gaps are equal, the neighbour with the lower
// index is chosen. A bond chosen by either sphere binds both. Neighbours beyond the largest strain have no bond.
std::vector<ElasticBonds::Bond> ElasticBonds::nearest(const Model& model, const Vec3s& position) const {
  const double strain = strength_.strength / strength_.young;
  const detect::Candidates pairs = pairs_within(model, position, period_, 1 + strain);
  std::vector<Bond> found;
  std::vector<std::vector<std::pair<double, std::size_t>>> of_sphere(model.size());
  for (std::size_t k = 0; k < pairs.a.size(); ++k) {
    if (liberated_[at(pairs.a[k])] || liberated_[at(pairs.b[k])]) continue;
    const Bond bond = stretched(model, position, pairs.a[k], pairs.b[k]);
    if (!holds(model, bond)) continue;
    for (const Index row : {bond.a, bond.b}) of_sphere[at(row)].emplace_back(bond.gap, found.size());
    found.push_back(bond);
  }
  std::vector<char> kept(found.size(), 0);
  for (auto& own : of_sphere) {
    const std::size_t most = std::min(own.size(), static_cast<std::size_t>(strength_.neighbours));
    std::partial_sort(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(most), own.end());
    for (std::size_t n = 0; n < most; ++n) kept[own[n].second] = 1;
  }
  std::vector<Bond> out;
  for (std::size_t k = 0; k < found.size(); ++k)
    if (kept[k]) out.push_back(found[k]);
  return out;
}

double ElasticBonds::update(const Model& model, const Vec3s& position) {
  for (Bond& bond : bonds_) bond = stretched(model, position, bond.a, bond.b);
  const double before = energy_of(bonds_);
  if (strength_.bonds == BondRule::nearest) {
    bonds_ = nearest(model, position);
  } else {
    const std::size_t had = bonds_.size();
    std::erase_if(bonds_, [&](const Bond& bond) { return !holds(model, bond); });
    broken_ += static_cast<std::int64_t>(had - bonds_.size());
  }
  liberate(model.size());
  return before - energy_of(bonds_);
}

// Marks spheres that had bonds and have none any more.
void ElasticBonds::liberate(std::size_t bodies) {
  std::vector<char> bound(bodies, 0);
  for (const Bond& bond : bonds_) bound[at(bond.a)] = bound[at(bond.b)] = bonded_[at(bond.a)] = bonded_[at(bond.b)] = 1;
  for (std::size_t i = 0; i < bodies; ++i)
    if (bonded_[i] && !bound[i]) liberated_[i] = 1;
}

std::int64_t ElasticBonds::liberated() const { return std::count(liberated_.begin(), liberated_.end(), 1); }

void ElasticBonds::archive(Archive& archive) {
  std::vector<std::int64_t> ends, bonded(bonded_.begin(), bonded_.end()), free(liberated_.begin(), liberated_.end());
  for (const Bond& bond : bonds_) ends.insert(ends.end(), {bond.a, bond.b});
  archive.value("hsdem/elastic_bonds", ends);
  archive.value("hsdem/bonded", bonded, bonded_.size());
  archive.value("hsdem/liberated", free, liberated_.size());
  archive.value("hsdem/broken", broken_);
  if (!archive.loads()) return;
  bonded_.assign(bonded.begin(), bonded.end());
  liberated_.assign(free.begin(), free.end());
  bonds_.clear();
  const auto bodies = static_cast<std::int64_t>(bonded_.size());
  for (std::size_t k = 0; k + 1 < ends.size(); k += 2) {
    if (ends[k] < 0 || ends[k] >= ends[k + 1] || ends[k + 1] >= bodies)
      throw InputError("expected bonds between bodies of the pile, found an index out of range");
    bonds_.push_back({static_cast<Index>(ends[k]), static_cast<Index>(ends[k + 1]), 0, Vec3::Zero(), 0, 0});
  }
}

}  // namespace rubble::hsdem
