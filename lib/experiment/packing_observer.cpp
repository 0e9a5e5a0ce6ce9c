#include "experiment/packing_observer.hpp"

#include "experiment/rigid_motion.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/clusters/unwrap.hpp"
#include "measure/ledger/masses.hpp"

#include <limits>

namespace rubble::experiment {
namespace {

using Pairs = std::vector<ContactKey>;

PackingNumbers numbers_of(const Pile& pile, const measure::LoadRule& rule, const Pairs& touching) {
  const RigidMotion whole = rigid_motion(pile.model, pile.state);
  const double drift = 0.5 * whole.mass * whole.velocity.squaredNorm();
  const double spin = pile.model.space.repeats() ? std::numeric_limits<double>::quiet_NaN() : whole.spin.norm();
  return {measure::packing(pile, rule, touching), kinetic_energy(pile.model, pile.state) - drift, spin};
}

// (pairs, indices of some bodies in rising order, number of all bodies) => the pairs within these bodies, with their
// indices in that list.
Pairs among(const Pairs& pairs, const std::vector<Index>& bodies, std::size_t all) {
  std::vector<Index> place(all, -1);
  for (std::size_t k = 0; k < bodies.size(); ++k) place[static_cast<std::size_t>(bodies[k])] = static_cast<Index>(k);
  Pairs kept;
  for (const ContactKey& pair : pairs)
    if (place[pair.a] >= 0 && place[pair.b] >= 0) kept.push_back({place[pair.a], place[pair.b]});
  return kept;
}

void append(std::vector<Finding>& findings, const std::string& group, const PackingNumbers& numbers) {
  const measure::Packing& p = numbers.packing;
  const auto add = [&](const char* what, const char* unit, double value) {
    findings.push_back({"packing/" + group + '/' + what, unit, value});
  };
  add("mass", "kg", p.mass);
  add("grains", "1", static_cast<double>(p.grains));
  add("kinetic", "J", numbers.kinetic);
  add("spin", "rad s-1", numbers.spin);
  add("coordination", "1", p.coordination);
  add("points", "1", p.points);
  add("core", "1", p.core);
  add("touching", "1", p.touching);
  add("radius", "m", p.radius);
  add("semi_axis_a", "m", p.semi_axes[0]);
  add("semi_axis_b", "m", p.semi_axes[1]);
  add("semi_axis_c", "m", p.semi_axes[2]);
  add("solid_fraction_sphere", "1", p.solid / p.sphere());
  add("solid_fraction_ellipsoid", "1", p.solid / p.ellipsoid());
  add("pressure_sphere", "Pa", p.virial / (3 * p.sphere()));
  add("pressure_ellipsoid", "Pa", p.virial / (3 * p.ellipsoid()));
}

}  // namespace

std::vector<Field<PackingRule>> fields(const PackingRule*) {
  return {
      field("link", "1",
            "gap / mean diameter below which two bodies belong to one group, for the series packing/largest/... of the "
            "heaviest group",
            &PackingRule::link)
          .required()
          .range(kPositive),
      field("weak", "1", "|normal force| / mean |normal force| up to which a contact point is not counted",
            &PackingRule::weak)
          .required()
          .range(kNotNegative),
      field("core", "",
            "minimum number of contact points of a grain in the core (k-core): 4 without friction, 2 with friction",
            &PackingRule::core)
          .required()
          .range({1, 4}),
  };
}

void Packing::observe(const Look& look) {
  const Pile& pile = look.pile;
  const measure::LoadRule rule{rule_.weak, static_cast<int>(rule_.core)};
  const Pairs linked = measure::joined_pairs(pile, rule_.link);
  const auto groups = measure::clusters(pile.size(), linked, pile.model.mass);
  const std::vector<Index>& largest = groups.front();
  const Pairs touching = measure::touching_pairs(pile);
  all_ = numbers_of(pile, rule, touching);
  const std::optional<Pile> whole = measure::unwrapped_part(pile, largest, linked);
  largest_ = numbers_of(whole ? *whole : measure::part(pile, largest), rule, among(touching, largest, pile.size()));
}

std::vector<Finding> Packing::findings() const {
  std::vector<Finding> findings;
  append(findings, "all", all_);
  append(findings, "largest", largest_);
  return findings;
}

}  // namespace rubble::experiment
