#include "drive/settled.hpp"

#include "base/error.hpp"
#include "drive/rigid_motion.hpp"
#include "measure/clusters.hpp"
#include "measure/ledger.hpp"
#include "measure/mass.hpp"

#include <algorithm>
#include <limits>

namespace rubble::drive {
namespace {

// Gap, in mean diameters, below which two bodies belong to one group: settled piles of bouncing bodies hang together.
constexpr double kLink = 0.1;

struct Bulk {
  double mass = 0;
  Vec3 moment = Vec3::Zero(), momentum = Vec3::Zero();

  void add(const Pile& pile, std::size_t i) {
    mass += pile.model.mass[i];
    moment += pile.model.mass[i] * pile.state.position[i];
    momentum += pile.model.mass[i] * pile.state.velocity[i];
  }
};

// Kinetic energy within over |gravitational energy|. A single grain has no inside: 0. Several that hardly attract each
// other are held by nothing as soon as they move.
double kinetic_fraction_of(const Remnant& remnant) {
  if (remnant.grains == 1 || remnant.kinetic == 0) return 0;
  if (!(remnant.gravitational < 0)) return std::numeric_limits<double>::infinity();
  return remnant.kinetic / -remnant.gravitational;
}

}  // namespace

Remnant largest_remnant(const Pile& pile, double gravitational_constant) {
  const measure::Grains grains = measure::grains_of(pile.model);
  const Pile whole = measure::as_spheres(pile, grains);
  const std::size_t n = whole.size();
  const std::vector<ContactKey> near = measure::between_grains(grains, measure::touching_pairs(pile, kLink));
  std::vector<char> inside(n, 0);
  Bulk bulk;
  const std::vector<std::vector<Index>> groups = measure::clusters(n, near, whole.model.mass);
  for (const Index i : groups.front()) {
    inside[static_cast<std::size_t>(i)] = 1;
    bulk.add(whole, static_cast<std::size_t>(i));
  }
  // All of a pass are judged by the same bulk, so that the order of grains does not matter.
  for (bool grown = true; grown;) {
    const Vec3 centre = bulk.moment / bulk.mass, velocity = bulk.momentum / bulk.mass;
    const double depth = 2 * gravitational_constant * bulk.mass;
    grown = false;
    for (std::size_t i = 0; i < n; ++i) {
      if (inside[i]) continue;
      const double distance = (whole.state.position[i] - centre).norm();
      if (!((whole.state.velocity[i] - velocity).squaredNorm() * distance < depth)) continue;
      inside[i] = 1, grown = true;
      bulk.add(whole, i);
    }
  }

  Remnant remnant;
  remnant.mass = bulk.mass;
  std::vector<Index> members;
  for (std::size_t i = 0; i < n; ++i)
    if (inside[i]) members.push_back(static_cast<Index>(i));
  remnant.grains = members.size();
  remnant.members = measure::bodies_of(grains, members);
  remnant.separate = std::none_of(near.begin(), near.end(), [&](const ContactKey& pair) {
    return inside[static_cast<std::size_t>(pair.a)] != inside[static_cast<std::size_t>(pair.b)];
  });
  const Pile part = measure::part(pile, remnant.members);
  const measure::Ledger ledger = measure::ledger(part, {}, gravitational_constant, true, {});
  remnant.kinetic = std::max(0.0, ledger.kinetic() - rigid_motion(part.model, part.state).kinetic);
  remnant.gravitational = ledger.mutual;
  return remnant;
}

void Settled::observe(const Look& look) {
  if (!(look.constant > 0)) throw InputError("fragments are held by self-gravity, and there is none: [gravity]");
  const Remnant remnant = largest_remnant(look.pile, look.constant);
  mass_ = remnant.mass / measure::total_mass(look.pile);
  bodies_ = static_cast<double>(remnant.members.size()) / static_cast<double>(look.pile.size());
  kinetic_fraction_ = kinetic_fraction_of(remnant);
  separate_ = remnant.separate;

  const double time = look.pile.state.time;
  const bool settled = separate_ && kinetic_fraction_ <= rule_.kinetic_fraction;
  impact_ = impact_ || !settled;
  const double lightest = std::min(lightest_, mass_), heaviest = std::max(heaviest_, mass_);
  if (!settled || !quiet_ || heaviest - lightest > rule_.mass_fraction) {
    quiet_since_ = time, lightest_ = heaviest_ = mass_;  // the clock starts anew
  } else {
    lightest_ = lightest, heaviest_ = heaviest;
  }
  quiet_ = settled;
  met_ = impact_ && quiet_ && time - quiet_since_ >= rule_.hold;
}

std::vector<Finding> Settled::findings() const {
  return {{"remnant/mass", "1", mass_},
          {"remnant/bodies", "1", bodies_},
          {"remnant/kinetic_fraction", "1", kinetic_fraction_},
          {"remnant/separate", "1", separate_ ? 1.0 : 0.0}};
}

void Settled::archive(Archive& archive) {
  archive.value("stop/settled/mass", mass_);
  archive.value("stop/settled/bodies", bodies_);
  archive.value("stop/settled/kinetic_fraction", kinetic_fraction_);
  archive.value("stop/settled/quiet_since", quiet_since_);
  archive.value("stop/settled/lightest", lightest_);
  archive.value("stop/settled/heaviest", heaviest_);
  archive.value("stop/settled/separate", separate_);
  archive.value("stop/settled/impact", impact_);
  archive.value("stop/settled/quiet", quiet_);
  archive.value("stop/settled/met", met_);
}

}  // namespace rubble::drive
