#include "measure/ledger/masses.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "measure/ledger/grain_sums.hpp"
#include "model/grains.hpp"

namespace rubble::measure {

double total_mass(const Pile& pile) {
  return blocked_sum(pile.size(), 0.0, [&](std::size_t i) { return pile.model.mass[i]; });
}

double grain_volume(const Pile& pile) {
  return blocked_sum(pile.size(), 0.0, [&](std::size_t i) { return solid_volume(pile, i); });
}

Vec3 centre_of_mass(const Pile& pile) {
  if (pile.size() == 0) throw InputError("the pile has no bodies");
  // The sum is relative to the first body, so that a pile far from the origin keeps its digits.
  const Vec3& origin = pile.state.position[0];
  const Vec3 moment = blocked_sum(pile.size(), Vec3(Vec3::Zero()), [&](std::size_t i) -> Vec3 {
    return pile.model.mass[i] * (pile.state.position[i] - origin);
  });
  return origin + moment / total_mass(pile);
}

namespace {

// (grouping of the whole pile, index there of the grain of each body of a part, or -1) => the grains of the part as
// such indices, in the order of their first members in the part. `grain` then has the indices in the part. InputError
// if the part contains only some members of a grain.
std::vector<Index> number_grains(const Grouping& whole, std::vector<Index>& grain) {
  std::vector<Index> number(whole.grains.size(), -1), found, left;
  for (Index& g : grain) {
    if (g < 0) continue;
    if (number[g] < 0) {
      number[g] = static_cast<Index>(found.size());
      found.push_back(g), left.push_back(whole.grains[static_cast<std::size_t>(g)].count);
    }
    g = number[g];
    --left[g];
  }
  for (const Index missing : left)
    if (missing != 0) throw InputError("a part of a pile contains only some members of a grain");
  return found;
}

}  // namespace

Pile part(const Pile& pile, const std::vector<Index>& members) {
  Pile out;
  out.model.materials = pile.model.materials;
  out.model.shapes = pile.model.shapes;
  out.model.space = pile.model.space;
  out.state.time = pile.state.time;
  out.state.step = pile.state.step;
  out.state.walls = pile.state.walls;
  const auto take = [&](const auto&, auto& to, const auto& from) {
    if (from.empty()) return;
    to.reserve(members.size());
    for (const Index i : members) to.push_back(from[static_cast<std::size_t>(i)]);
  };
  each_of_bodies(take, out, pile);
  for (const Index g : number_grains(pile.state.grouping, out.state.grouping.grain)) {
    const auto grain = static_cast<std::size_t>(g);
    out.state.grouping.grains.push_back(pile.state.grouping.grains[grain]);
    out.state.orientation.push_back(pile.state.orientation[grain]);
  }
  link_grains(out);

  std::vector<Index> number(pile.size(), -1);  // index in the part; -1: not in it
  for (std::size_t k = 0; k < members.size(); ++k) number[members[k]] = static_cast<Index>(k);
  std::vector<char> keep(pile.contacts.size());
  for (std::size_t c = 0; c < keep.size(); ++c) {
    const ContactKey& key = pile.contacts.key[c];
    keep[c] = number[key.a] >= 0 && (key.on_wall() || number[key.b] >= 0);
  }
  out.contacts = renumbered(selected(pile.contacts, keep), number);
  out.bonds = renumbered(pile.bonds, number);
  return out;
}

}  // namespace rubble::measure
