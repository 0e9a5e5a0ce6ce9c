#include "experiment/settled.hpp"

#include "base/keys_error.hpp"
#include "experiment/rigid_motion.hpp"
#include "measure/clusters/clusters.hpp"
#include "measure/ledger/ledger.hpp"
#include "measure/ledger/masses.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace rubble::experiment {
namespace {

struct Bulk {
  double mass = 0;
  Vec3 moment = Vec3::Zero(), momentum = Vec3::Zero();

  void add(const Bulk& other) {
    mass += other.mass;
    moment += other.moment;
    momentum += other.momentum;
  }
  Vec3 centre() const { return moment / mass; }
  Vec3 velocity() const { return momentum / mass; }
};

Bulk bulk_of(const Pile& pile, const std::vector<Index>& bodies) {
  Bulk bulk;
  for (const Index body : bodies) {
    const auto i = static_cast<std::size_t>(body);
    const double m = pile.model.mass[i];
    bulk.add({m, m * pile.state.position[i], m * pile.state.velocity[i]});
  }
  return bulk;
}

// True if the energy of two points is negative: mu v^2 / 2 < G m M / r with the reduced mass mu = m M / (m + M), that
// is, v^2 r < 2 G (m + M). Murray & Dermott 1999, Solar System Dynamics, chapter 2; docs/theory.md 5.15.
bool bound(const Bulk& a, const Bulk& b, double gravitational_constant) {
  const double distance = (b.centre() - a.centre()).norm();
  const double speed_squared = (b.velocity() - a.velocity()).squaredNorm();
  return speed_squared * distance < 2 * gravitational_constant * (a.mass + b.mass);
}

// Groups of neighbours, and which of them belong to the largest remnant.
struct BoundGroups {
  measure::Grains grains;
  std::vector<std::vector<Index>> groups;  // of grains, the heaviest first
  std::vector<char> inside;                // for each group
  Bulk bulk;                               // of the remnant
  double touching_mass = 0;                // mass of the heaviest group [kg]
};

BoundGroups bound_groups(const Pile& pile, double gravitational_constant) {
  BoundGroups found;
  found.grains = measure::grains_of(pile);
  const Pile whole = measure::as_spheres(pile, found.grains);
  const std::vector<ContactKey> near =
      measure::between_grains(found.grains, measure::joined_pairs(pile, measure::kGroupGap));
  found.groups = measure::clusters(whole.size(), near, whole.model.mass);
  std::vector<Bulk> outside;
  for (const std::vector<Index>& group : found.groups) outside.push_back(bulk_of(whole, group));
  found.touching_mass = outside.front().mass;
  found.bulk = outside.front();
  found.inside.assign(found.groups.size(), 0);
  found.inside.front() = 1;
  // All groups of a pass are compared with the same bulk, so that their order does not matter.
  for (bool grown = true; grown;) {
    const Bulk now = found.bulk;
    grown = false;
    for (std::size_t g = 0; g < found.groups.size(); ++g) {
      if (found.inside[g] || !bound(now, outside[g], gravitational_constant)) continue;
      found.inside[g] = 1;
      grown = true;
      found.bulk.add(outside[g]);
    }
  }
  return found;
}

// Internal kinetic energy / |gravitational energy|; 0 for a single grain. Infinite for moving grains without
// gravitational energy.
double kinetic_fraction_of(const Remnant& remnant) {
  if (remnant.grains == 1 || remnant.kinetic == 0) return 0;
  if (!(remnant.gravitational < 0)) return std::numeric_limits<double>::infinity();
  return remnant.kinetic / -remnant.gravitational;
}

}  // namespace

Remnant largest_remnant(const Pile& pile, double gravitational_constant) {
  const BoundGroups found = bound_groups(pile, gravitational_constant);
  Remnant remnant;
  remnant.mass = found.bulk.mass;
  remnant.touching_mass = found.touching_mass;
  std::vector<Index> members;
  for (std::size_t g = 0; g < found.groups.size(); ++g)
    if (found.inside[g]) members.insert(members.end(), found.groups[g].begin(), found.groups[g].end());
  std::sort(members.begin(), members.end());
  remnant.grains = members.size();
  remnant.members = measure::bodies_of(found.grains, members);
  const Pile part = measure::part(pile, remnant.members);
  const measure::Ledger ledger = measure::ledger(part, {}, gravitational_constant, true, {});
  remnant.kinetic = std::max(0.0, ledger.kinetic() - rigid_motion(part.model, part.state).kinetic);
  remnant.gravitational = ledger.mutual;
  return remnant;
}

double remnant_mass(const Pile& pile, double gravitational_constant) {
  return bound_groups(pile, gravitational_constant).bulk.mass;
}

void Settled::observe(const Look& look) {
  if (!(look.constant > 0))
    throw KeysError({"", "gravity.method", "gravity.constant"},
                    "the stop rule needs self-gravity: set gravity.method and gravity.constant");
  const Remnant remnant = largest_remnant(look.pile, look.constant);
  mass_ = remnant.mass / measure::total_mass(look.pile);
  bodies_ = static_cast<double>(remnant.members.size()) / static_cast<double>(look.pile.size());
  kinetic_fraction_ = kinetic_fraction_of(remnant);
  if (first_touching_mass_ == 0) first_touching_mass_ = remnant.touching_mass;

  const double time = time_ = look.pile.state.time;
  const bool settled = kinetic_fraction_ <= rule_.kinetic_fraction;
  const bool first_impact = !impact_ && (!settled || remnant.touching_mass != first_touching_mass_);
  impact_ = impact_ || first_impact;
  const double lightest = std::min(lightest_, mass_), heaviest = std::max(heaviest_, mass_);
  if (!settled || !quiet_ || first_impact || heaviest - lightest > rule_.mass_fraction) {
    quiet_since_ = time, lightest_ = heaviest_ = mass_;  // restart the quiet time
  } else {
    lightest_ = lightest, heaviest_ = heaviest;
  }
  quiet_ = settled;
  met_ = impact_ && quiet_ && time - quiet_since_ >= rule_.hold;
}

std::string Settled::state() const {
  if (!impact_) return awaited();
  std::string text =
      fmt::format("kinetic energy fraction {:.4g} of the largest remnant, limit stop.kinetic_fraction = {:g}",
                  kinetic_fraction_, rule_.kinetic_fraction);
  if (quiet_)
    text += fmt::format(
        ", kept for {:.6g} s, limit stop.hold = {:g} s, with mass changed by {:.4g} of the total, limit "
        "stop.mass_fraction = {:g}",
        time_ - quiet_since_, rule_.hold, heaviest_ - lightest_, rule_.mass_fraction);
  return text;
}

std::string Settled::awaited() const {
  if (impact_) return "";
  return "no impact was seen (at all records the largest remnant was settled and its heaviest group had the same mass)";
}

std::vector<Finding> Settled::findings() const {
  return {{"remnant/mass", "1", mass_},
          {"remnant/bodies", "1", bodies_},
          {"remnant/kinetic_fraction", "1", kinetic_fraction_}};
}

void Settled::archive(Archive& archive) {
  archive.value("stop/settled/mass", mass_);
  archive.value("stop/settled/bodies", bodies_);
  archive.value("stop/settled/kinetic_fraction", kinetic_fraction_);
  archive.value("stop/settled/quiet_since", quiet_since_);
  archive.value("stop/settled/lightest", lightest_);
  archive.value("stop/settled/heaviest", heaviest_);
  archive.value("stop/settled/first_touching_mass", first_touching_mass_);
  archive.value("stop/settled/impact", impact_);
  archive.value("stop/settled/quiet", quiet_);
  archive.value("stop/settled/met", met_);
}

}  // namespace rubble::experiment
