#include "measure/mass.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "measure/grains.hpp"

namespace rubble::measure {

double total_mass(const Pile& pile) {
  return blocked_sum(pile.size(), 0.0, [&](std::size_t i) { return pile.model.mass[i]; });
}

double grain_volume(const Pile& pile) {
  return blocked_sum(pile.size(), 0.0, [&](std::size_t i) { return solid_volume(pile.model, i); });
}

Vec3 centre_of_mass(const Pile& pile) {
  if (pile.size() == 0) throw InputError("the pile has no bodies");
  // Relative to the first body, so that a pile far from the origin keeps its digits.
  const Vec3& origin = pile.state.position[0];
  const Vec3 moment = blocked_sum(pile.size(), Vec3(Vec3::Zero()), [&](std::size_t i) -> Vec3 {
    return pile.model.mass[i] * (pile.state.position[i] - origin);
  });
  return origin + moment / total_mass(pile);
}

namespace {

// Adds body i of a pile to a part of it, and its grain with its first member.
void add_body(Pile& part, const Pile& from, std::size_t i) {
  part.model.id.push_back(from.model.id[i]);
  part.model.mass.push_back(from.model.mass[i]);
  part.model.radius.push_back(from.model.radius[i]);
  part.model.material.push_back(from.model.material[i]);
  part.state.position.push_back(from.state.position[i]);
  part.state.velocity.push_back(from.state.velocity[i]);
  part.state.spin.push_back(from.state.spin[i]);
  if (from.model.grains.empty()) return;
  part.model.offset.push_back(from.model.offset[i]);
  const Index g = from.model.grain_of(i);
  if (g >= 0 && leads(from.model, i)) {
    part.model.grains.push_back(from.model.grains[static_cast<std::size_t>(g)]);
    part.model.grains.back().first = static_cast<Index>(part.size() - 1);
    part.state.orientation.push_back(from.state.orientation[static_cast<std::size_t>(g)]);
  }
  part.model.grain.push_back(g < 0 ? -1 : static_cast<Index>(part.model.grains.size()) - 1);
}

// The members of a grain follow each other; so they must in a part of the pile.
void require_whole_grains(const Model& model, const std::vector<Index>& members) {
  const auto wanted = static_cast<Index>(members.size());
  for (Index k = 0; k < wanted; ++k) {
    const Index i = members[k], g = model.grain_of(static_cast<std::size_t>(i));
    if (g < 0) continue;
    const Grain& grain = model.grains[static_cast<std::size_t>(g)];
    const bool starts = i == grain.first || (k > 0 && members[k - 1] == i - 1);
    const bool goes_on = i == grain.first + grain.count - 1 || (k + 1 < wanted && members[k + 1] == i + 1);
    if (!starts || !goes_on) throw InputError("a part of a pile cuts a grain");
  }
}

}  // namespace

Pile part(const Pile& pile, const std::vector<Index>& members) {
  const auto new_size = static_cast<Index>(members.size());
  require_whole_grains(pile.model, members);
  std::vector<Index> number(pile.size(), -1);  // in the part; -1: not in it

  Pile out;
  out.model.materials = pile.model.materials;
  out.state.time = pile.state.time;
  out.state.step = pile.state.step;
  for (Index k = 0; k < new_size; ++k) {
    const Index i = members[k];
    number[i] = k;
    add_body(out, pile, static_cast<std::size_t>(i));
  }
  if (out.model.grains.empty()) out.model.grain.clear(), out.model.offset.clear();

  out.contacts = renumbered(pile.contacts, number);
  return out;
}

}  // namespace rubble::measure
