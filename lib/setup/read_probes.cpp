#include "setup/read_probes.hpp"

#include "base/error.hpp"
#include "base/keys_error.hpp"
#include "config/key_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
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
constexpr Range kCount{0, std::numeric_limits<Index>::max()};

std::vector<Field<ProbeHead>> fields(const ProbeHead*) {
  return {
      field("name", "", "name of the series in the track: probe/NAME/...; letters, digits, _ and -", &ProbeHead::name)
          .required(),
      field("body_force", "",
            "series of the mean force that is not a contact force: self-gravity, external fields and drives (targets "
            "that are bodies)",
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

// --- targets: each has the key that selects it, and a function that finds it in the pile

struct OfBody {
  std::int64_t id = 0;
  void find(const ProbedScene& scene, ProbeTarget& target) const;
};
struct OfGrain {
  std::int64_t number = 0;
  void find(const ProbedScene& scene, ProbeTarget& target) const;
};
struct OfIds {
  Reals ids;
  void find(const ProbedScene& scene, ProbeTarget& target) const;
};
struct OfRange {
  std::int64_t first = 0, last = 0;
  void find(const ProbedScene& scene, ProbeTarget& target) const;
};
struct OfMaterial {
  std::string name;
  void find(const ProbedScene& scene, ProbeTarget& target) const;
};
struct OfPlane {
  std::int64_t number = 0;
  void find(const ProbedScene& scene, ProbeTarget& target) const;
};
enum class BoxSide { lower_x, upper_x, lower_y, upper_y, lower_z, upper_z };
constexpr Word<BoxSide> kBoxSides[] = {{"-x", BoxSide::lower_x}, {"+x", BoxSide::upper_x}, {"-y", BoxSide::lower_y},
                                       {"+y", BoxSide::upper_y}, {"-z", BoxSide::lower_z}, {"+z", BoxSide::upper_z}};
struct OfBox {
  BoxSide side = BoxSide::lower_z;
  void find(const ProbedScene& scene, ProbeTarget& target) const;
};
struct OfMesh {
  std::int64_t number = 0;
  void find(const ProbedScene& scene, ProbeTarget& target) const;
};

std::vector<Field<OfBody>> fields(const OfBody*) {
  return {field("body", "", "id of one body", &OfBody::id).required().range(kNotNegative)};
}
std::vector<Field<OfGrain>> fields(const OfGrain*) {
  return {field("grain", "", "number of a grain in the input file, from 0", &OfGrain::number).required().range(kCount)};
}
std::vector<Field<OfIds>> fields(const OfIds*) {
  return {field("ids", "1", "ids of bodies, which count as one", &OfIds::ids).required().range(kNotNegative)};
}
std::vector<Field<OfRange>> fields(const OfRange*) {
  return {
      field("first_id", "", "smallest id of the bodies, which count as one", &OfRange::first)
          .required()
          .range(kNotNegative),
      field("last_id", "", "largest id of the bodies", &OfRange::last).required().range(kNotNegative),
  };
}
std::vector<Field<OfMaterial>> fields(const OfMaterial*) {
  return {field("material", "", "name of a material; its bodies count as one", &OfMaterial::name).required()};
}
std::vector<Field<OfPlane>> fields(const OfPlane*) {
  return {field("plane", "", "number of a [[plane]], from 0", &OfPlane::number).required().range(kCount)};
}
std::vector<Field<OfBox>> fields(const OfBox*) {
  return {field("box", "side of the [box]", &OfBox::side, kBoxSides).required()};
}
std::vector<Field<OfMesh>> fields(const OfMesh*) {
  return {field("mesh", "", "number of a [[mesh]], from 0", &OfMesh::number).required().range(kCount)};
}

// (pile, ids in rising order, target) Takes the bodies with these ids. KeyError for an id that does not exist.
void take_ids(const Pile& pile, const std::set<std::int64_t>& ids, const char* key, ProbeTarget& target) {
  std::set<std::int64_t> missing = ids;
  for (std::size_t i = 0; i < pile.size(); ++i)
    if (missing.erase(pile.model.id[i]) > 0) target.bodies.push_back(static_cast<Index>(i));
  if (!missing.empty())
    throw KeyError(key, fmt::format("'{}' in [[probe]]: the pile has no body with the id {}", key, *missing.begin()));
}

// (key, number, how many there are, what they are) KeyError unless the number is below the count.
std::size_t checked(const char* key, std::int64_t number, std::size_t count, const char* what) {
  if (number < static_cast<std::int64_t>(count)) return static_cast<std::size_t>(number);
  const std::string range = count == 0 ? "there are none" : fmt::format("they have the numbers 0 to {}", count - 1);
  throw KeyError(key, fmt::format("'{}' in [[probe]]: there is no {} {}: {}", key, what, number, range));
}

void OfBody::find(const ProbedScene& scene, ProbeTarget& target) const { take_ids(scene.pile, {id}, "body", target); }

void OfGrain::find(const ProbedScene& scene, ProbeTarget& target) const {
  const Grouping& grouping = scene.pile.state.grouping;
  const std::size_t grain = checked("grain", number, grouping.grains.size(), "grain");
  const auto members = grouping.members(grain);
  target.bodies.assign(members.begin(), members.end());
}

void OfIds::find(const ProbedScene& scene, ProbeTarget& target) const {
  std::set<std::int64_t> whole;
  for (const double id : ids) {
    if (id != std::floor(id) || id > 0x1p53)
      throw KeyError("ids", fmt::format("'ids' in [[probe]] must be whole numbers, not {}", id));
    if (!whole.insert(static_cast<std::int64_t>(id)).second)
      throw KeyError("ids", fmt::format("'ids' in [[probe]] has {} twice", id));
  }
  take_ids(scene.pile, whole, "ids", target);
}

void OfRange::find(const ProbedScene& scene, ProbeTarget& target) const {
  const Pile& pile = scene.pile;
  for (std::size_t i = 0; i < pile.size(); ++i)
    if (first <= pile.model.id[i] && pile.model.id[i] <= last) target.bodies.push_back(static_cast<Index>(i));
  if (target.bodies.empty())
    throw KeyError("first_id", fmt::format("[[probe]]: the pile has no body with an id from {} to {}", first, last));
}

void OfMaterial::find(const ProbedScene& scene, ProbeTarget& target) const {
  const Pile& pile = scene.pile;
  for (std::size_t i = 0; i < pile.size(); ++i)
    if (pile.model.materials[static_cast<std::size_t>(pile.model.material[i])].name == name)
      target.bodies.push_back(static_cast<Index>(i));
  if (target.bodies.empty())
    throw KeyError("material", fmt::format("'material' in [[probe]]: the pile has no body of material \"{}\"", name));
}

void OfPlane::find(const ProbedScene& scene, ProbeTarget& target) const {
  const std::size_t planes = scene.external.planes.size() - scene.box;
  target.wall = static_cast<Index>(checked("plane", number, planes, "[[plane]]"));
}

void OfBox::find(const ProbedScene& scene, ProbeTarget& target) const {
  if (scene.box == 0) throw KeyError("box", "'box' in [[probe]]: there is no [box]");
  const std::size_t first = scene.external.planes.size() - scene.box;
  target.wall = static_cast<Index>(first + static_cast<std::size_t>(side));
}

void OfMesh::find(const ProbedScene& scene, ProbeTarget& target) const {
  const std::size_t mesh = checked("mesh", number, scene.external.meshes.size(), "[[mesh]]");
  target.wall = static_cast<Index>(scene.external.planes.size() + mesh);
}

// --- tables

using Find = std::function<void(const ProbedScene&, ProbeTarget&)>;

template <class Of>
Find read_target(config::Document& config, const std::string& section) {
  return [of = config.read<Of>(section)](const ProbedScene& scene, ProbeTarget& target) { of.find(scene, target); };
}

template <class Of>
config::Tables describe_target(const char* variant, const char* text) {
  return config::describe<Of>({.section = "probe", .list = true, .variant = variant, .number = "(any number)"}, text);
}

// Key of a kind of target, the other key that it may have, and its functions.
struct TargetKind {
  const char *key, *second;
  Find (*read)(config::Document&, const std::string&);
  config::Tables (*describe)(const char*, const char*);
  const char *variant, *text;
};
constexpr TargetKind kTargets[] = {
    {"body", nullptr, read_target<OfBody>, describe_target<OfBody>, "of a body", "Target: one body."},
    {"grain", nullptr, read_target<OfGrain>, describe_target<OfGrain>, "of a grain", "Target: one rigid grain."},
    {"ids", nullptr, read_target<OfIds>, describe_target<OfIds>, "of bodies", "Target: bodies by their ids."},
    {"first_id", "last_id", read_target<OfRange>, describe_target<OfRange>, "of a range", "Target: a range of ids."},
    {"material", nullptr, read_target<OfMaterial>, describe_target<OfMaterial>, "of a material",
     "Target: all bodies of a material."},
    {"plane", nullptr, read_target<OfPlane>, describe_target<OfPlane>, "of a plane", "Target: a wall of [[plane]]."},
    {"box", nullptr, read_target<OfBox>, describe_target<OfBox>, "of a box", "Target: a wall of [box]."},
    {"mesh", nullptr, read_target<OfMesh>, describe_target<OfMesh>, "of a mesh", "Target: a wall of [[mesh]]."},
};

std::string listed_keys() {
  std::string all;
  for (const TargetKind& kind : kTargets) all += fmt::format("{}'{}'", all.empty() ? "" : ", ", kind.key);
  return all;
}

// => the kind of the target. InputError unless the table has exactly one.
const TargetKind& kind_of(const config::Document& config, const std::string& section) {
  const TargetKind* found = nullptr;
  for (const TargetKind& kind : kTargets) {
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

// Refuses bodies that may stick, break or have bonds.
void require_separate_bodies(const config::Document& config, const std::string& section) {
  if (!config.holds("outcome") && !config.holds("strength")) return;
  throw config.error({section, config.holds("outcome") ? "outcome" : "strength"},
                     "[[probe]] does not support bodies in runs with [outcome] or [strength], whose forces within "
                     "aggregates are not known: use walls as targets, or remove these tables");
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
      if (target.body_force && target.bodies.empty())
        throw KeyError("body_force", "'body_force' in [[probe]] needs bodies, not a wall: remove it");
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
  for (const TargetKind& kind : kTargets) tables = std::move(tables) + kind.describe(kind.variant, kind.text);
  return tables;
}

}  // namespace rubble::setup
