#include "setup/read_probes.hpp"

#include "base/error.hpp"
#include "base/keys_error.hpp"
#include "config/key_names.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

// Keys of every [[probe]].
struct ProbeHead {
  std::string name;
  bool body_force = false;
};
struct ProbePoint {
  Vec3 about = Vec3::Zero();  // [m]
};
constexpr std::size_t kSidesOfBox = 6;

std::vector<Field<ProbeHead>> fields(const ProbeHead*) {
  return {
      field("name", "", "name of the series in the track: probe/NAME/...; letters, digits, _ and -", &ProbeHead::name)
          .required(),
      field("body_force", "",
            "series of the mean force that is not a contact force: self-gravity, external fields and drives (targets "
            "that are free bodies)",
            &ProbeHead::body_force),
  };
}
std::vector<Field<ProbePoint>> fields(const ProbePoint*) {
  return {
      field("about", "m",
            "fixed point about which torques are computed; without it, torques are about the centre of the target",
            &ProbePoint::about)
          .required(),
  };
}

std::string listed_keys() {
  std::string all;
  for (const TargetKind& kind : target_kinds()) all += fmt::format("{}'{}'", all.empty() ? "" : ", ", kind.key);
  return all;
}

// => the kind of the target. InputError unless the table has exactly one.
const TargetKind& kind_of(const config::Document& config, const std::string& section) {
  const TargetKind* found = nullptr;
  for (const TargetKind& kind : target_kinds()) {
    if (!config.holds(section + "." + kind.key) &&
        (kind.second == nullptr || !config.holds(section + "." + kind.second)))
      continue;
    if (found != nullptr)
      throw config.error(section, kind.key,
                         fmt::format("[[probe]] has one target, not '{}' and '{}': remove one, or add another "
                                     "[[probe]]",
                                     found->key, kind.key));
    found = &kind;
  }
  if (found == nullptr)
    throw config.error(section, "", fmt::format("[[probe]] needs a target, one of the keys {}", listed_keys()));
  return *found;
}

ProbeOrder read_probe(config::Document& config, const std::string& section, const ProbeHead& head) {
  if (!config::is_bare_key(head.name))
    throw config.error(
        section, "name",
        fmt::format("'name' in [[probe]] must consist of letters, digits, _ and -, not \"{}\"", head.name));
  ProbeOrder order{section, {}, kind_of(config, section).read(config, section)};
  order.target.name = head.name;
  order.target.body_force = head.body_force;
  if (config.has(section + ".about")) order.target.about = config.read<ProbePoint>(section).about;
  return order;
}

// True if the bodies are one free body or members of one grain.
bool is_rigid(const std::vector<Index>& bodies, const Grouping& grouping) {
  const auto grain = [&](Index row) { return grouping.grain_of(static_cast<std::size_t>(row)); };
  return bodies.size() == 1 ||
         (!bodies.empty() && grain(bodies.front()) >= 0 &&
          std::ranges::all_of(bodies, [&](Index i) { return grain(i) == grain(bodies.front()); }));
}

// Refuses a part of a grain: forces within grains are not known.
void require_whole_grains(const std::vector<Index>& bodies, const Grouping& grouping) {
  std::vector<Index> members(grouping.grains.size(), 0);
  for (const Index row : bodies)
    if (const Index grain = grouping.grain_of(static_cast<std::size_t>(row)); grain >= 0)
      ++members[static_cast<std::size_t>(grain)];
  for (std::size_t g = 0; g < members.size(); ++g)
    if (members[g] > 0 && members[g] < grouping.grains[g].count)
      throw InputError(
          fmt::format("[[probe]]: the bodies are {} of the {} members of grain {}, and forces within "
                      "grains are not known: use all members, or grain = {}",
                      members[g], grouping.grains[g].count, g, g));
}

// Refuses the force apart from contacts of walls and of frozen bodies, whose momentum does not follow from forces.
void require_free(const ProbeTarget& target, const External& external) {
  if (!target.body_force) return;
  if (target.bodies.empty())
    throw KeyError("body_force", "'body_force' in [[probe]] needs bodies, not a wall: remove it");
  for (const FrozenBodies& group : external.frozen)
    for (const Index body : group.at_rest->body)
      if (std::ranges::binary_search(target.bodies, body))
        throw KeyError("body_force",
                       "'body_force' in [[probe]] needs free bodies, not bodies of [[frozen]]: remove it");
}

// Refuses bodies that may stick, break or have bonds.
void require_separate_bodies(const config::Document& config, const std::string& section) {
  for (const char* table : {"outcome", "strength", "bonds"})
    if (config.holds(table))
      throw config.error(
          {section, table},
          "[[probe]] does not support bodies in runs with [outcome], [strength] or [bonds], whose forces "
          "within aggregates are not recorded: use walls as targets, or remove these tables");
}

}  // namespace

std::vector<ProbeOrder> read_probes(config::Document& config) {
  std::vector<ProbeOrder> orders;
  std::set<std::string> names;
  const std::vector<ProbeHead> heads = config.read_each<ProbeHead>("probe");
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const std::string section = fmt::format("probe[{}]", i);
    if (i == Probes::kMost)
      throw config.error(section, "", fmt::format("a run has at most {} tables [[probe]]", Probes::kMost));
    orders.push_back(read_probe(config, section, heads[i]));
    if (!names.insert(heads[i].name).second)
      throw config.error(section, "name", fmt::format("two tables [[probe]] have the name \"{}\"", heads[i].name));
  }
  return orders;
}

std::unique_ptr<Probes> probes_of(const config::Document& config, const std::vector<ProbeOrder>& orders,
                                  const Pile& pile, const External& external, bool areas) {
  if (orders.empty()) return nullptr;
  const ProbedScene scene{pile, external, config.holds("box") ? kSidesOfBox : 0};
  std::vector<ProbeTarget> targets;
  for (const ProbeOrder& order : orders) {
    ProbeTarget target = order.target;
    config.within(order.section, [&] {
      order.find(scene, target);
      require_whole_grains(target.bodies, pile.state.grouping);
      require_free(target, external);
    });
    if (!target.bodies.empty()) require_separate_bodies(config, order.section);
    target.rigid = is_rigid(target.bodies, pile.state.grouping);
    targets.push_back(std::move(target));
  }
  return std::make_unique<Probes>(std::move(targets), pile.size(), external.walls(), areas);
}

config::Tables describe_probes() {
  config::Tables tables =
      config::describe<ProbeHead>(
          {.section = "probe", .list = true, .number = "(any number)"},
          "Contact force, torque and contact area on a target, averaged over each interval between records: series "
          "probe/NAME/... in the track; docs/theory.md 5.18.") +
      config::describe<ProbePoint>({.section = "probe", .list = true, .variant = "point", .number = "(any number)"},
                                   "Point of the torques.");
  for (const TargetKind& kind : target_kinds()) tables = std::move(tables) + kind.describe(kind.variant, kind.text);
  return tables;
}

}  // namespace rubble::setup
