#include "setup/probe_targets.hpp"

#include "base/keys_error.hpp"

#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace rubble::setup {
namespace {

// Each kind has the keys that select it, and a function that finds it in the pile.

constexpr Range kCount{0, std::numeric_limits<Index>::max()};

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
struct OfPlaced {
  std::int64_t number = 0;
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
std::vector<Field<OfPlaced>> fields(const OfPlaced*) {
  return {field("placed", "", "number of a pile that rubble-place placed, from 0; its bodies count as one",
                &OfPlaced::number)
              .required()
              .range(kCount)};
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
    if (id != std::floor(id))
      throw KeyError("ids", fmt::format("'ids' in [[probe]] must be whole numbers, not {}", id));
    if (id >= 0x1p53)
      throw KeyError(
          "ids", fmt::format("'ids' in [[probe]] takes ids below 2^53 = {:.0f}: use 'first_id' and 'last_id'", 0x1p53));
    if (!whole.insert(static_cast<std::int64_t>(id)).second)
      throw KeyError("ids", fmt::format("'ids' in [[probe]] has {} twice", id));
  }
  take_ids(scene.pile, whole, "ids", target);
}

void OfRange::find(const ProbedScene& scene, ProbeTarget& target) const {
  const Pile& pile = scene.pile;
  if (first > last)
    throw KeyError("first_id",
                   fmt::format("'first_id' in [[probe]], {}, must not be above 'last_id', {}", first, last));
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

void OfPlaced::find(const ProbedScene& scene, ProbeTarget& target) const {
  const BodySelection of_number{{}, "", static_cast<double>(number)};
  target.bodies = selected(scene.pile, of_number);
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

template <class Of>
FindTarget read_target(config::Document& config, const std::string& section) {
  return [of = config.read<Of>(section)](const ProbedScene& scene, ProbeTarget& target) { of.find(scene, target); };
}

template <class Of>
config::Tables describe_target(const char* variant, const char* text) {
  return config::describe<Of>({.section = "probe", .list = true, .variant = variant, .number = "(any number)"}, text);
}

constexpr TargetKind kTargets[] = {
    {"body", nullptr, read_target<OfBody>, describe_target<OfBody>, "of a body", "Target: one body."},
    {"grain", nullptr, read_target<OfGrain>, describe_target<OfGrain>, "of a grain", "Target: one rigid grain."},
    {"ids", nullptr, read_target<OfIds>, describe_target<OfIds>, "of bodies", "Target: bodies by their ids."},
    {"first_id", "last_id", read_target<OfRange>, describe_target<OfRange>, "of a range", "Target: a range of ids."},
    {"material", nullptr, read_target<OfMaterial>, describe_target<OfMaterial>, "of a material",
     "Target: all bodies of a material."},
    {"placed", nullptr, read_target<OfPlaced>, describe_target<OfPlaced>, "of a placed pile",
     "Target: the bodies of a pile that rubble-place placed."},
    {"plane", nullptr, read_target<OfPlane>, describe_target<OfPlane>, "of a plane", "Target: a wall of [[plane]]."},
    {"box", nullptr, read_target<OfBox>, describe_target<OfBox>, "of a box", "Target: a wall of [box]."},
    {"mesh", nullptr, read_target<OfMesh>, describe_target<OfMesh>, "of a mesh", "Target: a wall of [[mesh]]."},
};

}  // namespace

std::span<const TargetKind> target_kinds() { return kTargets; }

}  // namespace rubble::setup
