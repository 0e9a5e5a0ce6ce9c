#include "run/meshes_at_start.hpp"

#include "measure/contacts/mesh_overlaps.hpp"
#include "model/bodies.hpp"
#include "model/placed_walls.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace rubble::run {
namespace {

constexpr double kNoted = 0.05, kRefused = 0.5;  // overlap / half the thickness
constexpr double kFarLarger = 100;               // side of a wall / side of the pile

struct Deep {
  std::int64_t id = -1;
  std::size_t mesh = 0;
  double share = 0;  // overlap / half the thickness along the normal; for a sphere its radius
  bool hull = false;
};

std::string section_of(std::size_t mesh) { return fmt::format("mesh[{}]", mesh); }

// => the overlaps above kNoted, the deepest first.
std::vector<Deep> deep_overlaps(const Pile& pile, const std::vector<char>& frozen) {
  std::vector<Deep> deep;
  for (const measure::MeshOverlap& overlap : measure::overlaps_with_meshes(pile)) {
    const auto body = static_cast<std::size_t>(overlap.key.a);
    if (!frozen.empty() && frozen[body] != 0) continue;
    const std::size_t mesh = static_cast<std::size_t>(overlap.key.wall()) - pile.model.space.walls.size();
    if (overlap.share() > kNoted)
      deep.push_back({pile.model.id[body], mesh, overlap.share(), is_oriented(pile.model, body)});
  }
  std::ranges::stable_sort(deep, [](const Deep& a, const Deep& b) { return a.share > b.share; });
  return deep;
}

double longest_side(const Eigen::AlignedBox3d& box) { return box.sizes().maxCoeff(); }

// Sizes of the bodies that touch walls.
struct Sizes {
  double extent = 0;                                       // longest side of the box around them [m]
  double least = std::numeric_limits<double>::infinity();  // diameter of the smallest [m]
};

// (pile, marks of frozen bodies, which do not touch walls; may be empty) => sizes of the others
Sizes sizes_of(const Pile& pile, const std::vector<char>& frozen) {
  Eigen::AlignedBox3d box;
  Sizes out;
  for (std::size_t i = 0; i < pile.size(); ++i) {
    if (!frozen.empty() && frozen[i] != 0) continue;
    const Vec3 reach = Vec3::Constant(pile.model.radius[i]);
    box.extend(Vec3(pile.state.position[i] - reach)).extend(Vec3(pile.state.position[i] + reach));
    out.least = std::min(out.least, 2 * pile.model.radius[i]);
  }
  if (!box.isEmpty()) out.extent = longest_side(box);
  return out;
}

// (pile, wall number k, sizes of the bodies, whether the wall is read from a file) => a note on a wall that is far
// larger than the pile or smaller than any body, as with a wrong unit; "" for others.
std::string note_on_size(const Pile& pile, std::size_t k, const Sizes& bodies, bool of_file) {
  Eigen::AlignedBox3d box;
  for (const Vec3& x : wall_vertices(pile, k)) box.extend(x);
  const double size = longest_side(box);
  const std::string check = of_file ? "check 'unit'" : "check the lengths of the wall";
  if (size > kFarLarger * bodies.extent)
    return fmt::format("note: the longest side of {} is {:.3g} m, that of the pile {:.3g} m: {}", section_of(k), size,
                       bodies.extent, check);
  if (size < bodies.least)
    return fmt::format("note: the longest side of {} is {:.3g} m, and the smallest body measures {:.3g} m: {}",
                       section_of(k), size, bodies.least, check);
  return "";
}

}  // namespace

std::vector<std::string> question_meshes(const config::Document& config, const Pile& pile,
                                         const std::vector<char>& frozen) {
  std::vector<std::string> notes;
  const std::vector<Deep> deep = deep_overlaps(pile, frozen);
  if (!deep.empty()) {
    const Deep& worst = deep.front();
    const std::string where =
        fmt::format("body {} overlaps {} by {:.3g} of {} at the start", worst.id, section_of(worst.mesh), worst.share,
                    worst.hull ? "half its thickness" : "its radius");
    if (worst.share > kRefused)
      throw config.error({section_of(worst.mesh), "mesh"}, where + ": move the body or the wall");
    notes.push_back(fmt::format("note: {} contacts with [[mesh]] overlap by more than {:g} of {}: {}", deep.size(),
                                kNoted, worst.hull ? "half the thickness" : "the radius", where));
  }
  const Sizes bodies = sizes_of(pile, frozen);
  for (std::size_t k = 0; k < pile.model.space.meshes.size(); ++k) {
    const bool of_file = config.holds(section_of(k) + ".file");
    if (const std::string note = note_on_size(pile, k, bodies, of_file); !note.empty()) notes.push_back(note);
    const auto sides = measure::sides_of(pile, k, frozen);
    if (sides && sides->inside > 0 && sides->outside > 0)
      notes.push_back(fmt::format("note: {} is closed; bodies inside at the start: {}, outside: {}", section_of(k),
                                  sides->inside, sides->outside));
  }
  return notes;
}

}  // namespace rubble::run
