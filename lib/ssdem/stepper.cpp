#include "ssdem/stepper.hpp"

#include "base/error.hpp"
#include "model/bodies.hpp"
#include "model/check.hpp"
#include "model/grains.hpp"
#include "ssdem/engine.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace rubble::ssdem {
namespace {

// Path in checkpoints.
std::string path_of(HistoryPart part) { return "ssdem/" + name_of(part); }

// (bodies by place, from a checkpoint, grouping) => the bodies. InputError unless each body occurs once and the members
// of each grain are adjacent.
std::vector<Index> checked_order(const std::vector<std::int64_t>& stored, const Grouping& grouping) {
  const auto n = static_cast<std::int64_t>(stored.size());
  std::vector<char> seen(stored.size(), 0);
  std::vector<Index> order;
  order.reserve(stored.size());
  for (const std::int64_t i : stored) {
    if (i < 0 || i >= n || seen[static_cast<std::size_t>(i)])
      throw InputError(fmt::format("expected each of {} bodies once in ssdem/order, found {} {}", n, i,
                                   i < 0 || i >= n ? "out of range" : "twice"));
    seen[static_cast<std::size_t>(i)] = 1;
    order.push_back(static_cast<Index>(i));
  }
  std::vector<char> met(grouping.grains.size(), 0);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Index grain = grouping.grain_of(static_cast<std::size_t>(order[k]));
    if (grain < 0 || (k > 0 && grouping.grain_of(static_cast<std::size_t>(order[k - 1])) == grain)) continue;
    if (met[static_cast<std::size_t>(grain)])
      throw InputError(
          fmt::format("expected the members of a grain side by side in ssdem/order, found grain {} in two "
                      "places",
                      grain));
    met[static_cast<std::size_t>(grain)] = 1;
  }
  return order;
}

// (number of a wall, external action) => its number of triangles; 1 for a plane.
std::int64_t triangles_of(std::int64_t wall, const External& external) {
  const auto number = static_cast<std::size_t>(wall), planes = external.planes.size();
  return number < planes ? 1 : static_cast<std::int64_t>(external.meshes[number - planes].surface->mesh.size());
}

// (contact, true for frozen bodies or empty) => true if neither side moves freely.
bool has_no_free_side(const ContactKey& key, const std::vector<char>& frozen) {
  if (frozen.empty() || !frozen[static_cast<std::size_t>(key.a)]) return false;
  return key.on_wall() || frozen[static_cast<std::size_t>(key.b)];
}

// (three numbers per contact, from a checkpoint; pile; external action) => keys; InputError unless each key names two
// bodies of different grains, or a body and a wall with the number of a triangle, in rising order.
detect::Keys checked_pairs(const std::vector<std::int64_t>& stored, const Pile& pile, const External& external) {
  const auto n = static_cast<std::int64_t>(pile.size()), walls = static_cast<std::int64_t>(external.walls());
  if (stored.size() % 3 != 0)
    throw InputError(fmt::format("expected three numbers per pair in ssdem/pairs, found {} numbers", stored.size()));
  const std::vector<char> frozen = frozen_marks(external.frozen, pile.size());
  detect::Keys keys;
  for (std::size_t k = 0; k < stored.size(); k += 3) {
    const std::int64_t a = stored[k], b = stored[k + 1], feature = stored[k + 2];
    const bool placed = 0 <= a && a < n && (b < 0 ? b >= -walls : a < b && b < n);
    const bool fits = placed && 0 <= feature && feature < (b < 0 ? triangles_of(-1 - b, external) : 1);
    const ContactKey key{static_cast<Index>(a), static_cast<Index>(b), static_cast<Index>(feature)};
    if (!fits || glued(pile.state.grouping, key) || has_no_free_side(key, frozen) ||
        (!keys.empty() && !(keys.back() < key)))
      throw InputError(
          fmt::format("expected pairs of {} bodies and {} walls in rising order in ssdem/pairs, found {} {} {}", n,
                      walls, a, b, feature));
    keys.push_back(key);
  }
  return keys;
}

// Saves or loads the parts of the touching pairs' histories that the laws use. (archive, laws, pile and external
// action to check loaded values with, pile: nullptr for saving, histories)
void archive_histories(Archive& archive, const Parameters& p, const Pile* pile, const External& external,
                       PairHistories& histories) {
  std::vector<std::int64_t> pairs;
  for (const ContactKey& key : histories.keys) pairs.insert(pairs.end(), {key.a, key.b, key.feature});
  archive.value("ssdem/pairs", pairs);
  if (archive.loads()) histories.keys = checked_pairs(pairs, *pile, external);
  for (const HistoryPart part : parts_of(p))
    archive.value(path_of(part), histories.numbers[part], histories.keys.size());
}

// (external action, number of a wall, point [m], state) => velocity of the wall there [m s-1]
Vec3 wall_velocity(const External& external, std::size_t wall, const Vec3& point, const State& state) {
  const std::size_t planes = external.planes.size();
  if (wall < planes) return external.planes[wall].velocity_at(state.time);
  const std::size_t mesh = wall - planes;
  return external.meshes[mesh].at(state.time, pose_of(state.walls, mesh)).velocity_at(point);
}

// Histories from a pile's contacts. Contacts without overlap or neck, with walls that no longer exist, within a grain,
// and without a free body are dropped. The overlap of the previous step is minus the gap, so that it counts as
// unchanged in the first sweep; the loading flag is set if the pair approaches.
PairHistories histories_of(const Pile& pile, const External& external, std::span<const HistoryPart> parts) {
  const Contacts& given = pile.contacts;
  const std::vector<char> frozen = frozen_marks(external.frozen, pile.size());
  const bool adheres = std::find(parts.begin(), parts.end(), kContactRadius) != parts.end();
  const ImageLattice lattice = external.lattice(pile.state.time);
  PairHistories histories;
  for (std::size_t c = 0; c < given.size(); ++c) {
    const ContactKey& key = given.key[c];
    History<double> history = history_of(given, c);
    const bool holds = given.gap[c] < 0 || (adheres && history.contact_radius > 0);
    if (!holds || glued(pile.state.grouping, key) || has_no_free_side(key, frozen) ||
        (key.on_wall() && static_cast<std::size_t>(key.wall()) >= external.walls()))
      continue;
    histories.keys.push_back(key);
    const Vec3 other =
        key.on_wall() ? wall_velocity(external, static_cast<std::size_t>(key.wall()), given.point[c], pile.state)
                      : pile.state.velocity[static_cast<std::size_t>(key.b)] + lattice.velocity(image_of(given, c));
    const Vec3 approach = pile.state.velocity[static_cast<std::size_t>(key.a)] - other;
    history.overlap = -given.gap[c];
    history.loading = std::signbit(approach.dot(given.normal[c])) ? 0 : 1;
    each_number(history, [&](auto part, double number) {
      if (std::find(parts.begin(), parts.end(), part()) != parts.end()) histories.numbers[part].push_back(number);
    });
  }
  return histories;
}

// (pile) => InputError unless it is sound and consists of spheres.
void require_suited(const Pile& pile) {
  check(pile, "soft spheres");
  require_spheres(pile.model, "soft spheres");
}

// (parameters, pile, external action) => the pile with the bonds of the start of a run.
Pile with_bonds_at_start(const BondParameters& p, Pile pile, const External& external) {
  pile.bonds = bonds_at_start(p, pile, external);
  return pile;
}

std::vector<Remark> remarks_of(const Phases& seconds, std::int64_t list_builds) {
  return {{"steps: contacts and motion", "s", seconds.contacts},
          {"steps: motion of grains", "s", seconds.grains},
          {"steps: gravity", "s", seconds.gravity},
          {"steps: neighbour lists", "s", seconds.search},
          {"neighbour lists built", "1", static_cast<double>(list_builds)}};
}

}  // namespace

struct Stepper::Impl : Engine {
  Impl(const Parameters& p, const Pile& pile, const External& external, Probes* probes, std::vector<Index> order = {})
      : Engine(p, pile.model, pile.state, external, probes, std::move(order)) {}
  StepReport report(const State& state) const {
    std::vector<Remark> remarks = remarks_of(seconds(), contact_list().builds());
    if (const auto& bonds = contact_list().bonds())
      remarks.insert(remarks.end(), {{"bonds", "1", static_cast<double>(bonds->size())},
                                     {"bonds broken", "1", static_cast<double>(bonds->broken())}});
    return {clock().steps(state), audits_of(parameters(), balance().worst_overlap(), balance().energy_made()),
            contact_list().touching(), std::move(remarks), clock().impact()};
  }
};

Stepper::Stepper(const Parameters& p, const Pile& pile, const External& external, Probes* probes)
    : impl_((require_suited(pile), std::make_unique<Impl>(p, pile, external, probes))) {
  require_springs(pile.contacts);
  impl_->take_up(histories_of(pile, external, parts_of(p)), pile.state);
  if (p.bonds) {
    const Pile bonded = with_bonds_at_start(*p.bonds, pile, external);
    started_ = fmt::format("{} bonds of the pile, and {} new ones (bonds.bonds = \"{}\")", pile.bonds.size(),
                           bonded.bonds.size() - pile.bonds.size(), name_of(kNewBonds, p.bonds->bonds));
    impl_->take_up(BeamBonds(*p.bonds, bonded, external));
  }
  impl_->start(pile.state);
}

Stepper::Stepper(const Parameters& p, const Pile& pile, const External& external, const Resume& resume,
                 Probes* probes) {
  require_suited(pile);
  Archive archive(resume);
  std::vector<std::int64_t> order;
  archive.value("ssdem/order", order, pile.size());
  impl_ = std::make_unique<Impl>(p, pile, external, probes, checked_order(order, pile.state.grouping));
  impl_->archive_motion(archive);
  impl_->require_sound(pile.state);
  PairHistories histories;
  archive_histories(archive, p, &pile, external, histories);
  impl_->take_up(histories, pile.state);
  if (p.bonds) impl_->take_up(BeamBonds(*p.bonds, pile, external, archive));
}

Stepper::~Stepper() = default;

StepReport Stepper::advance(const Model& model, State& state, const External& external, double until) {
  impl_->advance(model, state, external, until);
  return impl_->report(state);
}

Contacts Stepper::contacts(const Pile& pile, const External& external) const {
  return impl_->contacts(pile.model, pile.state, external);
}

std::string Stepper::started() const { return started_; }

Bonds Stepper::bonds() const { return impl_->bonds(); }

const Account& Stepper::account() const { return impl_->balance().account(); }

void Stepper::archive(Archive& archive) {
  std::vector<std::int64_t> order(impl_->order().begin(), impl_->order().end());
  archive.value("ssdem/order", order, order.size());
  impl_->archive_motion(archive);
  PairHistories histories = impl_->histories();
  archive_histories(archive, impl_->parameters(), nullptr, impl_->external(), histories);
  impl_->archive_bonds(archive);
}

}  // namespace rubble::ssdem
