#include "measure/contact_lines.hpp"

#include "model/grains.hpp"

namespace rubble::measure {
namespace {

// (pile) => for each body the way from its centre to the centre of mass of what it belongs to [m]
Vec3s ways_to_centre(const Pile& pile) {
  Vec3s way(pile.size(), Vec3::Zero());
  for (std::size_t g = 0; g < pile.model.grains.size(); ++g) {
    const Grain& grain = pile.model.grains[g];
    const Vec3 centre = motion_of(pile.model, pile.state, g).position;
    const auto first = static_cast<std::size_t>(grain.first);
    for (std::size_t i = first; i < first + static_cast<std::size_t>(grain.count); ++i)
      way[i] = centre - pile.state.position[i];
  }
  return way;
}

}  // namespace

ContactLines contact_lines(const Pile& pile) {
  const Contacts& contacts = pile.contacts;
  const Reals& radius = pile.model.radius;
  const Vec3s way = ways_to_centre(pile);
  ContactLines lines;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto a = static_cast<std::size_t>(contacts.pair[c][0]), b = static_cast<std::size_t>(contacts.pair[c][1]);
    const Vec3& from = pile.state.position[a];
    const Vec3& n = contacts.normal[c];
    lines.point.push_back(from + way[a]);
    if (b >= pile.size()) {
      lines.point.push_back(from + (radius[a] - contacts.overlap[c]) * n);
    } else {
      const double distance = radius[a] + radius[b] - contacts.overlap[c];
      const double arm = (radius[a] * radius[a] - radius[b] * radius[b] + distance * distance) / (2 * distance);
      lines.point.push_back(from + arm * n);
      lines.point.push_back(from + distance * n + way[b]);
    }
    lines.end.push_back(lines.point.size());
  }
  return lines;
}

}  // namespace rubble::measure
