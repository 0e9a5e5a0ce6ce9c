#include "experiment/shaking.hpp"

#include "base/keys_error.hpp"
#include "measure/ledger/quantile.hpp"
#include "model/bodies.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::experiment {

void follow(const ShakeTable& table, std::vector<Plane>& planes) {
  if (!(table.direction.norm() > 0)) throw KeyError("direction", "[shake.table]: 'direction' must not be zero");
  if (table.time.empty() || table.time[0] != 0 || table.displacement.empty() || table.displacement[0] != 0)
    throw KeysError({"time", "displacement"}, "[shake.table]: 'time' and 'displacement' must begin with 0");
  const double size = Curve(table.time, table.displacement).bound();
  if (!(size > 0)) throw KeyError("displacement", "[shake.table]: 'displacement' must have a value other than 0");
  Reals share = table.displacement;
  for (double& d : share) d /= size;
  const auto course = std::make_shared<const Curve>(table.time, share);
  for (Plane& plane : planes) plane.amplitude = size * table.direction.normalized(), plane.course = course;
}

void Shaking::begin(const Pile& pile, External& external) {
  const Vec3& g = external.uniform;
  if (g.isZero(0) || external.planes.empty())
    throw KeysError({"", "external.uniform"},
                    "shaking needs walls and uniform gravity: set [external] uniform and [box] or [[plane]]");
  for (const MeshWall& wall : external.meshes)
    if (wall.moves())
      throw KeysError({"", "mesh"},
                      "only the walls of [box] and [[plane]] can shake: remove the motion or the drive of [[mesh]], or "
                      "use rubble-evolve");
  start_ = pile.state.time;
  const Plane* moving = nullptr;
  for (Plane& plane : external.planes) {
    plane.since = start_;
    if (!plane.moves()) continue;
    if (!moving) moving = &plane;
    if (plane.frequency != moving->frequency)
      throw KeysError({"", "box.amplitude", "box.frequency"},
                      "the walls move at different frequencies: set one frequency for all of them");
  }
  if (!moving)
    throw KeysError({"", "box.amplitude", "box.frequency"},
                    "no wall moves: set an amplitude in [box] or [[plane]], or add [shake.table]");
  if (!(cycle_ > 0)) cycle_ = 1 / moving->frequency;
  for (Plane& plane : external.planes) {
    if (!(plan_.soft_start > 0) || !plane.moves()) continue;
    if (plane.course)
      throw KeysError({"soft_start", "shake.table.cycle"},
                      "[shake] soft_start applies only to a sine: remove it, or [shake.table]");
    plane.soft = plan_.soft_start / plane.frequency;
  }
  floor_ = *std::max_element(external.planes.begin(), external.planes.end(),
                             [&](const Plane& a, const Plane& b) { return -g.dot(a.normal) < -g.dot(b.normal); });
  if (!(g.dot(floor_.normal) < 0))
    throw KeysError({"", "external.uniform"},
                    "no floor: no wall faces against uniform gravity; add one to [box] or [[plane]]");

  const auto& id = pile.model.id;
  const auto found = std::find(id.begin(), id.end(), plan_.intruder);
  if (found == id.end())
    throw KeyError("intruder", "[shake] intruder: no body has the id " + std::to_string(plan_.intruder));
  const auto body = static_cast<Index>(found - id.begin());
  const Index grain = pile.state.grouping.grain_of(static_cast<std::size_t>(body));
  intruder_ = {body};
  if (grain >= 0) {
    const std::span<const Index> members = pile.state.grouping.members(static_cast<std::size_t>(grain));
    intruder_.assign(members.begin(), members.end());
  }
  const std::vector<char> frozen = frozen_marks(external.frozen, pile.size());
  if (!frozen.empty() && frozen[static_cast<std::size_t>(body)] != 0)
    throw KeysError({"intruder", "frozen"}, fmt::format("[shake] intruder: body {} is frozen: select another body, or "
                                                        "remove it from [[frozen]]",
                                                        plan_.intruder));
}

void Shaking::observe(const Look& look) {
  const Model& model = look.pile.model;
  const State& state = look.pile.state;
  const Vec3 floor = floor_.point_at(state.time);
  const auto height = [&](std::size_t i) { return (state.position[i] - floor).dot(floor_.normal); };
  cycles_ = (state.time - start_) / cycle_;
  lift_ = floor_.displacement(state.time).dot(floor_.normal);
  std::vector<char> inside(model.size(), 0);
  double mass = 0, moment = 0;
  Vec3 weighed = Vec3::Zero();
  for (const Index k : intruder_) {
    const auto i = static_cast<std::size_t>(k);
    inside[i] = 1, mass += model.mass[i], moment += model.mass[i] * height(i);
    weighed += model.mass[i] * state.position[i];
  }
  height_ = moment / mass;
  const Vec3 centre = weighed / mass;
  reach_ = 0;
  for (const Index k : intruder_)
    reach_ = std::max(reach_, farthest(model, state, static_cast<std::size_t>(k), centre));
  Reals centres, tops;
  for (std::size_t i = 0; i < model.size(); ++i) {
    if (inside[i]) continue;
    centres.push_back(height(i));
    tops.push_back(height(i) + reach_along(model, state, i, floor_.normal));
  }
  std::sort(centres.begin(), centres.end()), std::sort(tops.begin(), tops.end());
  median_ = measure::quantile(centres, 0.5), top_ = measure::quantile(tops, 0.95);
}

std::string Shaking::state() const {
  return fmt::format("cycles: {:.6g}, limit shake.cycles = {}", cycles_, plan_.cycles);
}

std::vector<Finding> Shaking::findings() const {
  return {{"shake/cycles", "1", cycles_},         {"shake/floor", "m", lift_},
          {"intruder/height", "m", height_},      {"intruder/top", "m", height_ + reach_},
          {"others/median_height", "m", median_}, {"others/top", "m", top_}};
}

void Shaking::archive(Archive& archive) { archive.value("stop/shaking/cycles", cycles_); }

}  // namespace rubble::experiment
