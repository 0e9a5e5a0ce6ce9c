#include "detect/candidates.hpp"

#include "base/parallel.hpp"
#include "spatial/periodic.hpp"

#include <algorithm>

namespace rubble::detect {

Candidates find_candidates(const SearchSpace& space, double skin, const Keys& keep) {
  const std::size_t n = space.radius.size();
  if (!space.any_reach) spatial::require_long_period(space.lattice.period, space.radius, skin);
  const spatial::Pairs pairs = spatial::close_pairs_in(space.lattice, space.radius, space.position, skin, space.grain);
  Candidates list;
  list.begin.assign(n + 1, 0);
  list.wall_begin.assign(n + 1, 0);
  list.a.reserve(pairs.size() + keep.size());
  list.b.reserve(pairs.size() + keep.size());
  Vec3s points;  // present points of the planes
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
    const bool meets_walls = space.frozen == nullptr || !(*space.frozen)[i];
    for (std::size_t k = 0; meets_walls && k < space.planes.size(); ++k) {
      const Plane& plane = space.planes[k];
      bool listed = false;
      const auto number = static_cast<Index>(k);
      for (; mine() && kept->wall() <= number; ++kept) listed = kept->wall() == number;
      // A shaken plane moves too. Its whole stroke is added to the largest gap of listed pairs.
      const double gap = space.radius[i] + skin + 2 * plane.amplitude.norm();
      if (!listed && !((space.position[i] - points[k]).dot(plane.normal) < gap)) continue;
      list.wall_body.push_back(a);
      list.wall.push_back(static_cast<Index>(k));
    }
    while (mine()) ++kept;  // contacts with other walls
    list.begin[i + 1] = list.a.size();
    list.wall_begin[i + 1] = list.wall_body.size();
  }
  return list;
}

}  // namespace rubble::detect
