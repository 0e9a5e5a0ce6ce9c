#include "model/frozen.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace rubble {
namespace {

constexpr double kEndOfIds = 0x1p53;            // below it, each whole number is one double
constexpr std::string_view kPlaced = "placed";  // body column of rubble-place

std::vector<Index> with_ids(const Model& model, const Reals& ids) {
  std::map<double, Index> of_id;
  for (std::size_t i = 0; i < model.size(); ++i) of_id[static_cast<double>(model.id[i])] = static_cast<Index>(i);
  std::vector<Index> bodies;
  for (const double id : ids) {
    if (!(std::abs(id) < kEndOfIds))
      throw KeyError("ids", fmt::format("'ids' takes ids below 2^53 = {:.0f}: select the body by material", kEndOfIds));
    const auto found = of_id.find(id);
    if (found == of_id.end()) throw KeyError("ids", fmt::format("the pile has no body with the id {}", id));
    bodies.push_back(found->second);
  }
  std::sort(bodies.begin(), bodies.end());
  const auto twice = std::adjacent_find(bodies.begin(), bodies.end());
  if (twice != bodies.end())
    throw KeyError("ids", fmt::format("'ids' names body {} twice", model.id[static_cast<std::size_t>(*twice)]));
  return bodies;
}

std::vector<Index> of_material(const Model& model, const std::string& name) {
  std::vector<Index> bodies;
  for (std::size_t i = 0; i < model.size(); ++i)
    if (model.materials[static_cast<std::size_t>(model.material[i])].name == name)
      bodies.push_back(static_cast<Index>(i));
  if (bodies.empty()) throw KeyError("material", fmt::format("the pile has no body of the material \"{}\"", name));
  return bodies;
}

std::vector<Index> of_placed(const State& state, double number) {
  const std::vector<std::int64_t>& numbers = values_in<std::int64_t>(state, kPlaced);
  std::vector<Index> bodies;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (static_cast<double>(numbers[i]) == number) bodies.push_back(static_cast<Index>(i));
  if (bodies.empty())
    throw KeyError("placed",
                   fmt::format("the pile has no body that was placed as number {}: see rubble-place", number));
  return bodies;
}

// InputError unless all members of a grain are selected, or none.
void require_whole_grains(const Pile& pile, const std::vector<Index>& bodies) {
  const Grouping& grouping = pile.state.grouping;
  std::vector<Index> found(grouping.grains.size(), 0);
  for (const Index i : bodies)
    if (const Index g = grouping.grain_of(static_cast<std::size_t>(i)); g >= 0) ++found[static_cast<std::size_t>(g)];
  for (std::size_t g = 0; g < found.size(); ++g)
    if (found[g] != 0 && found[g] != grouping.grains[g].count)
      throw InputError(
          fmt::format("only {} of {} members of the grain of body {} are frozen: name all members of a "
                      "grain, or none",
                      found[g], grouping.grains[g].count, pile.model.id[grouping.first_member(g)]));
}

}  // namespace

std::vector<Field<BodySelection>> fields(const BodySelection*) {
  return {
      field("ids", "1", "ids of the bodies", &BodySelection::ids),
      field("material", "", "name of a material, which selects all bodies of it", &BodySelection::material),
      field("placed", "1", "number of a pile that rubble-place placed, which selects its bodies",
            &BodySelection::placed)
          .range(kNotNegative)
          .off("not selected in this way"),
  };
}

double FrozenBodies::greatest_speed() const {
  double arm = 0;  // largest distance from the axis of rotation, times the spin
  if (at_rest && !motion.spin.isZero(0))
    for (const Vec3& x : at_rest->position) arm = std::max(arm, motion.spin.cross(x - motion.centre).norm());
  return motion.greatest_speed_of_centre() + arm;
}

std::vector<Index> selected(const Pile& pile, const BodySelection& selection) {
  std::vector<Index> bodies;
  if (!selection.ids.empty())
    bodies = with_ids(pile.model, selection.ids);
  else if (!selection.material.empty())
    bodies = of_material(pile.model, selection.material);
  else
    bodies = of_placed(pile.state, *selection.placed);
  require_whole_grains(pile, bodies);
  return bodies;
}

FrozenPositions positions_at_rest(const State& state, std::vector<Index> bodies, const WallMotion& motion) {
  const WallPlacement now = motion.at(state.time);
  FrozenPositions out;
  out.body = std::move(bodies);
  for (const Index i : out.body) {
    out.position.push_back(now.to_wall(state.position[static_cast<std::size_t>(i)]));
    const Index g = state.grouping.grain_of(static_cast<std::size_t>(i));
    if (g >= 0) out.grain.push_back(g);
  }
  std::sort(out.grain.begin(), out.grain.end());
  out.grain.erase(std::unique(out.grain.begin(), out.grain.end()), out.grain.end());
  const Quaternion back(Mat3(now.turn.transpose()));
  for (const Index g : out.grain) out.orientation.push_back(back * state.orientation[static_cast<std::size_t>(g)]);
  return out;
}

void place(const std::vector<FrozenBodies>& frozen, double time, State& state) {
  for (const FrozenBodies& group : frozen) {
    const WallPlacement now = group.motion.at(time);
    const FrozenPositions& rest = *group.at_rest;
    for (std::size_t k = 0; k < rest.body.size(); ++k) {
      const auto i = static_cast<std::size_t>(rest.body[k]);
      state.position[i] = now.place(rest.position[k]);
      state.velocity[i] = now.velocity_at(state.position[i]);
      state.spin[i] = now.spin;
    }
    const Quaternion turn(now.turn);
    for (std::size_t k = 0; k < rest.grain.size(); ++k)
      state.orientation[static_cast<std::size_t>(rest.grain[k])] = (turn * rest.orientation[k]).normalized();
  }
}

std::vector<char> frozen_marks(const std::vector<FrozenBodies>& frozen, std::size_t bodies) {
  std::vector<char> marks(frozen.empty() ? 0 : bodies, 0);
  for (const FrozenBodies& group : frozen)
    for (const Index i : group.at_rest->body) marks[static_cast<std::size_t>(i)] = 1;
  return marks;
}

State with_frozen_at_rest(const State& state, const std::vector<FrozenBodies>& frozen) {
  State out = state;
  for (const FrozenBodies& group : frozen)
    for (const Index i : group.at_rest->body) {
      out.velocity[static_cast<std::size_t>(i)].setZero();
      out.spin[static_cast<std::size_t>(i)].setZero();
    }
  return out;
}

}  // namespace rubble
