#include "measure/clusters/satellites.hpp"

#include "base/error.hpp"
#include "model/bodies.hpp"

#include <algorithm>
#include <map>

namespace rubble::measure {
namespace {

Outcome outcome_of(const Orbit& orbit, double radius) {
  if (!(orbit.energy < 0)) return Outcome::escaping;
  return orbit.pericentre > radius ? Outcome::orbiting : Outcome::returning;
}

}  // namespace

double Satellites::mass() const {
  double sum = remnant.mass;
  for (const Companion& c : companion) sum += c.fragment.mass;
  return sum;
}

double Satellites::mass(Outcome outcome) const {
  double sum = 0;
  for (const Companion& c : companion)
    if (c.outcome == outcome) sum += c.fragment.mass;
  return sum;
}

std::size_t Satellites::count(Outcome outcome) const {
  const auto same = [outcome](const Companion& c) { return c.outcome == outcome; };
  return static_cast<std::size_t>(std::count_if(companion.begin(), companion.end(), same));
}

const Companion* Satellites::largest(Outcome outcome) const {
  for (const Companion& c : companion)
    if (c.outcome == outcome) return &c;
  return nullptr;
}

Satellites satellites(const Pile& pile, const std::vector<std::vector<Index>>& clusters, double G) {
  if (clusters.empty()) throw InputError("the pile has no bodies");
  Satellites out;
  out.members = clusters.front();
  out.remnant = fragment(pile, out.members);
  for (const Index i : out.members)
    out.radius =
        std::max(out.radius, farthest(pile.model, pile.state, static_cast<std::size_t>(i), out.remnant.centre));
  for (std::size_t c = 1; c < clusters.size(); ++c) {
    Companion one;
    one.fragment = fragment(pile, clusters[c]);
    one.orbit = orbit_of(out.remnant, one.fragment, G);
    one.outcome = outcome_of(one.orbit, out.radius);
    out.companion.push_back(one);
  }
  return out;
}

std::size_t lineages(const Pile& pile, const std::vector<Index>& members, double least) {
  const std::vector<std::int64_t>& lineage = values_in<std::int64_t>(pile.state, kLineage);
  if (lineage.empty()) return 0;
  std::map<std::int64_t, double> mass;
  double all = 0;
  for (const Index member : members) {
    const auto i = static_cast<std::size_t>(member);
    all += pile.model.mass[i];
    if (lineage[i] >= 0) mass[lineage[i]] += pile.model.mass[i];
  }
  const auto counts = [&](const auto& one) { return one.second >= least * all; };
  return static_cast<std::size_t>(std::count_if(mass.begin(), mass.end(), counts));
}

}  // namespace rubble::measure
