#include "measure/ledger/grain_sums.hpp"

#include "base/ball.hpp"
#include "model/bodies.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rubble::measure {

Grains grains_of(const Pile& pile) {
  const Grouping& grouping = pile.state.grouping;
  Grains out;
  const auto n = static_cast<Index>(pile.size());
  out.of_body.resize(pile.size());
  out.body.reserve(pile.size());
  for (Index i = 0; i < n; ++i) {
    const auto body = static_cast<std::size_t>(i);
    if (!leads(grouping, body)) continue;
    const auto number = static_cast<Index>(out.first.size());
    out.first.push_back(i);
    out.begin.push_back(static_cast<Index>(out.body.size()));
    const Index g = grouping.grain_of(body);
    const std::span<const Index> bodies =
        g < 0 ? std::span<const Index>(&i, 1) : grouping.members(static_cast<std::size_t>(g));
    for (const Index member : bodies) {
      out.of_body[member] = number;
      out.body.push_back(member);
    }
  }
  out.begin.push_back(static_cast<Index>(out.body.size()));
  return out;
}

std::size_t count_grains(const Grouping& grouping, const std::vector<Index>& bodies) {
  const auto leading = [&](Index i) { return leads(grouping, static_cast<std::size_t>(i)); };
  return static_cast<std::size_t>(std::count_if(bodies.begin(), bodies.end(), leading));
}

std::vector<ContactKey> between_grains(const Grains& grains, const std::vector<ContactKey>& keys) {
  std::vector<ContactKey> out;
  out.reserve(keys.size());
  for (ContactKey key : keys) {
    key.a = grains.of_body[key.a];
    if (!key.on_wall()) key.b = grains.of_body[key.b];
    if (key.a == key.b) continue;
    if (!key.on_wall() && key.b < key.a) std::swap(key.a, key.b);
    out.push_back(key);
  }
  return out;
}

std::vector<ContactKey> distinct(std::vector<ContactKey> keys) {
  for (ContactKey& key : keys) key.feature = 0;
  if (!std::is_sorted(keys.begin(), keys.end())) std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

std::vector<Index> bodies_of(const Grains& grains, const std::vector<Index>& some) {
  std::vector<Index> out;
  for (const Index g : some) {
    const std::span<const Index> bodies = grains.bodies(static_cast<std::size_t>(g));
    out.insert(out.end(), bodies.begin(), bodies.end());
  }
  std::sort(out.begin(), out.end());
  return out;
}

double solid_volume(const Pile& pile, std::size_t body) {
  const Model& model = pile.model;
  const Grouping& grouping = pile.state.grouping;
  const Index g = grouping.grain_of(body);
  if (g < 0 || grouping.grains[static_cast<std::size_t>(g)].excess.isZero(0)) return shape_volume(model, body);
  return model.mass[body] / model.materials[static_cast<std::size_t>(model.material[body])].density;
}

Reals grain_radii(const Pile& pile, const Grains& grains) {
  Reals out(grains.size());
  for (std::size_t g = 0; g < grains.size(); ++g) {
    const auto first = static_cast<std::size_t>(grains.first[g]);
    out[g] = pile.model.radius[first];
    if (pile.state.grouping.grain_of(first) < 0) continue;
    double volume = 0;
    for (const Index i : grains.bodies(g)) volume += solid_volume(pile, static_cast<std::size_t>(i));
    out[g] = ball_radius(volume);
  }
  return out;
}

Pile as_spheres(const Pile& pile, const Grains& grains) {
  const Model& model = pile.model;
  const State& state = pile.state;
  Pile out;
  out.model.materials = model.materials;
  out.model.space = model.space;
  out.model.radius = grain_radii(pile, grains);
  out.state.time = state.time, out.state.step = state.step;
  out.state.walls = state.walls;
  for (const Index first : grains.first) {
    const auto i = static_cast<std::size_t>(first);
    const Index g = state.grouping.grain_of(i);
    out.model.id.push_back(model.id[i]);
    out.model.mass.push_back(moving_mass(model, state.grouping, i));
    out.model.material.push_back(model.material[i]);
    out.state.spin.push_back(state.spin[i]);
    if (g < 0) {
      out.state.position.push_back(state.position[i]);
      out.state.velocity.push_back(state.velocity[i]);
      continue;
    }
    const GrainMotion motion = motion_of(model, state, static_cast<std::size_t>(g));
    out.state.position.push_back(motion.position);
    out.state.velocity.push_back(motion.velocity);
  }
  return out;
}

}  // namespace rubble::measure
