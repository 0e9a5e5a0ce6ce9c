#include "contact/candidates.hpp"

#include "base/parallel.hpp"
#include "spatial/grid.hpp"

#include <algorithm>

namespace rubble::contact {

Candidates find_candidates(const Model& model, const Vec3s& position, const std::vector<Plane>& planes, double time,
                           double skin, const Keys& keep) {
  const std::size_t n = model.size();
  const spatial::Pairs pairs = spatial::close_pairs(model.radius, position, skin);
  Candidates list;
  list.skin = skin;
  list.origin = position;
  list.begin.assign(n + 1, 0);
  list.partner.reserve(pairs.size() + keep.size());
  auto kept = keep.begin();
  for (std::size_t a = 0; a < n; ++a) {
    const auto add = [&](Index b) {
      for (; kept != keep.end() && (*kept)[0] == static_cast<Index>(a) && (*kept)[1] <= b; ++kept)
        if ((*kept)[1] < b) list.partner.push_back((*kept)[1]);
      list.partner.push_back(b);
    };
    for (std::size_t k = pairs.begin[a]; k < pairs.begin[a + 1]; ++k) add(pairs.partner[k]);
    for (std::size_t k = 0; k < planes.size(); ++k) {
      // A shaken plane moves too: its whole stroke counts as part of the gap.
      const double stroke = 2 * planes[k].amplitude.norm();
      if ((position[a] - planes[k].point_at(time)).dot(planes[k].normal) < model.radius[a] + skin + stroke)
        add(static_cast<Index>(n + k));
    }
    for (; kept != keep.end() && (*kept)[0] == static_cast<Index>(a); ++kept) list.partner.push_back((*kept)[1]);
    list.begin[a + 1] = list.partner.size();
  }

  list.reverse_begin.assign(n + 1, 0);
  for (const Index b : list.partner)
    if (static_cast<std::size_t>(b) < n) ++list.reverse_begin[static_cast<std::size_t>(b) + 1];
  for (std::size_t i = 0; i < n; ++i) list.reverse_begin[i + 1] += list.reverse_begin[i];
  list.reverse.resize(list.reverse_begin[n]);
  std::vector<std::size_t> cursor(list.reverse_begin.begin(), list.reverse_begin.end() - 1);
  for (std::size_t c = 0; c < list.partner.size(); ++c)
    if (const auto b = static_cast<std::size_t>(list.partner[c]); b < n) list.reverse[cursor[b]++] = c;
  return list;
}

double largest_move_squared(const Candidates& list, const Vec3s& position) {
  double largest = 0;
  const auto n = static_cast<std::ptrdiff_t>(position.size());
#pragma omp parallel for schedule(static) reduction(max : largest) if (position.size() >= kMinParallel)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    largest = std::max(largest, (position[k] - list.origin[k]).squaredNorm());
  }
  return largest;
}

std::size_t find(const Candidates& list, const std::array<Index, 2>& pair) {
  const auto row = list.partner.begin() + static_cast<std::ptrdiff_t>(list.begin[static_cast<std::size_t>(pair[0])]);
  const auto end =
      list.partner.begin() + static_cast<std::ptrdiff_t>(list.begin[static_cast<std::size_t>(pair[0]) + 1]);
  return static_cast<std::size_t>(std::lower_bound(row, end, pair[1]) - list.partner.begin());
}

}  // namespace rubble::contact
