#include "run/meshes_at_start.hpp"

#include "measure/contacts/mesh_overlaps.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rubble::run {
namespace {

constexpr double kNoted = 0.05, kRefused = 0.5;  // overlap / radius
constexpr double kFarLarger = 100;               // side of a wall / side of the pile

struct Deep {
  std::int64_t id = -1;
  std::size_t mesh = 0;
  double share = 0;  // overlap / radius
};

std::string section_of(std::size_t mesh) { return fmt::format("mesh[{}]", mesh); }

// => the overlaps above kNoted, the deepest first.
std::vector<Deep> deep_overlaps(const Pile& pile, const std::vector<char>& frozen) {
  std::vector<Deep> deep;
  for (const measure::Overlap& overlap : measure::overlaps_with_meshes(pile)) {
    const auto body = static_cast<std::size_t>(overlap.key.a);
    if (!frozen.empty() && frozen[body] != 0) continue;
    const double share = overlap.depth / pile.model.radius[body];
    const std::size_t mesh = static_cast<std::size_t>(overlap.key.wall()) - pile.model.space.walls.size();
    if (share > kNoted) deep.push_back({pile.model.id[body], mesh, share});
  }
  std::ranges::stable_sort(deep, [](const Deep& a, const Deep& b) { return a.share > b.share; });
  return deep;
}

double longest_side(const Eigen::AlignedBox3d& box) { return box.sizes().maxCoeff(); }

// => the box around all bodies
Eigen::AlignedBox3d box_of(const Pile& pile) {
  Eigen::AlignedBox3d box;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    const Vec3 reach = Vec3::Constant(pile.model.radius[i]);
    box.extend(Vec3(pile.state.position[i] - reach)).extend(Vec3(pile.state.position[i] + reach));
  }
  return box;
}

// (wall number k) => a note on a wall that is far larger than the pile or smaller than any body, as with a wrong unit;
// "" for others.
std::string note_on_size(const Pile& pile, std::size_t k) {
  Eigen::AlignedBox3d box;
  for (const Vec3& x : pile.model.space.meshes[k].vertices(pile.state.time)) box.extend(x);
  const double size = longest_side(box), extent = longest_side(box_of(pile));
  const double least = 2 * *std::ranges::min_element(pile.model.radius);
  if (size > kFarLarger * extent)
    return fmt::format("note: the longest side of {} is {:.3g} m, that of the pile {:.3g} m: check 'unit'",
                       section_of(k), size, extent);
  if (size < least)
    return fmt::format(
        "note: the longest side of {} is {:.3g} m, and the smallest body measures {:.3g} m: check 'unit'",
        section_of(k), size, least);
  return "";
}

}  // namespace

std::vector<std::string> question_meshes(const config::Document& config, const Pile& pile,
                                         const std::vector<char>& frozen) {
  std::vector<std::string> notes;
  const std::vector<Deep> deep = deep_overlaps(pile, frozen);
  if (!deep.empty()) {
    const Deep& worst = deep.front();
    const std::string where = fmt::format("body {} overlaps {} by {:.3g} of its radius at the start", worst.id,
                                          section_of(worst.mesh), worst.share);
    if (worst.share > kRefused)
      throw config.error({section_of(worst.mesh), "mesh"}, where + ": move the body or the wall");
    notes.push_back(fmt::format("note: {} contacts with [[mesh]] overlap by more than {:g} of the radius: {}",
                                deep.size(), kNoted, where));
  }
  for (std::size_t k = 0; k < pile.model.space.meshes.size(); ++k) {
    if (const std::string note = note_on_size(pile, k); !note.empty()) notes.push_back(note);
    const auto sides = measure::sides_of(pile, k, frozen);
    if (sides && sides->inside > 0 && sides->outside > 0)
      notes.push_back(fmt::format("note: {} is closed and has {} bodies inside and {} outside at the start",
                                  section_of(k), sides->inside, sides->outside));
  }
  return notes;
}

}  // namespace rubble::run
