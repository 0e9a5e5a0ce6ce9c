#include "contact/candidates.hpp"

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "spatial/grid.hpp"

#include <algorithm>
#include <cmath>

namespace rubble::contact {
namespace {

// Spheres near a face of the repeating box get copies beyond the opposite face; pairs with copies are pairs with the
// originals.
spatial::Pairs periodic_pairs(const SearchSpace& space, double skin) {
  const std::size_t n = space.radius.size();
  const double reach = 2 * *std::max_element(space.radius.begin(), space.radius.end()) + skin;
  Vec3s position = space.position;
  Reals radius = space.radius;
  std::vector<Index> original(n), grain;
  for (std::size_t i = 0; i < n; ++i) original[i] = static_cast<Index>(i);
  for (int axis = 0; axis < 3; ++axis) {
    const double L = space.period[axis];
    if (!(L > 0)) continue;
    if (!(L > 2 * reach))
      throw InputError(
          "a period of the box is too short for the spheres in it: four of the largest radii, and more, must fit");
    for (std::size_t i = 0, end = position.size(); i < end; ++i) {
      double& x = position[i][axis];
      x -= L * std::floor(x / L);
      if (x >= reach && x < L - reach) continue;
      Vec3 copy = position[i];
      copy[axis] += x < reach ? L : -L;
      position.push_back(copy);
      radius.push_back(radius[i]);
      original.push_back(original[i]);
    }
  }
  if (space.grain != nullptr)
    for (const Index i : original) grain.push_back((*space.grain)[static_cast<std::size_t>(i)]);
  const spatial::Pairs found = spatial::close_pairs(radius, position, skin, space.grain == nullptr ? nullptr : &grain);

  std::vector<std::array<Index, 2>> pairs;
  for (std::size_t i = 0; i < n; ++i)  // a pair of two copies is met as one with an original, too
    for (std::size_t k = found.begin[i]; k < found.begin[i + 1]; ++k) {
      const Index a = static_cast<Index>(i), b = original[static_cast<std::size_t>(found.partner[k])];
      pairs.push_back({std::min(a, b), std::max(a, b)});
    }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  spatial::Pairs rows;
  rows.begin.assign(n + 1, 0);
  for (const auto& p : pairs) {
    ++rows.begin[static_cast<std::size_t>(p[0]) + 1];
    rows.partner.push_back(p[1]);
  }
  for (std::size_t i = 0; i < n; ++i) rows.begin[i + 1] += rows.begin[i];
  return rows;
}

}  // namespace

Candidates find_candidates(const SearchSpace& space, double skin, const Keys& keep) {
  const std::size_t n = space.radius.size();
  const spatial::Pairs pairs = space.period.isZero()
                                   ? spatial::close_pairs(space.radius, space.position, skin, space.grain)
                                   : periodic_pairs(space, skin);
  Candidates list;
  list.begin.assign(n + 1, 0);
  list.wall_begin.assign(n + 1, 0);
  list.a.reserve(pairs.size() + keep.size());
  list.b.reserve(pairs.size() + keep.size());
  Vec3s points;  // of the planes, now
  for (const Plane& plane : space.planes) points.push_back(plane.point_at(space.time));
  auto kept = keep.begin();
  for (std::size_t i = 0; i < n; ++i) {
    const auto a = static_cast<Index>(i);
    const Index grain = space.grain == nullptr ? -1 : (*space.grain)[i];
    const auto add = [&](Index b) {
      if (grain >= 0 && (*space.grain)[static_cast<std::size_t>(b)] == grain) return;
      list.a.push_back(a);
      list.b.push_back(b);
    };
    const auto mine = [&] { return kept != keep.end() && kept->a == a; };
    const auto my_sphere = [&] { return mine() && !kept->on_wall(); };
    for (std::size_t k = pairs.begin[i]; k < pairs.begin[i + 1]; ++k) {
      const Index b = pairs.partner[k];
      for (; my_sphere() && kept->b <= b; ++kept)
        if (kept->b < b) add(kept->b);
      add(b);
    }
    for (; my_sphere(); ++kept) add(kept->b);
    for (std::size_t k = 0; k < space.planes.size(); ++k) {
      const Plane& plane = space.planes[k];
      bool listed = false;
      const auto number = static_cast<Index>(k);
      for (; mine() && kept->wall() <= number; ++kept) listed = kept->wall() == number;
      // A shaken plane moves too: its whole stroke counts as part of the gap.
      const double gap = space.radius[i] + skin + 2 * plane.amplitude.norm();
      if (!listed && !((space.position[i] - points[k]).dot(plane.normal) < gap)) continue;
      list.wall_body.push_back(a);
      list.wall.push_back(static_cast<Index>(k));
    }
    list.begin[i + 1] = list.a.size();
    list.wall_begin[i + 1] = list.wall_body.size();
  }
  return list;
}

}  // namespace rubble::contact
